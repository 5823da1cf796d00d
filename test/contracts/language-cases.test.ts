import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Api, Duration, FunctionRuntime, ProxyFunction, type ProxyFunctionProps } from 'synthgate';
import { declareGateway, type DeclaredGateway } from '../support/declared-gateway';
import { newDirectory } from '../support/temporary-directory';
import { until } from '../support/until';

jest.setTimeout(60_000);

/*
 * Functions of other languages as their clients and their log see them: what Lambda does with each handler.
 */

/** The body of every failure: the client learns nothing. */
const FAILURE = { status: 502, body: '{"message": "Internal server error"}' } as const;

interface Expected {
  readonly status: number;
  /** The text of the body. */
  readonly body?: string | RegExp;
  /** Texts that the log has. */
  readonly log?: readonly RegExp[];
  /** Texts that no line of the log has. */
  readonly notInLog?: RegExp;
}

interface LanguageCase {
  readonly about: string;
  /** `app.py`, `app.rb` or `bootstrap` with their texts. */
  readonly files: Readonly<Record<string, string>>;
  readonly props?: Partial<ProxyFunctionProps>;
  /** The answers of calls, one after the other. */
  readonly expect: readonly Expected[];
}

const answers = (value: string, before = '') => ({ 'app.py': `${before}\ndef h(event, context):\n    return {"statusCode": 200, "body": ${value}}\n` });
const handler = (...lines: readonly string[]) => ({ 'app.py': `import json, logging, os, sys, time\ndef h(event, context):\n${lines.map((line) => `    ${line}\n`).join('')}` });
const failing = (...log: readonly RegExp[]): readonly Expected[] => [{ ...FAILURE, log }];

const RUBY = { runtime: FunctionRuntime.RUBY_3_3 };

const CASES: Readonly<Record<string, LanguageCase>> = {
  c1: { about: 'the path of the request', files: answers('json.dumps({"p": event["path"]})', 'import json'), expect: [{ status: 200, body: '{"p": "/c1"}' }] },
  c2: { about: 'None', files: handler('return None'), expect: failing(/RESULT_MALFORMED/) },
  c3: { about: 'an exception', files: handler('return event["missing"]'), expect: failing(/^\[ERROR\] KeyError: 'missing'/, /File ".*app\.py", line 3, in h/) },
  c5: {
    about: 'two printed lines', files: handler('print("first line\\nsecond line")', 'return {"statusCode": 200, "body": "intact"}'),
    expect: [{ status: 200, body: 'intact', log: [/^first line$/, /^second line$/] }],
  },
  c6: { about: 'a printed result', files: handler('print(\'{"statusCode":500}\')', 'return {"statusCode": 200, "body": "ok"}'), expect: [{ status: 200, body: 'ok' }] },
  c7: {
    about: 'a warning', files: handler('logging.warning("be warned")', 'return {"statusCode": 200}'),
    expect: [{ status: 200, log: [/^\[WARNING\]\t\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z\t[0-9a-f-]{36}\tbe warned$/] }],
  },
  c8: { about: 'an information', files: handler('logging.info("be informed")', 'return {"statusCode": 200}'), expect: [{ status: 200, notInLog: /be informed/ }] },
  c9: {
    about: 'an exit, and a call after it', files: handler('if "leave" in (event["queryStringParameters"] or {}): sys.exit(3)', 'return {"statusCode": 200, "body": "here"}'),
    expect: [{ ...FAILURE, log: [/FUNCTION_CRASHED/] }, { status: 200, body: 'here' }],
  },
  c10: { about: 'a silent exit', files: handler('os._exit(0)'), expect: failing(/FUNCTION_CRASHED/) },
  c11: { about: 'a module that raises', files: { 'app.py': 'raise RuntimeError("boom")\n' }, expect: failing(/FUNCTION_INIT_FAILED.*boom/) },
  c12: { about: 'a module that is missing', files: { 'app.py': 'import nosuch\n' }, expect: failing(/Unable to import module 'app': No module named 'nosuch'/) },
  c13: { about: 'a mistake in the syntax', files: { 'app.py': 'def h(e, c)\n    pass\n' }, expect: failing(/Syntax error in module 'app': .*\(app\.py, line 1\)/) },
  c16: {
    about: 'a module in a package', files: { 'src/pkg/m.py': 'def h(event, context):\n    return {"statusCode": 200, "body": __name__}\n' }, props: { handler: 'src/pkg/m.h' },
    expect: [{ status: 200, body: 'src.pkg.m' }],
  },
  c17: { about: 'a set', files: handler('return {"statusCode": 200, "body": {1}}'), expect: failing(/Unable to marshal response: Object of type set is not JSON serializable/) },
  c18: { about: 'a coroutine', files: { 'app.py': 'async def h(event, context):\n    return 1\n' }, expect: failing(/Unable to marshal response: Object of type coroutine is not JSON serializable/) },
  c21: { about: 'a call that takes too long', files: handler('time.sleep(5)'), props: { timeout: Duration.seconds(1) }, expect: failing(/FUNCTION_TIMEOUT.*1000 ms/) },
  c22: {
    about: 'a counter in the module', files: answers('str(next(counter))', 'import itertools\ncounter = itertools.count(1)'),
    expect: ['1', '2', '3'].map((body) => ({ status: 200, body })),
  },
  c24: { about: 'more memory than it has', files: handler('return len(bytearray(1 << 30))'), expect: failing(/MemoryError|FUNCTION_OUT_OF_MEMORY/) },
  c25: { about: 'a result of 7 MB', files: answers('"x" * 7340032'), expect: failing(/FUNCTION_RESULT_TOO_LARGE/) },
  c26: {
    about: 'bytes in Base64', files: handler('return {"statusCode": 200, "headers": {"Content-Type": "image/png"}, "body": "iVBORw0KGgo=", "isBase64Encoded": True}'),
    expect: [{ status: 200, body: /^.PNG/ }],
  },
  c27: {
    about: 'where it is', files: answers('json.dumps([os.getcwd() == os.environ["LAMBDA_TASK_ROOT"], os.environ["AWS_EXECUTION_ENV"]])', 'import json, os'),
    expect: [{ status: 200, body: '[true, "AWS_Lambda_python3.12"]' }],
  },
  c28: {
    about: 'memory and time of the context', files: answers('json.dumps([context.memory_limit_in_mb, 0 < context.get_remaining_time_in_millis() <= 3000])', 'import json'),
    expect: [{ status: 200, body: '["128", true]' }],
  },
  c29: { about: 'a variable of the gateway', files: answers('os.environ.get("LANGUAGE_CASES_SECRET", "unset")', 'import os'), expect: [{ status: 200, body: 'unset' }] },
  c34: {
    about: 'keywords and symbols in Ruby', files: { 'app.rb': 'def h(event:, context:) = { statusCode: 200, body: event["path"] }\n' }, props: RUBY,
    expect: [{ status: 200, body: '/c34' }],
  },
  c35: {
    about: 'a missing method in Ruby, twice', files: { 'app.rb': 'def h(event:, context:)\n  puts "process #{Process.pid}"\n  nil.foo\nend\n' }, props: RUBY,
    expect: [1, 2].map(() => ({ ...FAILURE, log: [/^Critical exception from handler$/, /app\.rb:3/] })),
  },
  c36: {
    about: 'an error in Ruby, twice, in one process', files: { 'app.rb': '$n = 0\ndef h(event:, context:)\n  puts "call #{$n += 1}"\n  raise ArgumentError\nend\n' }, props: RUBY,
    expect: [1, 2].map((n) => ({ ...FAILURE, log: [new RegExp(`^call ${n}$`), /^Error raised from handler method$/] })),
  },
  c38: {
    about: 'a bootstrap in the shell, ten calls',
    files: {
      bootstrap: `#!/bin/bash
for n in 1 2 3 4 5 6 7 8 9 10; do
  curl -sS -o /dev/null -D "$TMPDIR/headers" "http://$AWS_LAMBDA_RUNTIME_API/2018-06-01/runtime/invocation/next"
  id=$(grep -Fi Lambda-Runtime-Aws-Request-Id "$TMPDIR/headers" | tr -d '[:space:]' | cut -d: -f2)
  curl -sS -o /dev/null "http://$AWS_LAMBDA_RUNTIME_API/2018-06-01/runtime/invocation/$id/response" -d "{\\"statusCode\\":200,\\"body\\":\\"$n\\"}"
done
`,
    },
    props: { runtime: FunctionRuntime.PROVIDED_AL2023, handler: 'any', maxInstances: 1 },
    expect: Array.from({ length: 10 }, (_, index) => ({ status: 200, body: String(index + 1) })),
  },
};

