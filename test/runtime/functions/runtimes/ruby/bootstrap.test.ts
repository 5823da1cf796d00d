import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { FRAME } from '../../../../../lib/runtime/functions/wire/frames';
import type { FramedFunction } from '../../../../support/functions/framed-process';
import { endRuby, startRuby, type Frame, type RubyProcess } from '../../../../support/functions/ruby-process';
import { newDirectory, removeDirectories } from '../../../../support/temporary-directory';

afterEach(endRuby);
afterAll(removeDirectories);

/** Starts a function whose handler is these lines. */
async function start(...lines: readonly string[]): Promise<RubyProcess> {
  return startRuby({ code: ['def h(event:, context:)', ...lines, 'end'].join('\n') });
}

function documentOf({ kind, body }: Frame): unknown {
  expect(kind).toBe(FRAME.functionError);
  return JSON.parse(body);
}

describe('a handler', () => {
  test('gets the event and the context by name, and its return value is the result', async () => {
    const ruby = await start('{ statusCode: 200, body: JSON.generate(p: event["path"]) }');
    expect(await ruby.call({ path: '/a' })).toMatchObject({ kind: FRAME.result, body: '{"statusCode":200,"body":"{\\"p\\":\\"/a\\"}"}' });
  });

  test('keeps the state of its file between calls', async () => {
    const ruby = await startRuby({ code: '$n = 0\ndef h(event:, context:) = $n += 1' });
    expect([await ruby.result(), await ruby.result(), await ruby.result()]).toEqual([1, 2, 3]);
  });

  test('of a class in a module is called on the class, in a file of a folder', async () => {
    const code = { 'src/pets.rb': 'module Shop\n  class Pets\n    def self.list(event:, context:) = name\n  end\nend' };
    const ruby = await startRuby({ code, handler: 'src/pets.Shop::Pets.list' });
    expect(await ruby.result()).toBe('Shop::Pets');
  });

  test('is found in a file that is named like a library', async () => {
    const ruby = await startRuby({ code: { 'json.rb': 'def h(event:, context:) = "mine"' }, handler: 'json.h' });
    expect(await ruby.result()).toBe('mine');
  });

  test('gets a whole context', async () => {
    const ruby = await start(
      'names = %i[aws_request_id function_name function_version memory_limit_in_mb invoked_function_arn',
      '           log_group_name log_stream_name client_context identity tenant_id]',
      'remaining = context.get_remaining_time_in_millis',
      '[remaining.positive? && remaining <= 3000, context.deadline_ms > 1_700_000_000_000, names.map { |name| context.public_send(name) }]',
    );
    expect(await ruby.result({}, { clientContext: { custom: { a: 1 } } })).toEqual([true, true, [
      'id-1', 'orders', '$LATEST', '128', 'arn:aws:lambda:eu-central-1:123456789012:function:orders',
      '/aws/lambda/orders', '2026/11/28/[$LATEST]0', { custom: { a: 1 } }, null, null,
    ]]);
  });

  test('has the trace id of its call in the environment', async () => {
    const ruby = await start('ENV["_X_AMZN_TRACE_ID"]');
    expect(await ruby.result({}, { traceId: 'Root=1-2' })).toBe('Root=1-2');
    expect(await ruby.result()).toBeNull();
  });

  test('runs on the main thread in its code directory, with its own environment and nothing of the gateway', async () => {
    const code = 'def h(event:, context:) = [Dir.pwd, $LOAD_PATH.first, ENV.to_h, Time.now.zone, Thread.current == Thread.main, $stdout.sync, Encoding.default_external.to_s]';
    const ruby = await startRuby({ code, environment: { TABLE: 'örders', TZ: 'XYZ-3' } });
    const [cwd, first, environment, zone, ...others] = await ruby.result() as unknown[];
    expect([cwd, first, zone]).toEqual([ruby.directory, ruby.directory, 'XYZ']);
    expect(environment).toMatchObject({ TABLE: 'örders', AWS_EXECUTION_ENV: 'AWS_Lambda_ruby3.4', LAMBDA_TASK_ROOT: ruby.directory });
    expect(environment).not.toHaveProperty('SECRET');
    expect(others).toEqual([true, true, 'UTF-8']);
  });

  test('requires from its own directory first, then from its layers, and finds the gems that it is told of', async () => {
    const [layer, gems] = [newDirectory(), newDirectory()];
    writeFileSync(path.join(layer, 'shared.rb'), 'SHARED = "layer"\n');
    writeGem(gems, 'onlyhere', '1.2.3');
    const ruby = await startRuby({
      code: { 'app.rb': 'require "own"\nrequire "shared"\nrequire "onlyhere"\ndef h(event:, context:) = [OWN, SHARED, ONLYHERE]', 'own.rb': 'OWN = "own"' },
      searchPath: [layer], assignment: { gemPath: [gems] },
    });
    expect(await ruby.result()).toEqual(['own', 'layer', '1.2.3']);
  });
});

