import * as http from 'node:http';
import type { AddressInfo } from 'node:net';
import { Api, Destination, MappedIntegration, type ProxyFunction } from 'synthgate';
import { declareGateway, functionOf, type DeclaredGateway } from '../support/declared-gateway';
import { post } from '../support/http-client';
import { until } from '../support/until';

let gateway: DeclaredGateway;
const posted: { readonly path?: string; readonly record: { readonly requestPayload: unknown; readonly [member: string]: unknown } }[] = [];
const server = http.createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    posted.push({ path: request.url, record: JSON.parse(Buffer.concat(chunks).toString()) });
    response.end();
  });
});

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const throws = '(event) => { throw new TypeError(`cannot do ${event.job}`); }';
  gateway = await declareGateway((app) => {
    const api = new Api(app, 'Jobs', { deployOptions: { stageName: 'dev' } });
    const add = (name: string, fn: ProxyFunction) => api.root.addResource(name).addMethod('POST', new MappedIntegration(fn, {
      requestParameters: { 'integration.request.header.X-Amz-Invocation-Type': "'Event'" },
    }));
    const recorder = functionOf(app, 'Told', `(record) => fetch('${url}/by-function', { method: 'POST', body: JSON.stringify(record) })`);
    add('to-function', functionOf(app, 'First', throws, { deadLetter: { retryAttempts: 0 }, onFailure: Destination.toFunction(recorder) }));
    add('to-url', functionOf(app, 'Second', throws, { deadLetter: { retryAttempts: 1 }, onFailure: Destination.toUrl(`${url}/by-gateway`) }));
  }, { retryDelaysMs: [1, 1] });
});
afterAll(async () => {
  await gateway.close();
  server.closeAllConnections();
  server.close();
});

test.each([['to-function', '/by-function', 'First', 1], ['to-url', '/by-gateway', 'Second', 2]])(
  'an asynchronous call that fails for good ends where it was declared: %s', async (name, path, functionName, attempts) => {
    await post(`${gateway.url}/dev/${name}`, { job: name });
    const { record } = await until(() => posted.find((one) => one.path === path));
    await gateway.serving.waitForIdle();
    expect(record).toMatchObject({
      version: '1.0',
      requestContext: { functionArn: `arn:aws:lambda:us-east-1:123456789012:function:${functionName}:$LATEST`, approximateInvokeCount: attempts },
      requestPayload: { job: name },
      responsePayload: { errorType: 'TypeError', errorMessage: `cannot do ${name}` },
    });
    expect(posted.filter((one) => one.path === path)).toHaveLength(1);
  },
);
