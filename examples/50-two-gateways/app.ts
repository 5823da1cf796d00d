// An API whose key may make five requests a day, over all gateways together: start.mjs serves it by two of them, behind a
// balancer and with a store.
import { Api, App, MockIntegration, Period } from 'synthgate';

const app = new App();
const api = new Api(app, 'SharedApi');
api.root.addResource('report').addMethod('GET', new MockIntegration({
  requestTemplates: { 'application/json': '{"statusCode": 200}' },
  integrationResponses: [{ statusCode: '200', responseTemplates: { 'application/json': '{"report": "all is well"}' } }],
}), { apiKeyRequired: true, methodResponses: [{ statusCode: '200' }] });

const plan = api.addUsagePlan('Free', { apiStages: [{ stage: api.deploymentStage }], quota: { limit: 5, period: Period.DAY } });
plan.addApiKey(api.addApiKey('Reader', { value: 'reader-key-0123456789' }));
app.synth();
