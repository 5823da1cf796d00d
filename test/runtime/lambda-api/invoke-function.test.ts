import { InvokeCommand, LambdaClient, type InvokeCommandInput } from '@aws-sdk/client-lambda';
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { serve, type LogEntry, type Serving } from '../../../lib/runtime';
import type { GatewaySpecInput } from '../../../lib/spec';
import { writeAssembly } from '../../support/assembly';
import { sendRequest } from '../../support/http-client';
import { newDirectory } from '../../support/temporary-directory';

const CODE = `exports.handler = async (event, context) => {
  if (event.do === 'throw') throw new TypeError('no such pet');
  if (event.do === 'sleep') await new Promise((resolve) => setTimeout(resolve, 1000));
  if (event.do === 'exit') process.exit(3);
  if (event.do === 'log') for (let line = 0; line < 1000; line += 1) console.log('line ' + line);
  if (event.do === 'environment') return Object.fromEntries(Object.entries(process.env).filter(([name]) => /^AWS_(END|ACC)/.test(name)));
  return { event, client: context.clientContext, function: context.functionName };
};`;
const CREDENTIALS = { accessKeyId: 'local', secretAccessKey: 'local' };
const SIGNED = { Authorization: 'AWS4-HMAC-SHA256 Credential=local' };
const aws = promisify(execFile);
const entries: LogEntry[] = [];
let serving: Serving;
let client: LambdaClient;

beforeAll(async () => {
  const source = writeAssembly(newDirectory(), [spec()], CODE);
  serving = await serve({
    source, port: 0, watch: false, lambdaEndpoint: true, functionQueue: 0, log: (entry) => { entries.push(entry); },
  });
  client = new LambdaClient({ endpoint: serving.lambdaEndpoint ?? 'none', region: 'us-east-1', credentials: CREDENTIALS, maxAttempts: 1 });
});
afterAll(async () => {
  client.destroy();
  await serving.close();
});

function spec(): GatewaySpecInput {
  return {
    format: 'synthgate/1',
    api: { id: 'pets', name: 'PetsApi' },
    functions: {
      Pets: { entry: 'src/pets.ts', handler: 'index.handler', timeoutMs: 300 },
      One: { entry: 'src/pets.ts', handler: 'index.handler', maxInstances: 1 },
      Own: { entry: 'src/pets.ts', handler: 'index.handler', environment: { AWS_ENDPOINT_URL: 'http://127.0.0.1:9', AWS_ACCESS_KEY_ID: 'own' } },
      Legacy: { handler: 'index.handler', unavailable: 'its runtime is python3.12' },
    },
    resources: { '/pets': { id: 'abc123', methods: { GET: { integration: { type: 'proxy', function: 'Pets' } } } } },
    stages: { prod: {} },
  };
}

/** The answer to a call, with its payload as text. */
async function invoke(event: unknown, input: Partial<InvokeCommandInput> = {}) {
  const { $metadata, Payload, ...answer } = await client.send(new InvokeCommand({ FunctionName: 'Pets', Payload: JSON.stringify(event), ...input }));
  return { status: $metadata.httpStatusCode, payload: Buffer.from(Payload ?? []).toString('utf8'), ...answer };
}

test.each([
  'Pets', 'Pets:$LATEST', 'Pets:live', '123456789012:function:Pets', 'arn:aws:lambda:us-east-1:123456789012:function:Pets',
  'arn:aws:lambda:us-east-1:123456789012:function:Pets:3',
])('%s names the function', async (FunctionName) => {
  expect(await invoke({ petId: 7 }, { FunctionName })).toEqual({
    status: 200, payload: '{"event":{"petId":7},"function":"Pets"}', ExecutedVersion: '$LATEST', StatusCode: 200,
  });
});

test('an error of the function is an answer that says so', async () => {
  const { status, payload, FunctionError } = await invoke({ do: 'throw' });
  expect([status, FunctionError]).toEqual([200, 'Unhandled']);
  expect(JSON.parse(payload)).toMatchObject({ errorType: 'TypeError', errorMessage: 'no such pet' });
});

