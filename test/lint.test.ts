import { spawnSync } from 'node:child_process';
import path from 'node:path';

const root = path.resolve(__dirname, '..');

/** The messages of the rule for comments about a text. */
function messagesOf(text: string): string {
  const program = `
    const { Linter } = require('eslint');
    import('./scripts/lint/comments.mjs').then(({ comments }) => {
      const messages = new Linter().verify(process.argv[1], [{ plugins: { comments }, rules: { 'comments/words': 'error' } }]);
      console.log(messages.map(({ line, message }) => line + ': ' + message).join('\\n'));
    });`;
  const { stdout, stderr } = spawnSync(process.execPath, ['-e', program, text], { cwd: root, encoding: 'utf8' });
  return `${stdout}${stderr}`.trim();
}

test('comments begin with a noun or a verb, and are spelled as the CDK spells', () => {
  expect(messagesOf([
    '/** What a client sends. */',
    '// Those of a stage',
    '/*',
    ' * Of the first.',
    ' */',
    '/** The behaviour. */',
    '/** Whether it ends. */',
    '// A line that goes on with',
    '// what the next one says',
    'let answer; // timeouts are recognized',
  ].join('\n')).split('\n')).toEqual([
    expect.stringMatching(/^1: .*"What"/), expect.stringMatching(/^2: .*"Those"/), expect.stringMatching(/^3: .*"Of"/),
    '6: "behaviour" is spelled behavior, neighbor, color, honor.',
  ]);
});
