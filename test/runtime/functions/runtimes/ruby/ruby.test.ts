import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { FunctionVersion, InvocationOutcome } from '../../../../../lib/runtime/ports';
import type { RuntimeName } from '../../../../../lib/spec';
import { closeAll, fixture, startEngine, valueOf } from '../../../../support/functions/engine';
import { newDirectory } from '../../../../support/temporary-directory';

afterEach(closeAll);

const VERSION = execFileSync('ruby', ['-e', 'print RUBY_VERSION[/\\d+\\.\\d+/]'], { encoding: 'utf8' });
const OWN: RuntimeName = `ruby${VERSION}`;

/** A function with these files, of which `app.rb` has the handler `h`. */
function rubyOf(files: Readonly<Record<string, string>>, settings: Partial<FunctionVersion> = {}): FunctionVersion {
  const codeDirectory = newDirectory();
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(codeDirectory, name)), { recursive: true });
    writeFileSync(path.join(codeDirectory, name), text);
  }
  return fixture('app.h', { codeDirectory, runtime: OWN, key: codeDirectory, ...settings });
}

const ruby = (code: string, settings: Partial<FunctionVersion> = {}) => rubyOf({ 'app.rb': code }, settings);

/** Lambda's error of a call, or why there was none. */
function errorOf(outcome: InvocationOutcome): string {
  if (outcome.type === 'function-error') return outcome.payload;
  if (outcome.type === 'failed') return `${outcome.code}: ${outcome.reason}${outcome.exit === undefined ? '' : ` (${outcome.exit})`}`;
  return JSON.stringify(outcome);
}

const COUNTER = '$n = 0\ndef h(event:, context:) = { n: $n += 1, pid: Process.pid }\n';

/** A function that fails by this line when it is asked to, and tells its process otherwise. */
const failing = (line: string): FunctionVersion => ruby(`def h(event:, context:)\n  ${line} if event['fails']\n  Process.pid\nend\n`);

test('a function keeps its file between calls', async () => {
  const { call } = startEngine();
  const counter = ruby(COUNTER);
  const counts = [];
  for (let count = 0; count < 3; count += 1) counts.push(valueOf(await call(counter)));
  expect(counts).toMatchObject([{ n: 1 }, { n: 2 }, { n: 3 }]);
});

test('after an error that ends the process, such as that of a missing method, another process has the next call', async () => {
  const { call } = startEngine();
  const faulty = failing('nil.foo');
  const before = valueOf(await call(faulty));
  for (let count = 0; count < 2; count += 1) expect(errorOf(await call(faulty, { fails: true }))).toMatch(/"Function<NoMethodError>"/);
  expect(valueOf(await call(faulty))).not.toBe(before);
});

test('after any other error the same process has the next call', async () => {
  const { call } = startEngine();
  const faulty = failing('raise ArgumentError, "no"');
  const before = valueOf(await call(faulty));
  for (let count = 0; count < 2; count += 1) expect(errorOf(await call(faulty, { fails: true }))).toMatch(/"Function<ArgumentError>"/);
  expect(valueOf(await call(faulty))).toBe(before);
});

test.each([
  ['a file that raises', 'raise "boom"\n', /^FUNCTION_INIT_FAILED: .*boom/],
  ['a library that is missing', 'require "nosuch"\n', /^FUNCTION_INIT_FAILED: Init<LoadError>: cannot load such file -- nosuch/],
  ['a silent exit', 'def h(event:, context:) = exit!(0)\n', /^FUNCTION_CRASHED: .*\(exit status 0\)$/],
  ['memory', 'def h(event:, context:) = ("x" * (1 << 30)).size\n', /NoMemoryError|FUNCTION_OUT_OF_MEMORY/],
  ['a result of 7 MB', 'def h(event:, context:) = "x" * 7_340_032\n', /^FUNCTION_RESULT_TOO_LARGE/],
])('%s fails the call and nothing else', async (_, code, expected) => {
  const { call } = startEngine();
  const neighbor = ruby(COUNTER);
  await call(neighbor);
  expect(errorOf(await call(ruby(code)))).toMatch(expected);
  expect(valueOf(await call(neighbor))).toMatchObject({ n: 2 });
});

test('a function that runs too long is stopped', async () => {
  const { call } = startEngine();
  expect(await call(ruby('def h(event:, context:) = sleep(50)\n', { timeoutMs: 500 }))).toMatchObject({ type: 'timeout', limit: 'function' });
});

test('files and gems of layers are found, and so are gems of the code', async () => {
  const { call } = startEngine();
  const gem = (folder: string, name: string) => ({
    [`${folder}/gems/${name}-1.0.0/lib/${name}.rb`]: `${name.toUpperCase()} = "${folder.split('/')[0]}"\n`,
    [`${folder}/specifications/${name}-1.0.0.gemspec`]: `Gem::Specification.new { |s| s.name = "${name}"; s.version = "1.0.0"; s.summary = "a"; s.authors = ["a"]; s.require_paths = ["lib"] }\n`,
  });
  const layered = rubyOf({
    'app.rb': 'require "shared"\nrequire "cats"\nrequire "dogs"\ndef h(event:, context:) = [SHARED, CATS, DOGS]\n',
    '.opt/ruby/lib/shared.rb': 'SHARED = "file"\n', ...gem(`.opt/ruby/gems/${VERSION}.0`, 'cats'), ...gem(`vendor/bundle/ruby/${VERSION}.0`, 'dogs'),
  });
  expect(valueOf(await call(layered))).toEqual(['file', '.opt', 'vendor']);
});

test('a function of another version of Ruby runs, which is logged once', async () => {
  const { call, entries } = startEngine();
  const older = ruby('def h(event:, context:) = 1\n', { runtime: 'ruby2.7' });
  expect([valueOf(await call(older)), valueOf(await call(older))]).toEqual([1, 1]);
  const differs = entries.filter(({ code }) => code === 'FUNCTION_RUNTIME_DIFFERS');
  expect(differs).toMatchObject([{ level: 'warn', message: expect.stringMatching(/functions of ruby2\.7 run on Ruby \d.*: ruby2\.7 is not installed$/) }]);
});

test('RUBY variables of the function are there when the interpreter starts', async () => {
  const { call } = startEngine({ prewarm: true });
  expect(valueOf(await call(ruby('def h(event:, context:) = $VERBOSE\n', { environment: { RUBYOPT: '-w' } })))).toBe(true);
});

test('a prewarmed interpreter takes the function', async () => {
  const { engine, call } = startEngine({ prewarm: true });
  const counter = ruby(COUNTER);
  await engine.prepare([counter]);
  expect(valueOf(await call(counter))).toMatchObject({ n: 1 });
});

test.each([['/home/ada/shop', '/home/ada/shop'], [undefined, '/var/task']])('with its sources in %s, traces name %s', async (sourceDirectory, shown) => {
  const { call } = startEngine();
  const faulty = ruby('def h(event:, context:)\n  raise "no"\nend\n', sourceDirectory === undefined ? {} : { sourceDirectory });
  expect(errorOf(await call(faulty))).toMatch(new RegExp(`"${shown}/app\\.rb:2:in [\`'](Object#)?h'"`));
});
