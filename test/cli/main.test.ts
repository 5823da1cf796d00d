import path from 'node:path';
import packageJson from '../../package.json';
import { petsSpec, writeAssembly } from '../support/assembly';
import { synthgate } from '../support/command-line';
import { newDirectory } from '../support/temporary-directory';

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
  [['lss'], "unknown command 'lss'; did you mean ls? [COMMAND_LINE_INVALID]"],
  [['watch'], "unknown command 'watch'; did you mean dev? [COMMAND_LINE_INVALID]"],
  [['start'], "unknown command 'start'; did you mean dev? [COMMAND_LINE_INVALID]"],
  [['ls', '--jsno'], "unknown option '--jsno'; did you mean --json? [COMMAND_LINE_INVALID]"],
  [['dlq', 'ls', '--jsno'], "unknown option '--jsno'; did you mean --json? [COMMAND_LINE_INVALID]"],
  [['ls', 'a', 'b'], "too many arguments for 'ls'. Expected 1 argument but got 2 [COMMAND_LINE_INVALID]"],
  [['import'], "missing required argument 'source' [COMMAND_LINE_INVALID]"],
  [['serve', '--port'], "option '-p, --port <number>' argument missing [COMMAND_LINE_INVALID]"],
  [['serve', '--port', 'x'], '--port is "x"; expected a whole number from 0 to 65535 [OPTION_INVALID]'],
  [['serve', '--port', '3.5'], '--port is "3.5"; expected a whole number from 0 to 65535 [OPTION_INVALID]'],
  [['serve', '--headers-timeout', '1e3'], '--headers-timeout is "1e3"; expected a whole number from 1 to '],
  [['serve', '--shutdown-timeout', '-1'], '--shutdown-timeout is "-1"; expected a whole number from 0 to 3600 [OPTION_INVALID]'],
  [['serve', '--aws-endpoint', 'novalue'], '--aws-endpoint is "novalue"; expected NAME=VALUE [OPTION_INVALID]'],
  [['serve', '--api-key', 's3cret'], '--api-key is "(not shown)"; expected NAME=VALUE [OPTION_INVALID]'],
  [['import', 'a', '--to', 'java'], '--to is "java"; expected one of spec, constructs, cdk [OPTION_INVALID]'],
  [['completion', 'ksh'], '<shell> is "ksh"; expected one of bash, '],
  [['serve', ''], '[source] is ""; expected a path [OPTION_INVALID]'],
  [['serve', '--state', ''], '--state is ""; expected a path [OPTION_INVALID]'],
])('wrong usage exits with 3, with a code and with what is expected: %j', async (parameters, message) => {
  const { code, out, err } = await synthgate('/', parameters);
  expect([code, out]).toEqual([3, '']);
  expect(err).toMatch(/^error: /);
  expect(err).toContain(message);
  expect(err).toMatch(/ \[[A-Z_]+\]\n {4}synthgate .*--help.*\n$/);
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

describe('colors', () => {
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
