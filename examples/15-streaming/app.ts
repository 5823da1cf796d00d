// Responses that clients read while they are made: server-sent events, long texts, large files. BUFFERED would hold them
// back until the function has ended.
import path from 'node:path';
import { Api, App, Duration, EndpointType, HttpMethod, ProxyFunction, ProxyIntegration, ResponseTransferMode } from 'synthgate';

const app = new App();
const api = new Api(app, 'StreamingApi', { endpointType: EndpointType.REGIONAL });
const ticks = new ProxyFunction(app, 'Ticks', { entry: path.join(__dirname, 'handlers/ticks.ts'), timeout: Duration.minutes(5) });

api.root.addResource('ticks').addMethod(HttpMethod.GET, new ProxyIntegration(ticks, {
  responseTransferMode: ResponseTransferMode.STREAM,
  timeout: Duration.minutes(5),
}));
app.synth();
