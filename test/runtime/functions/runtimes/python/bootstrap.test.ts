import path from 'node:path';
import { FRAME } from '../../../../../lib/runtime/functions/wire/frames';
import { endPython, startPython, type Frame, type PythonProcess } from '../../../../support/functions/python-process';
import { newDirectory, removeDirectories } from '../../../../support/temporary-directory';

afterEach(endPython);
afterAll(removeDirectories);

/** An assignment with it is not read at once. */
const LARGE = 'x'.repeat(100_000);
const NBSP = '\u00a0';

/** Starts a function whose handler is these lines. */
async function start(...lines: readonly string[]): Promise<PythonProcess> {
  return startPython({ code: ['import json, logging, os, sys', 'def h(event, context):', ...lines.map((line) => `    ${line}`)].join('\n') });
}

function documentOf({ kind, body }: Frame): unknown {
  expect(kind).toBe(FRAME.functionError);
  return JSON.parse(body);
}

describe('a handler', () => {
  test('gets the event, and its return value is the result', async () => {
    const python = await start('return {"statusCode": 200, "body": json.dumps({"p": event["path"]})}');
    expect(await python.call({ path: '/a' })).toMatchObject({ kind: FRAME.result, body: '{"statusCode": 200, "body": "{\\"p\\": \\"/a\\"}"}' });
  });

  test('keeps the state of its module between calls', async () => {
    const python = await startPython({ code: 'n = 0\ndef h(event, context):\n    global n\n    n += 1\n    return n' });
    expect([await python.result(), await python.result(), await python.result()]).toEqual([1, 2, 3]);
  });

  test('gets a whole context', async () => {
    const python = await start(
      'remaining = context.get_remaining_time_in_millis()',
      'context.log("noted\\n")',
      'names = ["aws_request_id", "function_name", "function_version", "memory_limit_in_mb", "invoked_function_arn",',
      '         "log_group_name", "log_stream_name", "client_context", "tenant_id"]',
      'return [0 < remaining <= 3000, [getattr(context, name) for name in names], context.identity.cognito_identity_id, repr(context)]',
    );
    const [isInTime, values, identity, text] = await python.result() as [boolean, unknown, unknown, string];
    expect([isInTime, identity]).toEqual([true, null]);
    expect(values).toEqual([
      'id-1', 'orders', '$LATEST', '128', 'arn:aws:lambda:eu-central-1:123456789012:function:orders',
      '/aws/lambda/orders', '2026/11/28/[$LATEST]0', null, null,
    ]);
    expect(text).toContain('LambdaContext([aws_request_id=id-1, function_name=orders, ');
    expect(await python.end()).toEqual([{ stream: 'stdout', text: 'noted', nonce: '0000000000000001' }]);
  });

  test('reads the client context by attributes', async () => {
    const python = await start('c = context.client_context', 'return [c.custom["a"], c.env, c.client.app_title, c.client.installation_id]');
    const clientContext = { custom: { a: 1 }, client: { app_title: 'shop' } };
    expect(await python.result({}, { clientContext })).toEqual([1, null, 'shop', null]);
    expect(documentOf(await python.call({}, { clientContext: [] }))).toMatchObject({ errorType: 'AttributeError' });
  });

  test('has the trace id of its call in the environment', async () => {
    const python = await start('return os.environ.get("_X_AMZN_TRACE_ID")');
    expect(await python.result({}, { traceId: 'Root=1-2' })).toBe('Root=1-2');
    expect(await python.result({}, { traceId: 'Root=1-3' })).toBe('Root=1-3');
    expect(await python.result()).toBeNull();
  });

  test('runs on the main thread in its code directory, with its own environment and nothing of the gateway', async () => {
    const python = await startPython({
      code: [
        'import os, sys, threading, time',
        'def h(event, context):',
        '    return [os.getcwd(), sys.path[0], os.environ["LAMBDA_TASK_ROOT"], dict(os.environ), time.tzname[0], "bootstrap" in sys.modules,',
        '            threading.current_thread() is threading.main_thread()]',
      ].join('\n'),
      environment: { TABLE: 'örders', TZ: 'XYZ-3', LARGE },
    });
    const [cwd, first, root, environment, zone, isModule, isMain] = await python.result() as unknown[];
    expect([cwd, first, root]).toEqual([python.directory, python.directory, python.directory]);
    expect(environment).toEqual({
      TABLE: 'örders', TZ: 'XYZ-3', LARGE, AWS_EXECUTION_ENV: 'AWS_Lambda_python3.12', LAMBDA_TASK_ROOT: python.directory, PATH: process.env.PATH,
    });
    expect([zone, isModule, isMain]).toEqual(['XYZ', false, true]);
  });

  test.each(['src/pkg/m.h', 'src.pkg.m.h'])('of a module in a folder is found as %s', async (handler) => {
    const python = await startPython({ code: { 'src/pkg/m.py': 'def h(event, context):\n    return __name__' }, handler });
    expect(await python.result()).toBe('src.pkg.m');
  });

  test('imports from its own directory first, then from those of its layers and packages', async () => {
    const [layer, packages] = [newDirectory(), newDirectory()];
    const python = await startPython({
      code: { 'app.py': 'import sys, own\ndef h(event, context):\n    return [own.__file__, sys.path[1:3]]', 'own.py': '' }, searchPath: [layer, packages],
    });
    expect(await python.result()).toEqual([path.join(python.directory, 'own.py'), [layer, packages]]);
  });
});

