import path from 'node:path';
import { bundleHandler, closeAll, fixture, startEngine, valueOf } from '../support/functions/engine';
import { proxyEvent } from '../support/functions/proxy-event';

afterEach(closeAll);

const HANDLERS = path.resolve(__dirname, '../../examples/20-adapters/handlers');

interface ProxyResult {
  readonly statusCode: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly multiValueHeaders?: Readonly<Record<string, readonly string[]>>;
  readonly body: string;
  readonly isBase64Encoded?: boolean;
}

/** Adapters answer with single or with multiple headers, in any case; both are what the gateway understands. */
function headersOf({ headers = {}, multiValueHeaders = {} }: ProxyResult): Record<string, string> {
  const single = Object.entries(headers);
  const multiple = Object.entries(multiValueHeaders).map(([name, values]) => [name, values.join(', ')] as const);
  return Object.fromEntries([...single, ...multiple].map(([name, value]) => [name.toLowerCase(), value]));
}

const bodyOf = ({ body, isBase64Encoded }: ProxyResult): unknown => JSON.parse(isBase64Encoded === true ? Buffer.from(body, 'base64').toString() : body);

describe.each([
  ['express-serverless-http', 'serverless-http'],
  ['codegenie-express', '@codegenie/serverless-express'],
  ['fastify', '@fastify/aws-lambda'],
  ['hono', 'hono/aws-lambda'],
  ['middy', '@middy/core'],
])('%s', (file, adapter) => {
  test('answers requests as it does in the cloud', async () => {
    const { call } = startEngine();
    const version = fixture('index.handler', { codeDirectory: bundleHandler(path.join(HANDLERS, `${file}.ts`)) });

    const hello = valueOf(await call(version, proxyEvent({ method: 'GET', path: '/hello', query: { name: 'Ada Löve & Co' } }))) as ProxyResult;
    expect(hello.statusCode).toBe(200);
    expect(headersOf(hello)).toMatchObject({ 'content-type': expect.stringContaining('application/json'), 'x-adapter': adapter });
    expect(bodyOf(hello)).toEqual({ message: 'hello Ada Löve & Co' });

    const echo = valueOf(await call(version, proxyEvent({ method: 'POST', path: '/echo', body: { list: [1, 'ü'], nothing: null } }))) as ProxyResult;
    expect(echo.statusCode).toBe(201);
    expect(bodyOf(echo)).toEqual({ list: [1, 'ü'], nothing: null });
  });

  test('answers several calls at the same time', async () => {
    const { call } = startEngine();
    const codeDirectory = bundleHandler(path.join(HANDLERS, `${file}.ts`));
    const version = fixture('index.handler', { codeDirectory, concurrency: 4 });
    const names = Array.from({ length: 12 }, (_, index) => `caller ${index}`);
    const outcomes = await Promise.all(names.map((name) => call(version, proxyEvent({ method: 'GET', path: '/hello', query: { name } }))));
    expect(outcomes.map((outcome) => bodyOf(valueOf(outcome) as ProxyResult))).toEqual(names.map((name) => ({ message: `hello ${name}` })));
  });
});
