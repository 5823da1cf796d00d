// The gateway that hostile bytes are played against: `npm run hostile` and `npm run fuzz`. Its routes are those that
// the head of test/cases/hostile.json describes. The suite gives the places of keys, backend and observer in the environment.
import path from 'node:path';
import { Api, App, Duration, HttpMethod, HttpProxyIntegration, ProxyFunction, ProxyIntegration, ResponseTransferMode } from 'synthgate';

const env = (name: string): string => {
  const value = process.env[name];
  if (value === undefined) throw new Error(`${name} is not set: run this through npm run hostile`);
  return value;
};

const app = new App();

/** A function of one instance that may run many calls: what one of them does to the process, the next would show. */
const observed = (name: string) => new ProxyFunction(app, name, {
  functionName: name,
  entry: path.join(__dirname, 'handlers', `${name}.ts`),
  environment: { OBSERVER: env('HOSTILE_OBSERVER') },
  timeout: Duration.seconds(10),
  memorySize: 256,
  concurrency: 32,
  maxInstances: 1,
});

const api = new Api(app, 'Hostile', { deployOptions: { stageName: 'dev' } });

const echo = new ProxyIntegration(observed('echo'), { responseTransferMode: ResponseTransferMode.STREAM });
const echoResource = api.root.addResource('echo');
echoResource.addCorsPreflight();
echoResource.addMethod(HttpMethod.ANY, echo);

api.root.addResource('ping').addMethod('GET', observed('ping'));
api.root.addResource('open').addProxy({ defaultIntegration: new ProxyIntegration(observed('open')), anyMethod: true });

const withA = api.addModel('WithA', { modelName: 'WithA', schema: { type: 'object', required: ['a'] } });
api.root.addResource('json').addMethod('POST', observed('json'), {
  requestModels: { 'application/json': withA },
  requestValidatorOptions: { validateRequestBody: true },
});

const closed = observed('private');
const closedResource = api.root.addResource('private');
closedResource.addMethod('GET', closed, { apiKeyRequired: true });
closedResource.addResource('{proxy+}').addMethod(HttpMethod.ANY, closed, { apiKeyRequired: true });
api.addUsagePlan('Plan', { apiStages: [{ stage: api.deploymentStage }] }).addApiKey(api.addApiKey('Good', { apiKeyName: 'Good' }));

const jwt = api.addJwtAuthorizer('Jwt', { issuer: env('HOSTILE_ISSUER'), audience: ['hostile'], jwksUri: env('HOSTILE_JWKS') });
api.root.addResource('jwt').addMethod('GET', observed('jwt'), { authorizer: jwt });

// Functions take 6 MB at the most; what may be as large as the gateway itself allows goes to a backend.
api.root.addResource('upload').addMethod('POST', new HttpProxyIntegration(env('HOSTILE_UPLOAD')));

app.synth();