describe('a function that cannot be loaded', () => {
  test.each([
    ['whose module fails', { code: 'raise RuntimeError("boom")' }, 'RuntimeError', 'boom'],
    ['that imports a missing module', { code: 'import nosuch' }, 'Runtime.ImportModuleError', "Unable to import module 'app': No module named 'nosuch'"],
    ['whose module imports a missing name', { code: 'from json import nosuch' }, 'Runtime.ImportModuleError', expect.stringContaining("Unable to import module 'app': cannot import name")],
    ['whose file is missing', { code: '', handler: 'nofile.h' }, 'Runtime.ImportModuleError', "Unable to import module 'nofile': No module named 'nofile'"],
    ['without a function of that name', { code: '', handler: 'app.nosuch' }, 'Runtime.HandlerNotFound', "Handler 'nosuch' missing on module 'app'"],
    ['whose handler has no dot', { code: '', handler: 'nodot' }, 'Runtime.MalformedHandlerName', "Bad handler 'nodot': not enough values to unpack (expected 2, got 1)"],
    ['named like a part of Python', { code: '', handler: 'sys.exit' }, 'Runtime.BuiltInModuleConflict', 'Cannot use built-in module sys as a handler module'],
  ])('%s says so', async (_, order, errorType, errorMessage) => {
    const python = await startPython(order);
    const { body } = await python.frame(({ kind }) => kind === FRAME.initError);
    expect(JSON.parse(body)).toEqual({ errorType, errorMessage, requestId: '', stackTrace: expect.any(Array) });
    expect((await python.ended).code).toBe(1);
    expect(python.lines[0].text).toMatch(new RegExp(`^\\[ERROR\\] ${errorType}: .*\rTraceback \\(most recent call last\\):`));
  });

  test('with a mistake in its syntax names the place', async () => {
    const python = await startPython({ code: { 'bad.py': 'def h(e, c)\n    pass' }, handler: 'bad.h' });
    const { body } = await python.frame(({ kind }) => kind === FRAME.initError);
    const document = JSON.parse(body) as { errorMessage: string; stackTrace: string[] };
    // the words are the interpreter's
    expect(document).toMatchObject({ errorType: 'Runtime.UserCodeSyntaxError', errorMessage: expect.stringMatching(/^Syntax error in module 'bad': .* \(bad\.py, line 1\)$/) });
    expect(document.stackTrace).toEqual(['  File "/var/task/bad.py" Line 1\n    def h(e, c)\n']);
  });

  test('names the line of its module that fails', async () => {
    const python = await startPython({ code: 'x = 1\nx.missing' });
    const { body } = await python.frame(({ kind }) => kind === FRAME.initError);
    const { stackTrace } = JSON.parse(body) as { stackTrace: string[] };
    expect(stackTrace.at(-1)).toBe('  File "/var/task/app.py", line 2, in <module>\n    x.missing\n');
    expect(stackTrace.join('')).not.toContain('bootstrap.py');
  });

  test('because its module exits ends with that status', async () => {
    const python = await startPython({ code: 'import sys\nsys.exit(4)' });
    expect(await python.ended).toEqual({ code: 4, signal: null });
    expect(python.frames).toEqual([]);
  });
});

