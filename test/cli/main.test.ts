import path from 'node:path';
import packageJson from '../../package.json';
import { newDirectory, petsSpec, removeDirectories, writeAssembly } from '../support/assembly';
import { synthgate } from '../support/command-line';

afterAll(removeDirectories);

test.each(['-V', '--version'])('%s prints the version', async (option) => {
  expect(await synthgate('/', [option])).toEqual({ code: 0, out: `${packageJson.version}\n`, err: '' });
});

test.each(['synth', 'ls', 'serve', 'invoke', 'deploy', 'deployments', 'rollback'])('the help of %s has examples', async (command) => {
  const { code, out } = await synthgate('/', [command, '--help']);
  expect(code).toBe(0);
  expect(out).toMatch(new RegExp(`Usage: synthgate ${command}[^]*Examples:\n  \\$ synthgate ${command}`));
  expect((await synthgate('/', ['help', command])).out).toBe(out);
});

test('nothing at all prints help and is wrong usage', async () => {
  const { code, err } = await synthgate('/', []);
  expect([code, err.includes('Commands:')]).toEqual([3, true]);
});

test.each([
  [['lss'], "unknown command 'lss'\n(Did you mean ls?)"],
  [['watch'], "unknown command 'watch'\n(Did you mean dev?)"],
  [['start'], "unknown command 'start'\n(Did you mean dev?)"],
  [['ls', '--jsno'], "unknown option '--jsno'\n(Did you mean --json?)"],
  [['ls', 'a', 'b'], 'too many arguments'],
  [['rollback'], "required option '-s, --stage <name>' not specified"],
  [['serve', '--port', 'x'], 'Expected a number from 0 to 65535.'],
  [['serve', '--port', '65536'], 'Expected a number from 0 to 65535.'],
  [['serve', '--shutdown-timeout', '-1'], 'Expected a number from 0 to 3600.'],
  [['serve', '--api-key', 'novalue'], 'Expected NAME=VALUE.'],
])('wrong usage exits with 3 and says what is allowed: %j', async (parameters, message) => {
  const { code, out, err } = await synthgate('/', parameters);
  expect([code, out]).toEqual([3, '']);
  expect(err).toContain(message);
});

test('wrong usage is red where other errors are', async () => {
  expect((await synthgate('/', ['lss'], { FORCE_COLOR: '1' })).err).toMatch(/^\u001b\[31merror:\u001b\[39m unknown command 'lss'/);
  expect((await synthgate('/', ['lss', '--no-color'], { FORCE_COLOR: '1' })).err).toMatch(/^error: unknown command/);
});

test('an error of the catalog is printed with its code and its help', async () => {
  const { code, out, err } = await synthgate(newDirectory(), ['ls', 'nowhere.out']);
  expect([code, out]).toEqual([1, '']);
  expect(err).toMatch(/^error: there is no assembly or spec at .*nowhere\.out \[ASSEMBLY_NOT_FOUND\]\n {4}Write one with synthgate synth/);
});

test('the help of an error names what was given', async () => {
  const { err } = await synthgate(newDirectory(), ['rollback', '--stage', 'beta']);
  expect(err).toContain('synthgate deploy --stage beta deploys it.');
});

test('an error nobody foresaw is printed with its stack', async () => {
  const { code, err } = await synthgate(newDirectory(), ['ls', 'nul\0l']);
  expect(code).toBe(1);
  expect(err).toMatch(/^error: .*null bytes[^]*\n {4}at /);
});

describe('colours', () => {
  const directory = (): string => path.dirname(writeAssembly(path.join(newDirectory(), 'gateway.out'), [petsSpec()]));

  test.each<[string, string[], Record<string, string>, boolean]>([
    ['are not for files and pipes', [], {}, false],
    ['are there when they are forced', [], { FORCE_COLOR: '1' }, true],
    ['are not there with --no-color', ['--no-color'], { FORCE_COLOR: '1' }, false],
    ['are not there with NO_COLOR', [], { FORCE_COLOR: '1', NO_COLOR: '1' }, false],
  ])('%s', async (_, parameters, environment, isColored) => {
    const { out } = await synthgate(directory(), ['ls', ...parameters], environment);
    expect(out.includes('\u001b[')).toBe(isColored);
  });
});
