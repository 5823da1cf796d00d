import { execFileSync } from 'node:child_process';
import { COMMANDS } from '../../../lib/cli/commands';
import { synthgate } from '../../support/command-line';
import { newDirectory } from '../../support/temporary-directory';

describe('in bash', () => {
  /** Command lines, and every word that Tab offers for the last word of each; `files` if bash offers files. */
  const TYPED: readonly (readonly [typed: string, expected: string])[] = [
    ['synthgate ini', 'init'],
    ['synthgate deploy', 'deploy deployments'],
    ['synthgate --no', '--no-color'],
    ['synthgate init --t', '--template'],
    ['synthgate init --template ', 'hello cdk python go'],
    ['synthgate init -t h', 'hello'],
    ['synthgate init --template=c', 'cdk'],
    ['synthgate --no-color init --template=', 'hello cdk python go'],
    ['synthgate synthesize --out', '--output'],
    ['synthgate dlq ', 'ls show redrive rm'],
    ['synthgate dlq ls --fu', '--function'],
    ['synthgate ls --fu', 'files'],
    ['synthgate completion ', 'bash zsh fish'],
    ['synthgate serve ', 'files'],
    ['synthgate serve --app ', 'files'],
    ['synthgate dev --inspect --po', '--port'],
    ['synthgate exec -- npm --', 'files'],
    ['synthgate nothing', 'files'],
  ];
  let offered: readonly string[];

  beforeAll(async () => {
    const { out: script } = await synthgate(newDirectory(), ['completion', 'bash']);
    // bash breaks words at `=` as well
    const calls = TYPED.map(([typed]) => {
      const words = typed.split(/ |(?<==)|(?==)/);
      return `COMP_WORDS=(${words.map((word) => `'${word}'`).join(' ')}) COMP_CWORD=${words.length - 1}; _synthgate; echo "\${COMPREPLY[*]}"`;
    });
    offered = execFileSync('bash', ['--norc', '-u', '-c', `${script}\ncomplete -p synthgate\n${calls.join('\n')}`], { encoding: 'utf8' }).split('\n');
  });

  test('the function is registered, with file names where it offers nothing', () => {
    expect(offered[0]).toBe('complete -o bashdefault -o default -F _synthgate synthgate');
  });

  test.each(TYPED.map((one, index) => ({ typed: one[0], expected: one[1], index })))('$typed → $expected', ({ expected, index }) => {
    expect(offered[index + 1] === '' ? 'files' : offered[index + 1]).toBe(expected);
  });
});

test.each(['bash', 'zsh', 'fish'])('%s completes every command and every option of the help', async (shell) => {
  const { out: script } = await synthgate('/', ['completion', shell]);
  const { out: help } = await synthgate('/', ['serve', '--help']);
  const options = [...help.matchAll(/^ {2}(?:-\w, )?--([\w-]+)/gm)].map(([, name = '']) => name);
  expect(options.length).toBeGreaterThan(20);
  for (const name of options) expect(script).toContain(shell === 'fish' ? `-l ${name}` : `--${name}`);
  for (const { name, aliases = [] } of COMMANDS) for (const word of [name, ...aliases]) expect(script).toMatch(new RegExp(`[ '(|]${word}\\b`));
});

test('quotes and colons of descriptions do not end a word', async () => {
  const { out } = await synthgate('/', ['completion', 'zsh']);
  expect(out).toContain("'exec:serve the project while a command runs, on a free port'");
  expect(out).toContain("a function'\\''s code");
});

test('another shell is wrong usage', async () => {
  const { code, err } = await synthgate('/', ['completion', 'ksh']);
  expect([code, err]).toEqual([3, expect.stringContaining('<shell> is "ksh"; expected one of bash, zsh, fish [OPTION_INVALID]')]);
});