test('so are its time limit and the end of its process', async () => {
  expect(JSON.parse((await invoke({ do: 'sleep' })).payload)).toEqual({ errorMessage: expect.stringMatching(/^\S+Z [\w-]{36} Task timed out after 0\.30 seconds$/) });
  const { payload, FunctionError } = await invoke({ do: 'exit' });
  expect([JSON.parse(payload), FunctionError]).toEqual([
    { errorType: 'Runtime.ExitError', errorMessage: expect.stringMatching(/^RequestId: [\w-]{36} Error: Runtime exited with error: exit status 3$/) }, 'Unhandled',
  ]);
});

test('the end of the log is returned on request, at most 4 KB of it', async () => {
  const { LogResult = '' } = await invoke({ do: 'log' }, { LogType: 'Tail' });
  const log = Buffer.from(LogResult, 'base64').toString('utf8');
  expect(log.length).toBe(4_096);
  expect(log).toMatch(/\nline 999\nEND RequestId: \S+\nREPORT [^\n]+\n$/);
});

test('Lambda\'s own lines are around what the function wrote', async () => {
  const { LogResult = '', $metadata } = await client.send(new InvokeCommand({ FunctionName: 'Pets', Payload: '{"petId":7}', LogType: 'Tail' }));
  const lines = Buffer.from(LogResult, 'base64').toString('utf8').split('\n');
  expect(lines).toEqual([
    `START RequestId: ${$metadata.requestId} Version: $LATEST`,
    `END RequestId: ${$metadata.requestId}`,
    expect.stringMatching(new RegExp(`^REPORT RequestId: ${$metadata.requestId}\tDuration: \\d+\\.\\d\\d ms\tBilled Duration: \\d+ ms\tMemory Size: 128 MB$`)),
    '',
  ]);
});

test('an event is stored and run later; a dry run is not run', async () => {
  expect(await invoke({ do: 'log' }, { InvocationType: 'DryRun' })).toMatchObject({ status: 204, payload: '' });
  entries.length = 0;
  expect(await invoke({ do: 'log' }, { InvocationType: 'Event' })).toMatchObject({ status: 202, payload: '' });
  await serving.waitForIdle();
  expect(entries.some(({ message, functionName }) => message === 'line 999' && functionName === 'Pets')).toBe(true);
});

test('the client context reaches the handler', async () => {
  const ClientContext = Buffer.from('{"custom":{"id":1}}').toString('base64');
  expect((await invoke({}, { ClientContext })).payload).toBe('{"event":{},"client":{"custom":{"id":1}},"function":"Pets"}');
});

test.each([
  { of: 'an unknown function', event: {}, input: { FunctionName: 'Dogs' }, error: { name: 'ResourceNotFoundException', message: 'Function not found: arn:aws:lambda:us-east-1:123456789012:function:Dogs' } },
  { of: 'a function that cannot run here', event: {}, input: { FunctionName: 'Legacy' }, error: { name: 'ServiceException', message: 'Legacy cannot run here: its runtime is python3.12' } },
  { of: 'an event that is not JSON', event: {}, input: { Payload: '{"a":' }, error: { name: 'InvalidRequestContentException', message: expect.stringContaining('Could not parse request body into json: ') } },
  { of: 'a client context that is not JSON', event: {}, input: { ClientContext: 'bm8=' }, error: { name: 'InvalidRequestContentException', message: expect.stringContaining('Client context') } },
  { of: 'an event of more than 1 MB', event: {}, input: { InvocationType: 'Event' as const, Payload: JSON.stringify('x'.repeat(1_048_576)) }, error: { name: 'RequestTooLargeException' } },
])('$of is an error of the client', async ({ event, input, error }) => {
  await expect(invoke(event, input)).rejects.toMatchObject(error);
});

