// The gateway of the soak: an API of all kinds of methods that follows the assembly, one that follows deployments, and the
// functions that go wrong. Served by `npm run soak`, which gives places of code and backend in the environment.
import {
  Api, App, Duration, HttpApi, HttpLambdaIntegration, HttpProxyIntegration, MappedIntegration, MockIntegration, ProxyFunction,
  ProxyIntegration, ResponseTransferMode, TokenAuthorizer, WebSocketApi, WebSocketLambdaIntegration, WebSocketStage,
} from 'synthgate';
import { addFaultsApi } from '../../faults/gateway/faults-api';

const env = (name: string): string => {
  const value = process.env[name];
  if (value === undefined) throw new Error(`${name} is not set: run this through npm run soak`);
  return value;
};

const app = new App();

/** More time than a busy machine needs to start one. */
const healthy = (name: string, handler: string) => new ProxyFunction(app, name, {
  functionName: name, code: env('SOAK_CODE'), handler: `index.${handler}`, timeout: Duration.seconds(28), maxInstances: 4,
});
const constant = (text: string) => new MockIntegration({
  requestTemplates: { 'application/json': '{"statusCode": 200}' },
  integrationResponses: [{ statusCode: '200', responseTemplates: { 'application/json': text } }],
});

const mixed = new Api(app, 'Mixed', { deployOptions: { stageName: 'prod' } });
const echo = healthy('Echo', 'echo');
const echoResource = mixed.root.addResource('echo');
echoResource.addCorsPreflight();
echoResource.addMethod('POST', echo);
echoResource.addResource('{id}').addMethod('GET', echo);

mixed.root.addResource('mapped').addMethod('POST', new MappedIntegration(healthy('Mapped', 'mapped'), {
  requestTemplates: { 'application/json': '{"a": $input.json(\'$.a\'), "b": $input.json(\'$.b\')}' },
  integrationResponses: [{ statusCode: '200', responseTemplates: { 'application/json': '{"sum": $input.json(\'$.sum\')}' } }],
}));
mixed.root.addResource('event').addMethod('POST', new MappedIntegration(healthy('Noted', 'noted'), {
  requestParameters: { 'integration.request.header.X-Amz-Invocation-Type': "'Event'" },
  integrationResponses: [{ statusCode: '202' }],
}));
mixed.root.addResource('mock').addMethod('GET', constant('{"mock": "$context.stage"}'));
mixed.root.addResource('backend').addResource('{id}').addMethod('ANY', new HttpProxyIntegration(`${env('SOAK_BACKEND')}/{id}`, {
  requestParameters: { 'integration.request.path.id': 'method.request.path.id' },
}), { requestParameters: { 'method.request.path.id': true } });
mixed.root.addResource('broken').addMethod('GET', new HttpProxyIntegration(`${env('SOAK_BACKEND')}/broken`));

const numbers = mixed.addModel('Numbers', {
  modelName: 'Numbers', schema: { type: 'object', required: ['a'], properties: { a: { type: 'integer' } } },
});
mixed.root.addResource('validated').addMethod('POST', echo, {
  requestModels: { 'application/json': numbers }, requestValidatorOptions: { validateRequestBody: true },
});

const auth = new TokenAuthorizer(mixed, 'Auth', { handler: healthy('Decide', 'decide'), resultsCacheTtl: Duration.seconds(2) });
mixed.root.addResource('guarded').addMethod('GET', constant('{"for": "$context.authorizer.principalId"}'), { authorizer: auth });
mixed.root.addResource('keyed').addMethod('GET', constant('{"keyed": true}'), { apiKeyRequired: true });
const key = mixed.addApiKey('Key', { apiKeyName: 'Key', value: 'soak-key-0123456789abcdef' });
mixed.addUsagePlan('Plan', { apiStages: [{ stage: mixed.deploymentStage }] }).addApiKey(key);

mixed.root.addResource('size').addMethod('POST', healthy('Size', 'size'));
mixed.root.addResource('download').addMethod('GET', healthy('Download', 'download'));
mixed.root.addResource('stream').addMethod('GET', new ProxyIntegration(healthy('Stream', 'stream'), {
  responseTransferMode: ResponseTransferMode.STREAM,
}));
mixed.root.addResource('slow').addMethod('ANY', healthy('Slow', 'slow'));

const deployed = new Api(app, 'Deployed', { deployOptions: { stageName: 'prod' } });
deployed.root.addResource('echo').addResource('{id}').addMethod('GET', healthy('DeployedEcho', 'echo'));

new HttpApi(app, 'Http', { defaultIntegration: new HttpLambdaIntegration('Routed', healthy('Routed', 'routed')) });
const socket = new WebSocketApi(app, 'Socket');
socket.addRoute('$default', { integration: new WebSocketLambdaIntegration('Message', healthy('Message', 'message')), returnResponse: true });
new WebSocketStage(app, 'SocketStage', { webSocketApi: socket, stageName: 'prod', autoDeploy: true });

addFaultsApi(app);
app.synth();
