import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { FunctionVersion, InvocationOutcome } from '../../../../../lib/runtime/ports';
import { closeAll, fixture, isAlive, startEngine, until, valueOf } from '../../../../support/functions/engine';
import { newDirectory } from '../../../../support/temporary-directory';

afterEach(closeAll);

/** A function whose bootstrap is this program, which is in a file of its code or of a layer. */
function provided(program: string | Buffer, { file = 'bootstrap', ...settings }: Partial<FunctionVersion> & { readonly file?: string } = {}): FunctionVersion {
  const codeDirectory = newDirectory();
  const bootstrap = path.join(codeDirectory, file);
  mkdirSync(path.dirname(bootstrap), { recursive: true });
  writeFileSync(bootstrap, program);
  chmodSync(bootstrap, 0o755);
  return fixture('any text', { codeDirectory, runtime: 'provided.al2023', key: codeDirectory, ...settings });
}

/** A shell script as AWS's tutorial has it: answers each event with what the function prints. */
const shell = (body: string) => `#!/bin/bash
set -u
n=0
while true; do
  headers="$TMPDIR/headers"
  event=$(curl -sS -D "$headers" "http://$AWS_LAMBDA_RUNTIME_API/2018-06-01/runtime/invocation/next")
  id=$(grep -Fi Lambda-Runtime-Aws-Request-Id "$headers" | tr -d '[:space:]' | cut -d: -f2)
  n=$((n + 1))
  ${body}
  curl -sS -o /dev/null -X POST "http://$AWS_LAMBDA_RUNTIME_API/2018-06-01/runtime/invocation/$id/response" -d "$answer"
done
`;

/** A program of Node that asks for calls with Node's own HTTP client. */
const node = (body: string) => `#!${process.execPath}
const http = require('node:http');
const [host, port] = process.env.AWS_LAMBDA_RUNTIME_API.split(':');
const agent = new http.Agent({ keepAlive: true });
const ask = (method, path, body, headers) => new Promise((resolve, reject) => {
  http.request({ host, port, method, path: '/2018-06-01/runtime/' + path, agent, headers }, (response) => {
    let text = '';
    response.on('data', (data) => { text += data; }).on('end', () => resolve({ status: response.statusCode, headers: response.headers, text }));
  }).on('error', reject).end(body);
});
(async () => { for (;;) {
  const { headers, text } = await ask('GET', 'invocation/next');
  const id = headers['lambda-runtime-aws-request-id'];
  const event = JSON.parse(text);
  ${body}
} })();
`;

function failureOf(outcome: InvocationOutcome): string {
  return outcome.type === 'failed' ? `${outcome.code}: ${outcome.reason} (${outcome.exit ?? ''})` : JSON.stringify(outcome);
}

test('a bootstrap in the shell answers ten calls in order, in one process', async () => {
  const { call } = startEngine();
  const counting = provided(shell('answer="{\\"n\\":$n,\\"event\\":$event,\\"handler\\":\\"$_HANDLER\\",\\"root\\":\\"$PWD\\"}"'));
  const answers = [];
  for (let count = 1; count <= 10; count += 1) answers.push(valueOf(await call(counting, { count })));
  expect(answers).toEqual(Array.from({ length: 10 }, (_, index) => ({
    n: index + 1, event: { count: index + 1 }, handler: 'any text', root: counting.codeDirectory,
  })));
});

test('the bootstrap of a layer is started where the code has none', async () => {
  const { call } = startEngine();
  expect(valueOf(await call(provided(shell('answer=1'), { file: '.opt/bootstrap' })))).toBe(1);
});