test('calls of a busy function are throttled', async () => {
  const first = invoke({ do: 'sleep' }, { FunctionName: 'One' });
  await expect(Promise.all([1, 2, 3].map(() => invoke({ do: 'sleep' }, { FunctionName: 'One' })))).rejects.toMatchObject({ name: 'TooManyRequestsException' });
  await first;
});

test('functions find the endpoint in their environment, unless they name one', async () => {
  expect(JSON.parse((await invoke({ do: 'environment' })).payload)).toEqual({ AWS_ENDPOINT_URL_LAMBDA: serving.lambdaEndpoint, AWS_ACCESS_KEY_ID: 'local' });
  expect(JSON.parse((await invoke({ do: 'environment' }, { FunctionName: 'Own' })).payload)).toEqual({ AWS_ENDPOINT_URL: 'http://127.0.0.1:9', AWS_ACCESS_KEY_ID: 'own' });
});

test.each([
  { of: 'without a signature, as a web page could send', headers: {}, message: 'Missing Authentication Token' },
  { of: 'from a web page', headers: { ...SIGNED, Origin: 'http://127.0.0.1:3000' }, message: '[LAMBDA_ENDPOINT_PAGE_REFUSED]' },
  { of: 'from a page of another site', headers: { ...SIGNED, 'Sec-Fetch-Site': 'cross-site' }, message: '[LAMBDA_ENDPOINT_PAGE_REFUSED]' },
  { of: 'from a page of another port', headers: { ...SIGNED, 'Sec-Fetch-Site': 'same-site' }, message: '[LAMBDA_ENDPOINT_PAGE_REFUSED]' },
  { of: 'from a page whose name leads here', headers: { ...SIGNED, Host: 'rebound.test' }, message: '[LAMBDA_ENDPOINT_HOST_WRONG]' },
  { of: 'from such a page, of the same site', headers: { ...SIGNED, 'Host': 'rebound.test', 'Sec-Fetch-Site': 'same-origin' }, message: '[LAMBDA_ENDPOINT_HOST_WRONG]' },
  { of: 'for another port', headers: { ...SIGNED, Host: '127.0.0.1:1' }, message: '[LAMBDA_ENDPOINT_HOST_WRONG]' },
])('a request $of is refused', async ({ headers, message }) => {
  const { status, text } = await sendRequest(`${serving.lambdaEndpoint}/2015-03-31/functions/Pets/invocations`, { method: 'POST', body: '{}', headers });
  expect([status, text]).toEqual([403, expect.stringContaining(message)]);
});

test.each(['localhost', '127.0.0.1', 'lambda.localhost', '[::1]'])('a client that calls it by %s is answered', async (name) => {
  const url = new URL(`${serving.lambdaEndpoint}/2015-03-31/functions/Pets/invocations`);
  const headers = { ...SIGNED, Host: `${name}:${url.port}` };
  expect((await sendRequest(url.href, { method: 'POST', body: '{}', headers })).status).toBe(200);
});

test('other operations are not served', async () => {
  const response = await fetch(`${serving.lambdaEndpoint}/2015-03-31/functions`, { headers: { authorization: 'AWS4-HMAC-SHA256 Credential=local' } });
  expect([response.status, response.headers.get('x-amzn-errortype')]).toEqual([404, 'UnknownOperationException']);
});

test('the AWS CLI is answered', async () => {
  const file = path.join(newDirectory(), 'out.json');
  const { stdout } = await aws('aws', [
    'lambda', 'invoke', '--endpoint-url', serving.lambdaEndpoint ?? 'none', '--region', 'us-east-1', '--function-name', 'Pets', file,
  ], { env: { ...process.env, AWS_ACCESS_KEY_ID: 'local', AWS_SECRET_ACCESS_KEY: 'local' } });
  expect(JSON.parse(stdout)).toEqual({ StatusCode: 200, ExecutedVersion: '$LATEST' });
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({ event: {}, function: 'Pets' });
});
