import { Api, App, HttpIntegration, MethodLoggingLevel } from 'synthgate';
import { declareGateway, functionOf, type DeclaredGateway } from '../support/declared-gateway';
import { sendRequest } from '../support/http-client';
import { newDirectory } from '../support/temporary-directory';

/*
 * Definitions that API Gateway deploys although they cannot work as they are written, and the responses to their requests.
 */

const STAGE = { stageName: 'dev', variables: { host: '256.256.256.256' }, loggingLevel: MethodLoggingLevel.INFO, dataTraceEnabled: true };

/** An API whose method declares only one of its two responses. */
const UNDECLARED = {
  format: 'synthgate/1',
  api: { id: 'stocks', name: 'Stocks' },
  resources: { '/': { id: 'root', methods: { GET: {
    integration: {
      type: 'mock', requestTemplates: { 'application/json': '{"statusCode": $input.params("status")}' },
      responses: [{ statusCode: '200' }, { statusCode: '404', selectionPattern: '404' }],
    },
    methodResponses: { 200: {} },
  } } } },
  stages: { dev: {} },
};

let gateway: DeclaredGateway;
beforeAll(async () => {
  gateway = await declareGateway((app) => {
    const api = new Api(app, 'Shop', { binaryMediaTypes: ['image/png', '*/test'], deployOptions: STAGE });
    api.root.addResource('picture').addMethod('GET', functionOf(app, 'Picture', '() => ({ statusCode: 200, isBase64Encoded: true, body: "aGVsbG8=" })'));
    api.root.addResource('backend').addMethod('GET', new HttpIntegration('http://${stageVariables.host}/pets'));
    Api.fromSpec(app, 'Stocks', { spec: UNDECLARED });
  });
});
afterAll(() => gateway.close());

test.each([['image/png', 'hello'], ['*/test', 'aGVsbG8='], ['a/test', 'aGVsbG8=']])(
  'a binary media type with a wildcard left of the slash matches nothing: Accept: %s', async (accept, text) => {
    expect(await sendRequest(`${gateway.url}/dev/picture`, { headers: { Accept: accept } })).toMatchObject({ status: 200, text });
  },
);

test('an address that a stage variable makes invalid fails before the lines of the endpoint (ENDPOINT_INVALID)', async () => {
  expect(await sendRequest(`${gateway.url}/dev/backend`)).toMatchObject({ status: 500, text: '{"message": "Internal server error"}' });
  const entries = gateway.log.filter(({ level }) => level === 'error');
  expect(entries.map(({ code }) => code)).toEqual([undefined, 'ENDPOINT_INVALID']);
  const lines = entries[0].message.split('\n').map((line) => line.replace(/^\(.*?\) /, ''));
  expect(lines.slice(-2)).toEqual(['Execution failed due to configuration error: Invalid endpoint address', 'Method completed with status: 500']);
  expect(lines.filter((line) => /^Endpoint|^Sending request/.test(line))).toEqual([]);
});

test('a response whose status the method does not declare is warned of, and cannot be sent', async () => {
  const app = new App({ outdir: newDirectory() });
  Api.fromSpec(app, 'Stocks', { spec: UNDECLARED });
  expect(app.synth().warnings).toEqual([expect.stringContaining('METHOD_RESPONSE_MISSING')]);
  const { url } = gateway.serving.apis[1];
  expect((await sendRequest(`${url}/dev?status=200`)).status).toBe(200);
  expect(await sendRequest(`${url}/dev?status=404`)).toMatchObject({ status: 500, text: '{"message": "Internal server error"}' });
  expect(gateway.log.at(-1)?.code).toBe('METHOD_RESPONSE_UNDECLARED');
});
