// How fast and how often each key may ask. A plan's limits are for each of its keys by itself; the stage's are for all
// callers of a method together. Too fast or too often: 429.
import { Api, App, MockIntegration, Period } from 'synthgate';

const app = new App();
const api = new Api(app, 'WeatherApi', {
  deployOptions: { throttlingRateLimit: 100, throttlingBurstLimit: 50 },
  defaultMethodOptions: { apiKeyRequired: true },
});

const answer = (text: string) => new MockIntegration({
  requestTemplates: { 'application/json': '{"statusCode": 200}' },
  integrationResponses: [{ statusCode: '200', responseTemplates: { 'application/json': `{"answer": "${text}", "key": "$context.identity.apiKeyId"}` } }],
});
api.root.addResource('today').addMethod('GET', answer('sunny'));
const history = api.root.addResource('history').addMethod('GET', answer('it rained'));

const free = api.addUsagePlan('Free', {
  throttle: { rateLimit: 10, burstLimit: 5 },
  quota: { limit: 2, period: Period.MONTH },
  apiStages: [{ stage: api.deploymentStage }],
});
free.addApiKey(api.addApiKey('Student', { value: 'student-key-0123456789' }));

const paid = api.addUsagePlan('Paid', {
  throttle: { rateLimit: 50, burstLimit: 20 },
  apiStages: [{ stage: api.deploymentStage, throttle: [{ method: history, throttle: { rateLimit: 0.01, burstLimit: 1 } }] }],
});
paid.addApiKey(api.addApiKey('Newspaper', { value: 'newspaper-key-0123456789' }));
app.synth();