test('code without a bootstrap fails in Lambda\'s words', async () => {
  const { call } = startEngine();
  const outcome = await call(provided('', { file: 'other' }));
  expect(failureOf(outcome)).toMatch(/^FUNCTION_INIT_FAILED: .*Runtime\.InvalidEntrypoint: Couldn't find valid bootstrap\(s\): \[\/var\/task\/bootstrap \/opt\/bootstrap\]/);
});

/** The head of a program of Linux for a machine. */
const elf = (machine: number) => Buffer.from(`\x7fELF\x02\x01\x01${'\0'.repeat(11)}${String.fromCharCode(machine)}\0`, 'latin1');
const OTHER_MACHINE = process.arch === 'x64' ? 183 : 62;

test.each([
  ['a script without a first line', 'echo started\n', /exec format error: it is neither a program nor a script/],
  ['a first line that ends as on Windows', '#!/bin/sh\r\nexit 0\r\n', /no such file or directory: its first line names "\/bin\/sh\\r": lines end with \\r\\n/],
  ['an interpreter that is not here', '#! /usr/bin/nosuch -u\n', /no such file or directory: its first line names "\/usr\/bin\/nosuch", which is not here/],
  ['an empty file', '', /exec format error/],
  ['a program for another machine', elf(OTHER_MACHINE), /exec format error: it is a program for linux (?:arm64|x64), and this is .*; build it for this machine/],
  ['a program for Windows', 'MZ\x90', /exec format error: it is a program for win32/],
])('%s is not started, in Lambda\'s words, and the reason is named', async (_, program, reason) => {
  const { call, lines } = startEngine();
  const failure = failureOf(await call(provided(program)));
  expect(failure).toMatch(/^FUNCTION_INIT_FAILED: .*Runtime\.InvalidEntrypoint: fork\/exec \/var\/task\/bootstrap: /);
  expect(failure).toMatch(reason);
  expect(lines).toEqual([]);
});

test('a client that dies after it has taken its call fails that call, and no event is seen twice', async () => {
  const { call } = startEngine();
  const seen = path.join(newDirectory(), 'seen');
  writeFileSync(seen, '');
  chmodSync(seen, 0o666);
  const dying = provided(node('require("node:fs").appendFileSync(event.seen, event.count + "\\n"); process.exit(1);'));
  const outcomes = [];
  for (let count = 0; count < 20; count += 1) outcomes.push((await call(dying, { seen, count })).type);
  expect(outcomes).toEqual(Array.from({ length: 20 }, () => 'failed'));
  const counts = readFileSync(seen, 'utf8').trim().split('\n');
  // between starts that fail, calls fail without one
  expect(counts.length).toBeGreaterThan(2);
  expect(new Set(counts).size).toBe(counts.length);
});

test('an error that the client posts is the error of the function, and its process stays', async () => {
  const { call } = startEngine();
  const failing = provided(node(`
    if (event.fails) await ask('POST', 'invocation/' + id + '/error', JSON.stringify({ errorType: 'Broken', errorMessage: 'no', pid: process.pid }));
    else await ask('POST', 'invocation/' + id + '/response', String(process.pid));`));
  const pid = valueOf(await call(failing));
  expect(await call(failing, { fails: true })).toMatchObject({ type: 'function-error', errorMessage: 'no', payload: expect.stringContaining(String(pid)) });
  expect(valueOf(await call(failing))).toBe(pid);
});

test('a call that takes too long ends the process', async () => {
  const { call, lines } = startEngine();
  const slow = provided(node('console.log(process.pid); await new Promise(() => setInterval(() => {}, 1000));'), { timeoutMs: 500 });
  expect(await call(slow)).toMatchObject({ type: 'timeout', limit: 'function' });
  await until(() => lines.length > 0 && !isAlive(Number(lines[0]?.text)));
});

test('calls that wait together are answered, each once', async () => {
  const { call } = startEngine();
  const echo = provided(node("await ask('POST', 'invocation/' + id + '/response', JSON.stringify(event.count));"), { maxInstances: 2 });
  const counts = Array.from({ length: 50 }, (_, count) => count);
  expect((await Promise.all(counts.map((count) => call(echo, { count })))).map(valueOf)).toEqual(counts);
});

test('it has the environment of Lambda without the name of a runtime, and nothing of the gateway', async () => {
  process.env.GATEWAY_SECRET = 'secret';
  try {
    const { call } = startEngine();
    const telling = provided(node("await ask('POST', 'invocation/' + id + '/response', JSON.stringify(process.env));"), { environment: { TABLE: 'pets' } });
    const environment = valueOf(await call(telling));
    expect(environment).toMatchObject({ TABLE: 'pets', LAMBDA_TASK_ROOT: telling.codeDirectory, AWS_LAMBDA_FUNCTION_NAME: 'orders', _HANDLER: 'any text' });
    for (const name of ['GATEWAY_SECRET', 'AWS_EXECUTION_ENV']) expect(environment).not.toHaveProperty(name);
  } finally {
    delete process.env.GATEWAY_SECRET;
  }
});