describe('an error', () => {
  test('is described and logged with its lines', async () => {
    const python = await start('def inner():', '    return event["missing"]', 'return inner()');
    const file = '/var/task/app.py';
    expect(documentOf(await python.call())).toEqual({
      errorMessage: "'missing'", errorType: 'KeyError', requestId: 'id-1',
      stackTrace: [`  File "${file}", line 5, in h\n    return inner()\n`, `  File "${file}", line 4, in inner\n    return event["missing"]\n`],
    });
    expect(await python.end()).toEqual([{ stream: 'stdout', nonce: '0000000000000001', text: [
      "[ERROR] KeyError: 'missing'", 'Traceback (most recent call last):',
      `${NBSP}${NBSP}File "${file}", line 5, in h`, `${NBSP.repeat(4)}return inner()`,
      `${NBSP}${NBSP}File "${file}", line 4, in inner`, `${NBSP.repeat(4)}return event["missing"]`,
    ].join('\r') }]);
  });

  test('without a message, with several lines, or with none that can be read is one line of the log', async () => {
    const python = await start(
      'class Broken(Exception):', '    def __str__(self): raise ValueError()',
      'raise {"silent": KeyboardInterrupt, "lines": ValueError("a\\nb"), "empty": ValueError(), "broken": Broken()}[event]',
    );
    expect(documentOf(await python.call('"lines"'))).toMatchObject({ errorMessage: 'a\nb' });
    expect(documentOf(await python.call('"empty"'))).toMatchObject({ errorMessage: '', errorType: 'ValueError' });
    expect(documentOf(await python.call('"broken"'))).toMatchObject({ errorType: 'Broken', errorMessage: '' });
    const texts = (await python.end()).map(({ text }) => text);
    expect(texts.map((text) => text.slice(0, 22))).toEqual(['[ERROR] ValueError: a\r', '[ERROR] ValueError\rTra', '[ERROR] Broken\rTraceba']);
  });

  test('by deep recursion is an error like any other', async () => {
    const python = await start('return h(event, context) if event else 1');
    expect(documentOf(await python.call('1'))).toMatchObject({ errorType: 'RecursionError', stackTrace: expect.any(Array) });
    expect(await python.result('0')).toBe(1);
  });
});

describe('a process ends', () => {
  test.each([
    ['sys.exit(3)', 3, 'Error: Runtime exited with error: exit status 3'],
    ['sys.exit("why")', 1, 'Error: Runtime exited with error: exit status 1'],
    ['sys.exit()', 0, 'Error: Runtime exited without providing a reason'],
    ['sys.exit(256)', 0, 'Error: Runtime exited without providing a reason'],
    ['raise GeneratorExit()', 1, 'Error: Runtime exited with error: exit status 1'],
  ])('by %s, of which it gives notice', async (line, status, text) => {
    const python = await start('print("bye", end="")', line);
    python.send({});
    expect(await python.ended).toEqual({ code: status, signal: null });
    const notices = python.frames.slice(1).map(({ kind, body }) => [kind, JSON.parse(body) as unknown]);
    expect(notices).toEqual([[FRAME.exitNotice, { errorType: 'Runtime.ExitError', errorMessage: `RequestId: id-1 ${text}` }]]);
    expect(python.lines.find(({ stream }) => stream === 'stdout')?.text).toBe('bye');
  });

  test('by KeyboardInterrupt, which nothing catches', async () => {
    const python = await start('raise KeyboardInterrupt()');
    python.send({});
    expect(await python.ended).toEqual({ code: null, signal: 'SIGINT' });
    expect(python.frames.at(-1)).toMatchObject({ kind: FRAME.exitNotice, body: expect.stringContaining('signal: interrupt') });
  });

  test('by os._exit, without a notice', async () => {
    const python = await start('print("last", end=" ")', 'print("words", end="", file=sys.__stdout__)', 'os._exit(0)');
    python.send({});
    expect(await python.ended).toEqual({ code: 0, signal: null });
    expect(python.frames.map(({ kind }) => kind)).toEqual([FRAME.ready]);
    expect(python.lines).toEqual([{ stream: 'stdout', text: 'last words', nonce: undefined }]);
  });

  test('at once when the gateway does, whatever threads are left', async () => {
    const python = await start('import threading, time', 'threading.Thread(target=time.sleep, args=(3600,)).start()', 'return 1');
    await python.result();
    python.channel.destroy();
    expect(await python.ended).toEqual({ code: 1, signal: null });
  });

  test('when the function closes the channel', async () => {
    const python = await start('os.close(3)', 'return 1');
    python.send({});
    expect(await python.ended).toEqual({ code: 1, signal: null });
  });
});

