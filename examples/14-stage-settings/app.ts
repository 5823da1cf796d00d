// Settings of a stage: a response cache, an access log, a canary with variables of its own; and an API that compresses.
import path from 'node:path';
import { AccessLogFormat, Api, App, Duration, MockIntegration, ProxyFunction, ProxyIntegration, Size } from 'synthgate';

const app = new App();
const api = new Api(app, 'CatalogApi', {
  minCompressionSize: Size.bytes(1_000),
  deployOptions: {
    cachingEnabled: true,
    cacheTtl: Duration.minutes(5),
    methodOptions: { '/visits/GET': { requireAuthorizationForCacheControl: false } },
    accessLogFormat: AccessLogFormat.jsonWithStandardFields(),
    variables: { shelf: 'old' },
  },
});
api.addStage('try', { variables: { shelf: 'old' }, canary: { percentTraffic: 100, stageVariableOverrides: { shelf: 'new' } } });

// Cached, one response for each color.
const visits = new ProxyFunction(app, 'Visits', { entry: path.join(__dirname, 'handlers/visits.ts') });
api.root.addResource('visits').addMethod('GET', new ProxyIntegration(visits, { cacheKeyParameters: ['method.request.querystring.color'] }), {
  requestParameters: { 'method.request.querystring.color': false },
});

api.root.addResource('shelf').addMethod('GET', new MockIntegration({
  integrationResponses: [{
    statusCode: '200',
    responseTemplates: { 'application/json': '{"shelf": "$stageVariables.shelf", "canary": "$context.isCanaryRequest"}' },
  }],
}));
app.synth();