/** Writes a gem as `gem install` does, with a file of its name that tells its version. */
function writeGem(directory: string, name: string, version: string): void {
  const folder = path.join(directory, 'gems', `${name}-${version}`, 'lib');
  mkdirSync(folder, { recursive: true });
  mkdirSync(path.join(directory, 'specifications'), { recursive: true });
  writeFileSync(path.join(folder, `${name}.rb`), `${name.toUpperCase()} = "${version}"\n`);
  const fields = `s.name = "${name}"; s.version = "${version}"; s.summary = "a"; s.authors = ["a"]; s.files = ["lib/${name}.rb"]; s.require_paths = ["lib"]`;
  writeFileSync(path.join(directory, 'specifications', `${name}-${version}.gemspec`), `Gem::Specification.new { |s| ${fields} }\n`);
}

describe('with a lock file', () => {
  const lock = (version: string): string => `GEM\n  remote: https://rubygems.org/\n  specs:\n    pets (${version})\n\nPLATFORMS\n  ruby\n\nDEPENDENCIES\n  pets\n\nBUNDLED WITH\n   2.3.15\n`;

  async function startLocked(version: string): Promise<RubyProcess> {
    const [gems, project] = [newDirectory(), newDirectory()];
    for (const known of ['1.0.0', '2.0.0']) writeGem(gems, 'pets', known);
    const gemfile = path.join(project, 'Gemfile');
    writeFileSync(gemfile, 'source "https://rubygems.org"\ngem "pets"\n');
    writeFileSync(`${gemfile}.lock`, lock(version));
    return startRuby({ code: 'require "pets"\ndef h(event:, context:) = PETS', assignment: { gemPath: [gems], gemfile } });
  }

  test('the gems are those that it names', async () => {
    expect(await (await startLocked('1.0.0')).result()).toBe('1.0.0');
  });

  test('whose gems are not installed, the newest are taken, and the log says so', async () => {
    const ruby = await startLocked('3.0.0');
    expect(await ruby.result()).toBe('2.0.0');
    expect((await ruby.end()).map(({ text }) => text).join('\n')).toMatch(/^The gems of .*Gemfile\.lock are not used: .*pets/);
  });
});