describe('a return value becomes JSON', () => {
  test.each([
    ['None', 'null'],
    ['{"d": decimal.Decimal("1.10"), "e": [decimal.Decimal("1E+3"), decimal.Decimal("-0.5")]}', '{"d": 1.10, "e": [1E+3, -0.5]}'],
    ['[decimal.Decimal("-NaN"), float("nan"), float("inf"), decimal.Decimal("-Infinity")]', '[NaN, NaN, Infinity, -Infinity]'],
    ['{"p": Point(1, [Point(2, 3)]), "t": (1, 2)}', '{"p": {"x": 1, "y": [{"x": 2, "y": 3}]}, "t": [1, 2]}'],
    ['{b"k": b"v", 1: True, None: 1.5, "d": {b"n": 1}}', '{"k": "v", "1": true, "null": 1.5, "d": {"n": 1}}'],
    ['collections.OrderedDict(a=Color.RED)', '{"a": 1}'],
    ['"grüß 😀 \\u2028"', '"grüß 😀 \u2028"'],
    ['"\\ud800"', '"\\ud800"'],
    ['b\'{"raw": 1}\'', '{"raw": 1}'],
    ['base64.b64encode(bytes(range(256))).decode()', JSON.stringify(Buffer.from([...Array(256).keys()]).toString('base64'))],
  ])('%s', async (expression, expected) => {
    const python = await startPython({ code: `${VALUES}def h(event, context):\n    return ${expression}` });
    expect(await python.call()).toMatchObject({ kind: FRAME.result, body: expected });
  });

  test('escaped where the runtime is older than Python 3.12, whatever interpreter runs it', async () => {
    for (const [runtime, expected] of [['python3.11', '"gr\\u00fc\\u00df"'], ['python3.13', '"grüß"']]) {
      const python = await startPython({ code: 'def h(event, context):\n    return event', runtime });
      expect((await python.call('"grüß"')).body).toBe(expected);
    }
  });

  test.each([
    ['[{1}]', 'Object of type set is not JSON serializable'],
    ['bytearray()', 'Object of type bytearray is not JSON serializable'],
    ['asynchronous()', 'Object of type coroutine is not JSON serializable'],
    ['{(1, 2): 3}', 'keys must be str, int, float, bool or None, not tuple'],
    ['circular', 'Circular reference detected'],
    ['b"\\x89PNG" and [b"\\x89PNG"]', "'utf-8' codec can't decode byte 0x89 in position 0: invalid start byte"],
  ])('or is refused: %s', async (expression, reason) => {
    const python = await startPython({ code: `${VALUES}def h(event, context):\n    return ${expression}` });
    const errorMessage = `Unable to marshal response: ${reason}`;
    expect(documentOf(await python.call())).toEqual({ errorType: 'Runtime.MarshalError', errorMessage, requestId: 'id-1', stackTrace: [] });
    expect((await python.end()).find(({ stream }) => stream === 'stdout')?.text).toBe(`[ERROR] Runtime.MarshalError: ${errorMessage}\rTraceback (most recent call last):`);
  });

  test('or is refused: one that is nested too deeply', async () => {
    const python = await start('value = []', 'for _ in range(event): value = [value]', 'return value');
    expect(documentOf(await python.call('200000'))).toMatchObject({ errorType: 'Runtime.MarshalError' });
    expect(await python.result('2')).toEqual([[[]]]);
  });

  test('that is too large is reported with its size, and so is an error', async () => {
    const python = await start('if event: raise ValueError("x" * 7_000_000)', 'return "x" * 7_000_000');
    expect(await python.call('0')).toMatchObject({ kind: FRAME.resultTooLarge, body: '7000002' });
    expect(await python.call('1')).toMatchObject({ kind: FRAME.resultTooLarge });
    expect(await python.call('0')).toMatchObject({ kind: FRAME.resultTooLarge });
  });
});

