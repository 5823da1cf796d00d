// The gateway of the rolling restarts: an answer of the gateway's own, one of a function, a stream, and a function that takes its time.
import path from 'node:path';
import {
  Api, App, Duration, EndpointType, MockIntegration, PassthroughBehavior, ProxyFunction, ProxyIntegration, ResponseTransferMode,
} from 'synthgate';

const app = new App();
const api = new Api(app, 'Rolling', { endpointType: EndpointType.REGIONAL, deployOptions: { stageName: 'prod' } });
const functionOf = (id: string, handler: string) =>
  new ProxyFunction(app, id, { code: path.join(__dirname, 'code'), handler: `index.${handler}`, timeout: Duration.seconds(25) });

api.root.addResource('plain').addMethod('GET', new MockIntegration({
  passthroughBehavior: PassthroughBehavior.NEVER,
  requestTemplates: { 'application/json': '{"statusCode": 200}' },
  integrationResponses: [{ statusCode: '200', responseTemplates: { 'application/json': 'plain' } }],
}), { methodResponses: [{ statusCode: '200' }] });
api.root.addResource('function').addMethod('GET', functionOf('Quick', 'quick'));
api.root.addResource('slow').addMethod('GET', functionOf('Slow', 'slow'));
api.root.addResource('stream').addMethod('GET', new ProxyIntegration(functionOf('Streaming', 'stream'), {
  responseTransferMode: ResponseTransferMode.STREAM,
}));
app.synth();
