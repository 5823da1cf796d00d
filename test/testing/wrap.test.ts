import { App, Stack } from 'aws-cdk-lib';
import { ApiDefinition, LambdaIntegration, RestApi, SpecRestApi } from 'aws-cdk-lib/aws-apigateway';
import { Code, Function as LambdaFunction, Runtime } from 'aws-cdk-lib/aws-lambda';
import path from 'node:path';
import { MockIntegration, type Api } from '../../lib';
import { Api as AwsApi } from '../../lib/aws';
import { createTestGateway, formatGateway, GatewayAssertions, wrap } from '../../lib/testing';
import { snapshotTexts } from '../../lib/testing/snapshots/match-snapshot';
import { codeOf } from '../support/error-code';
import { newDirectory } from '../support/temporary-directory';

const app = new App({ outdir: path.join(newDirectory(), 'cdk.out'), analyticsReporting: false });
const stack = new Stack(app, 'Shop');
const code = Code.fromInline('exports.handler = async (event) => ({ statusCode: 200, body: event.path });');
const pets = new LambdaFunction(stack, 'Pets', { runtime: Runtime.NODEJS_22_X, handler: 'index.handler', code });
const restApi = new RestApi(stack, 'Api', { restApiName: 'Pets', deployOptions: { stageName: 'live' } });
restApi.root.addResource('pets').addMethod('GET', new LambdaIntegration(pets), { apiKeyRequired: true });
restApi.root.addResource('open').addMethod('GET', new LambdaIntegration(pets));
const secondStack = new Stack(app, 'Other');
const inline = { openapi: '3.0.1', info: { title: 'Notes', version: '1' }, paths: { '/notes': { get: { responses: {}, 'x-amazon-apigateway-integration': { type: 'mock' } } } } };
const specApi = new SpecRestApi(secondStack, 'Notes', { apiDefinition: ApiDefinition.fromInline(inline) });
const ours = new AwsApi(new Stack(app, 'Ours'), 'Orders');
ours.root.addMethod('GET', new MockIntegration());

test('assertions take a RestApi, and a stack with one', () => {
  GatewayAssertions.fromApi(restApi).hasMethod('GET', '/pets', { apiKeyRequired: true, integration: { type: 'proxy' } }).hasNoPublicMethods({ except: ['GET /open', 'GET /pets'] });
  GatewayAssertions.fromApi(stack).hasMethod('GET', '/open');
  expect(codeOf(() => GatewayAssertions.fromApi(restApi).hasNoPublicMethods())).toBe('GATEWAY_ASSERTION_FAILED');
  GatewayAssertions.fromApi(specApi).hasMethod('GET', '/notes', { integration: { type: 'mock' } });
});

test('a construct with an API of ours has its definition', () => {
  expect(wrap(ours).toJson()).toBe(ours.toJson());
  expect(snapshotTexts(Stack.of(ours)).apiName).toBe(ours.apiName);
});

test('a snapshot is that of the API alone, whatever else is in the app', () => {
  const { apiName, texts } = snapshotTexts(restApi);
  expect(apiName).toBe('Pets');
  expect(texts.text).toBe(formatGateway(wrap(restApi)));
  expect(texts.text).toContain('GET /pets');
  expect(texts.text).not.toContain('/notes');
  expect(snapshotTexts(stack)).toEqual(snapshotTexts(restApi));
});

test('the gateway of a RestApi serves it with its function', async () => {
  const gateway = await createTestGateway(restApi);
  const response = await gateway.fetch('/live/open');
  expect([response.status, await response.text()]).toEqual([200, '/open']);
  expect((await gateway.fetch('/live/pets')).status).toBe(403);
  expect(gateway.apis).toHaveLength(1);
  await gateway.close();
});

test('API_UNKNOWN, TEST_SUBJECT_INVALID: several APIs, none, or no construct', () => {
  const empty = new Stack(app, 'Empty');
  expect(codeOf(() => GatewayAssertions.fromApi(app))).toBe('API_UNKNOWN');
  expect(codeOf(() => wrap(empty).toJson())).toBe('API_UNKNOWN');
  expect([empty, {} as Api].map((subject) => codeOf(() => GatewayAssertions.fromApi(subject)))).toEqual(['TEST_SUBJECT_INVALID', 'TEST_SUBJECT_INVALID']);
});
