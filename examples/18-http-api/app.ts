// An HTTP API: functions receive payload format 2.0, the service answers preflights, a function with simple answers and JSON Web
// Tokens decide about callers, and what no route takes goes to $default. Its tests are in gateway.test.ts.
import path from 'node:path';
import {
  App, CorsHttpMethod, Duration, HttpApi, HttpJwtAuthorizer, HttpLambdaAuthorizer, HttpLambdaIntegration, HttpLambdaResponseType,
  HttpMethod, MappingValue, ParameterMapping, ProxyFunction,
} from 'synthgate';

const app = new App();
const newFunction = (id: string, name: string) => new ProxyFunction(app, id, { entry: path.join(__dirname, 'handlers', `${name}.ts`) });
const notes = new HttpLambdaIntegration('Notes', newFunction('NotesFunction', 'notes'));

export const api = new HttpApi(app, 'NotesApi', {
  defaultIntegration: new HttpLambdaIntegration('Rest', newFunction('RestFunction', 'rest')),
  corsPreflight: {
    allowOrigins: ['https://notes.example.com'],
    allowMethods: [CorsHttpMethod.GET, CorsHttpMethod.POST],
    allowHeaders: ['authorization', 'content-type'],
    maxAge: Duration.hours(1),
  },
});

const byKey = new HttpLambdaAuthorizer('ByKey', newFunction('CheckFunction', 'check'), {
  responseTypes: [HttpLambdaResponseType.SIMPLE],
  identitySource: ['$request.header.x-key'],
});
api.addRoutes({ path: '/notes/{id}', methods: [HttpMethod.GET], integration: notes });
api.addRoutes({ path: '/notes/{id}', methods: [HttpMethod.POST, HttpMethod.DELETE], integration: notes, authorizer: byKey });

const login = new HttpJwtAuthorizer('Login', 'https://login.example.com', { jwtAudience: ['notes'] });
const mine = new HttpLambdaIntegration('Mine', newFunction('MineFunction', 'notes'), {
  parameterMapping: new ParameterMapping().overwriteHeader('x-user', MappingValue.contextVariable('authorizer.claims.sub')),
});
api.addRoutes({ path: '/mine', methods: [HttpMethod.GET], integration: mine, authorizer: login, authorizationScopes: ['notes/read'] });

api.addStage('Beta', { stageName: 'beta', autoDeploy: true, throttle: { rateLimit: 5, burstLimit: 2 }, stageVariables: { color: 'blue' } });
app.synth();