test('an event that is nested too deeply is an error of the call', async () => {
  const python = await start('return 1');
  expect(documentOf(await python.call('['.repeat(200_000) + ']'.repeat(200_000)))).toMatchObject({
    errorType: 'Runtime.UnmarshalError', errorMessage: expect.stringMatching(/^Unable to unmarshal input: /),
  });
  expect(await python.result()).toBe(1);
});

describe('a log record', () => {
  test('has level, time, request id and text; below WARNING there is none', async () => {
    const python = await start('logging.info("i")', 'logging.warning("w %d", 1)', 'logging.getLogger("own").error("two\\nlines")');
    await python.call();
    expect((await python.end()).map(({ stream, text }) => [stream, text])).toEqual([
      ['stdout', expect.stringMatching(/^\[WARNING\]\t\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z\tid-1\tw 1$/)],
      ['stdout', expect.stringMatching(/^\[ERROR\]\t.*Z\tid-1\ttwo$/)], ['stdout', 'lines'],
    ]);
  });

  test('has its time in UTC, whatever the time zone of the function', async () => {
    const record = '{"created": 7.5, "msecs": 500.0, "levelname": "WARNING", "levelno": 30, "msg": "w"}';
    const python = await startPython({
      code: `import logging\ndef h(event, context):\n    logging.getLogger().handle(logging.makeLogRecord(${record}))`, environment: { TZ: 'XYZ-3' },
    });
    await python.call();
    expect((await python.end())[0].text).toBe('[WARNING]\t1970-01-01T00:00:07.500Z\tid-1\tw');
  });

  test.each([['TRACE', ['debug', 'info', 'error']], ['info', ['info', 'error']], ['FATAL', []], ['nonsense', ['error']]])('is written from the level %s on', async (level, expected) => {
    const python = await startPython({
      code: 'import logging\ndef h(event, context):\n    for level in ("debug", "info", "error"): getattr(logging, level)(level)', environment: { AWS_LAMBDA_LOG_LEVEL: level },
    });
    await python.call();
    expect((await python.end()).map(({ text }) => text.split('\t')[3])).toEqual(expected);
  });

  test('is an object where the function asks for JSON, and so is an error', async () => {
    const python = await startPython({
      code: [
        'import logging', 'def h(event, context):',
        '    logging.warning("w", extra={"order": 7, "level": "mine"})',
        '    try: 1 / 0', '    except ZeroDivisionError: logging.exception("caught")',
        '    raise ValueError("é")',
      ].join('\n'),
      environment: { AWS_LAMBDA_LOG_FORMAT: 'JSON' },
    });
    await python.call();
    const entries = (await python.end()).map(({ text }) => JSON.parse(text) as unknown);
    const timestamp: unknown = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    expect(entries).toEqual([
      { timestamp, level: 'WARNING', message: 'w', logger: 'root', requestId: 'id-1', order: 7 },
      {
        timestamp, level: 'ERROR', message: 'caught', logger: 'root', requestId: 'id-1', errorType: 'ZeroDivisionError', errorMessage: 'division by zero',
        stackTrace: [expect.stringMatching(/^ {2}File "\/var\/task\/app\.py", line 4, in h\n {4}.*1 \/ 0\n/)], location: '/var/task/app.py:h:5',
      },
      { timestamp: expect.stringMatching(/^[-\dT:]{19}$/), level: 'ERROR', errorMessage: 'é', errorType: 'ValueError', requestId: 'id-1', stackTrace: [expect.stringContaining('raise')] },
    ]);
  });
});

/** Values of types that JSON has no form for, or that `json` and Lambda write differently. */
const VALUES = `import base64, collections, decimal, enum
Point = collections.namedtuple("Point", "x y")
class Color(enum.IntEnum):
    RED = 1
async def asynchronous(): pass
circular = {}
circular["self"] = circular
`;
