// An asynchronous method: the caller is answered as soon as the event is on disk. An event whose attempts all fail is
// kept as a dead letter in gateway.state/dead-letters.
import path from 'node:path';
import { Api, App, MappedIntegration, ProxyFunction } from 'synthgate';

const app = new App();
const sweep = new ProxyFunction(app, 'Sweep', {
  entry: path.join(__dirname, 'handlers/sweep.ts'),
  deadLetter: { retryAttempts: 0 },
});

const api = new Api(app, 'JobsApi');
api.root.addResource('jobs').addMethod('POST', new MappedIntegration(sweep, {
  requestParameters: { 'integration.request.header.X-Amz-Invocation-Type': "'Event'" },
  integrationResponses: [{ statusCode: '202' }],
}));
app.synth();
