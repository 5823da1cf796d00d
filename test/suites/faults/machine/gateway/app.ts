// A gateway that is well, on a machine that is not. Served by the suites faults and soak.
import path from 'node:path';
import { AccessLogDestination, AccessLogFormat, Api, App, Duration, MappedIntegration, MockIntegration, Period, ProxyFunction } from 'synthgate';

const app = new App();
const code = path.join('test', 'suites', 'faults', 'machine', 'gateway', 'code');
const declare = (name: string, handler: string): ProxyFunction =>
  new ProxyFunction(app, name, { functionName: name, code, handler: `index.${handler}`, timeout: Duration.seconds(25) });

const api = new Api(app, 'Machine', {
  deployOptions: {
    stageName: 'prod',
    accessLogDestination: AccessLogDestination.file('disks/access/access.log'),
    accessLogFormat: AccessLogFormat.custom('$context.requestId $context.path $context.status'),
  },
});
api.root.addResource('neighbor').addMethod('GET', declare('Neighbor', 'well'));
api.root.addResource('slow').addMethod('GET', declare('Slow', 'slow'));
api.root.addResource('dies').addMethod('GET', declare('Dies', 'dies'));
api.root.addResource('event').addMethod('POST', new MappedIntegration(declare('Failing', 'failsLate'), {
  requestParameters: { 'integration.request.header.X-Amz-Invocation-Type': "'Event'" },
  integrationResponses: [{ statusCode: '202' }],
}));
api.root.addResource('keyed').addMethod('GET', new MockIntegration({
  requestTemplates: { 'application/json': '{"statusCode": 200}' }, integrationResponses: [{ statusCode: '200' }],
}), { apiKeyRequired: true });
const key = api.addApiKey('Key', { apiKeyName: 'Key', value: 'machine-key-0123456789' });
api.addUsagePlan('Plan', { quota: { limit: 5, period: Period.DAY }, apiStages: [{ stage: api.deploymentStage }] }).addApiKey(key);
app.synth();
