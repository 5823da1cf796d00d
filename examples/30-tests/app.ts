// A definition with its own tests, in gateway.test.ts: what it says (GatewayAssertions, a snapshot) and what it answers
// (createTestGateway). With vitest: npx vitest run --root examples/30-tests
import path from 'node:path';
import { Api, App, Duration, Period, ProxyFunction } from 'synthgate';

const app = new App();

const orders = new ProxyFunction(app, 'Orders', {
  entry: path.join(__dirname, 'handlers/orders.ts'),
  timeout: Duration.seconds(5),
  environment: { CURRENCY: 'EUR' },
});

export const api = new Api(app, 'OrdersApi', { deployOptions: { stageName: 'live', throttlingRateLimit: 5, throttlingBurstLimit: 2 } });
const resource = api.root.addResource('orders').addResource('{orderId}');
resource.addMethod('GET', orders);
resource.addMethod('PUT', orders, { apiKeyRequired: true });

const key = api.addApiKey('Partner', { value: 'partner-key-0123456789' });
const plan = api.addUsagePlan('Partners', { quota: { limit: 2, period: Period.DAY }, apiStages: [{ stage: api.deploymentStage }] });
plan.addApiKey(key);