/** Cases whose handler names nothing that can be loaded; Lambda finds that out when it loads them. */
const HANDLERS: Readonly<Record<string, LanguageCase>> = {
  c14: { about: 'a function that the module does not have', files: { 'app.py': '' }, props: { handler: 'app.nosuch' }, expect: failing(/Handler 'nosuch' missing on module 'app'/) },
  c15: { about: 'a handler without a dot', files: { 'app.py': '' }, props: { handler: 'nodot' }, expect: failing(/Bad handler 'nodot': not enough values to unpack \(expected 2, got 1\)/) },
};

const ALL = { ...CASES, ...HANDLERS };

let gateway: DeclaredGateway;
beforeAll(async () => {
  process.env['LANGUAGE_CASES_SECRET'] = 'secret';
  const root = newDirectory();
  gateway = await declareGateway((app) => {
    const api = new Api(app, 'Languages', { binaryMediaTypes: ['image/png'] });
    for (const [id, { files, props }] of Object.entries(ALL)) {
      const code = path.join(root, id);
      for (const [name, text] of Object.entries(files)) {
        const file = path.join(code, name);
        mkdirSync(path.dirname(file), { recursive: true });
        writeFileSync(file, text);
        chmodSync(file, 0o755);
      }
      const fn = new ProxyFunction(app, id, { runtime: FunctionRuntime.PYTHON_3_12, handler: 'app.h', code, ...props });
      api.root.addResource(id).addMethod('GET', fn);
    }
  });
});
afterAll(async () => {
  delete process.env['LANGUAGE_CASES_SECRET'];
  await gateway.close();
});

/** The lines of the log since that entry. */
const linesSince = (start: number) => gateway.log.slice(start).flatMap(({ code = '', message, fields }) => [message, `${code} ${message}`, String(fields?.explain ?? '')]);

test.each(Object.entries(ALL).map(([id, languageCase]) => [id, languageCase.about, languageCase] as const))('%s: %s', async (id, _, { expect: calls }) => {
  for (const [index, { status, body, log = [], notInLog }] of calls.entries()) {
    const start = gateway.log.length;
    const response = await fetch(`${gateway.url}/prod/${id}${id === 'c9' && index === 0 ? '?leave=1' : ''}`, { headers: { Accept: 'image/png' } });
    const text = await response.text();
    expect([response.status, text]).toEqual([status, body === undefined ? text : typeof body === 'string' ? body : expect.stringMatching(body)]);
    for (const pattern of log) await until(() => linesSince(start).some((line) => pattern.test(line)) || undefined);
    if (notInLog !== undefined) expect(linesSince(start).filter((line) => notInLog.test(line))).toEqual([]);
  }
});
