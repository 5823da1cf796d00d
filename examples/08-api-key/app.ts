// A method that needs an API key. Keys open the stages of their usage plans; a key without a value in the definition is
// given to the runtime: synthgate serve --api-key ReportsApi-Partner=<value>
import path from 'node:path';
import { Api, App, ProxyFunction } from 'synthgate';

const app = new App();
const report = new ProxyFunction(app, 'Report', { entry: path.join(__dirname, 'handlers/report.ts') });

const api = new Api(app, 'ReportsApi');
api.root.addResource('report').addMethod('GET', report, { apiKeyRequired: true });

const plan = api.addUsagePlan('Partners', { apiStages: [{ stage: api.deploymentStage }] });
plan.addApiKey(api.addApiKey('Partner'));
plan.addApiKey(api.addApiKey('FormerPartner', { value: 'former-partner-0123456789', enabled: false }));
app.synth();