describe('a function that cannot be loaded', () => {
  test.each<[string, FramedFunction, string, unknown]>([
    ['whose file fails', { code: 'raise "boom"' }, 'Init<RuntimeError>', 'boom'],
    ['that requires a missing file', { code: 'require "nosuch"' }, 'Init<LoadError>', 'cannot load such file -- nosuch'],
    ['that requires a missing file beside it', { code: 'require_relative "nosuch"' }, 'Init<LoadError>', 'cannot load such file -- /var/task/nosuch'],
    ['whose file is missing', { code: '', handler: 'nofile.h' }, 'Init<LoadError>', 'cannot load such file -- nofile'],
    ['whose handler has no dot', { code: '', handler: 'nodot' }, 'Init<ArgumentError>', expect.stringMatching(/^Invalid handler \["nodot"\], must be of form FILENAME\.METHOD/)],
    ['with a mistake in its syntax', { code: 'def h(' }, 'Init<SyntaxError>', expect.stringContaining('/var/task/app.rb:1: ')],
    ['that exits', { code: 'exit 3' }, 'Init<SystemExit>', 'exit'],
  ])('%s says so', async (_, order, errorType, errorMessage) => {
    const ruby = await startRuby(order);
    const { body } = await ruby.frame(({ kind }) => kind === FRAME.initError);
    expect(JSON.parse(body)).toEqual({ errorType, errorMessage, stackTrace: expect.any(Array) });
    expect((await ruby.ended).code).toBe(252);
    const [title, ...lines] = ruby.lines.map(({ text }) => text);
    expect(title).toBe(`Init error when loading handler ${order.handler ?? 'app.h'}`);
    expect(JSON.parse(lines.join('\n'))).toEqual(JSON.parse(body));
  });

  test('names the line of its file that fails', async () => {
    const ruby = await startRuby({ code: 'x = 1\nx.missing' });
    const { body } = await ruby.frame(({ kind }) => kind === FRAME.initError);
    const { stackTrace } = JSON.parse(body) as { stackTrace: string[] };
    expect(stackTrace[0]).toMatch(/^\/var\/task\/app\.rb:2:in [`']<top \(required\)>'$/);
    expect(stackTrace.join('')).not.toContain('bootstrap.rb');
  });
});

describe('an error', () => {
  test('is described with its lines and logged, and the process goes on', async () => {
    const ruby = await startRuby({ code: 'def inner(event) = event.fetch("missing")\ndef h(event:, context:)\n  event ? inner(event) : 1\nend' });
    const document = documentOf(await ruby.call({}));
    expect(document).toEqual({ errorMessage: 'key not found: "missing"', errorType: 'Function<KeyError>', stackTrace: [
      expect.stringMatching(/^\/var\/task\/app\.rb:1:in [`'](Hash#)?fetch'$/), expect.stringMatching(/^\/var\/task\/app\.rb:1:in [`'](Object#)?inner'$/),
      expect.stringMatching(/^\/var\/task\/app\.rb:3:in [`'](Object#)?h'$/),
    ] });
    expect(await ruby.result(null)).toBe(1);
    const [title, ...lines] = (await ruby.end()).map(({ text }) => text);
    expect(title).toBe('Error raised from handler method');
    expect(JSON.parse(lines.join('\n'))).toEqual(document);
    expect(lines[1]).toBe('  "errorMessage": "key not found: \\"missing\\"",');
  });

  test('is what a handler with positional parameters is called with', async () => {
    const ruby = await startRuby({ code: 'def h(event, context) = 1' });
    for (let call = 0; call < 2; call += 1) {
      expect(documentOf(await ruby.call())).toMatchObject({ errorType: 'Function<ArgumentError>', errorMessage: 'wrong number of arguments (given 1, expected 2)' });
    }
  });

  test('whose message is not text is described, too', async () => {
    const ruby = await start('raise ArgumentError, "\\xff".b if event == 1', 'raise Class.new(StandardError) { def message = raise("no") }');
    expect(documentOf(await ruby.call(1))).toMatchObject({ errorMessage: '\ufffd', errorType: 'Function<ArgumentError>' });
    expect(documentOf(await ruby.call(2))).toMatchObject({ errorMessage: '', errorType: expect.stringMatching(/^Function<#<Class:/) });
  });

  test.each([
    ['a missing method', 'nil.foo', 'Function<NoMethodError>', /^undefined method [`']foo' for nil/],
    ['a missing name', 'nosuch', 'Function<NameError>', /^undefined local variable or method [`']nosuch' for/],
    ['an exit', 'exit 3', 'Function<SystemExit>', /^exit$/],
    ['a recursion without end', 'def r = r()\nr', 'Function<SystemStackError>', /^stack level too deep$/],
    ['an abstract method', 'raise NotImplementedError, "later"', 'Function<NotImplementedError>', /^later$/],
    ['an error of its own that is no StandardError', 'raise Exception, "all"', 'Function<Exception>', /^all$/],
  ])('ends the process if it is %s: it says so first, answers, and takes no other call', async (_, line, errorType, errorMessage) => {
    const ruby = await start(line);
    const [first, second] = [ruby.send({}), ruby.send({})];
    expect(await ruby.ended).toEqual({ code: 255, signal: null });
    expect(ruby.wire.takeBack()).toBe(second.offset);
    const frames = ruby.frames.slice(1);
    expect(frames.map(({ kind, nonce }) => [kind, nonce])).toEqual([[FRAME.exitNotice, '0'.repeat(16)], [FRAME.functionError, first.nonce]]);
    expect(JSON.parse(frames[1]?.body ?? '')).toMatchObject({ errorType, errorMessage: expect.stringMatching(errorMessage) });
    expect(ruby.lines[0]?.text).toBe('Critical exception from handler');
  });

  test('that ends the process is a missing handler', async () => {
    const ruby = await startRuby({ code: '', handler: 'app.nosuch' });
    expect(documentOf(await ruby.call())).toMatchObject({ errorType: 'Function<NoMethodError>', errorMessage: expect.stringMatching(/^undefined method [`']nosuch' for .*LambdaHandler/) });
    expect((await ruby.ended).code).toBe(255);
  });
});

describe('a process ends', () => {
  test('by exit!, without a notice', async () => {
    const ruby = await start('print "last words"', 'exit! 0');
    ruby.send({});
    expect(await ruby.ended).toEqual({ code: 0, signal: null });
    expect(ruby.frames.map(({ kind }) => kind)).toEqual([FRAME.ready]);
    expect(ruby.lines).toEqual([{ stream: 'stdout', text: 'last words', nonce: undefined }]);
  });

  test('at once when the gateway does, whatever threads are left', async () => {
    const ruby = await start('Thread.new { sleep }', '1');
    await ruby.result();
    ruby.channel.destroy();
    expect(await ruby.ended).toEqual({ code: 1, signal: null });
  });

  test('with a notice, by an error of a thread that aborts it', async () => {
    const ruby = await start('Thread.abort_on_exception = true', 'Thread.new { sleep 0.05; raise "from a thread" }', '1');
    await ruby.result();
    expect((await ruby.ended).code).toBe(1);
    expect(ruby.frames.at(-1)).toMatchObject({ kind: FRAME.exitNotice, body: expect.stringContaining('from a thread') });
  });
});

describe('a return value becomes JSON', () => {
  test.each([
    ['nil', 'null'],
    ['{ a: [1, 2.5, :s, nil, true], "b" => "grüß" }', '{"a":[1,2.5,"s",null,true],"b":"grüß"}'],
    ['Class.new { def to_json(*) = "[1]" }.new', '[1]'],
    ['StringIO.new("{\\"raw\\": 1}")', '{"raw": 1}'],
    ['Time.at(0).utc', '"1970-01-01 00:00:00 UTC"'],
  ])('%s', async (expression, expected) => {
    expect(await (await start(expression)).call()).toMatchObject({ kind: FRAME.result, body: expected });
  });

  test.each([
    ['Float::NAN', 'Function<JSON::GeneratorError>'],
    ['(0..200).reduce(1) { |inner, _| [inner] }', 'Function<JSON::NestingError>'],
  ])('or is refused: %s', async (expression, errorType) => {
    const ruby = await start(`event ? ${expression} : 1`);
    expect(documentOf(await ruby.call())).toMatchObject({ errorType });
    expect(await ruby.result(null)).toBe(1);
  });

  test('that is too large is reported with its size', async () => {
    expect(await (await start('"x" * 7_000_000')).call()).toMatchObject({ kind: FRAME.resultTooLarge, body: '7000002' });
  });
});

describe('a log line', () => {
  test('of a logger on a standard stream has level, time and request id; one on another device is as ever', async () => {
    const ruby = await start('require "logger"', 'Logger.new($stdout).info("i")', 'io = StringIO.new', 'Logger.new(io).warn("w")', 'io.string');
    expect(await ruby.result()).toMatch(/ WARN -- : w\n$/);
    expect((await ruby.end()).map(({ text }) => text)).toEqual([expect.stringMatching(/^I, \[\d{4}-\d\d-\d\dT[\d:.]+ #\d+\] {2}INFO id-1 -- : i$/)]);
  });

  test('is an object where the function asks for JSON', async () => {
    const code = 'def h(event:, context:)\n  log = Logger.new($stdout, progname: "shop")\n  log.warn("w")\n  begin; 1 / 0; rescue => e; log.error(e); end\nend';
    const ruby = await startRuby({ code, environment: { AWS_LAMBDA_LOG_FORMAT: 'JSON' } });
    await ruby.call();
    expect((await ruby.end()).map(({ text }) => JSON.parse(text) as unknown)).toEqual([
      { timestamp: expect.stringMatching(/^[-\dT:.]+Z$/), level: 'WARN', requestId: 'id-1', logger: 'shop', message: 'w' },
      expect.objectContaining({ level: 'ERROR', errorType: 'ZeroDivisionError', errorMessage: 'divided by 0', stackTrace: expect.any(Array) }),
    ]);
  });
});
