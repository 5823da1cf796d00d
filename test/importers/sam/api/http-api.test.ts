import { createTestGateway, type TestGateway } from 'synthgate/testing';
import { importFiles } from '../../../support/imported';
import { newProject } from '../../../support/project';

/* AWS::Serverless::HttpApi: https://docs.aws.amazon.com/serverless-application-model/latest/developerguide/sam-resource-httpapi.html */

const FUNCTION = '{Type: AWS::Serverless::Function, Properties: {Handler: index.handler, Runtime: nodejs20.x, InlineCode: "exports.handler = async (event) => event;", Events: ';
const TEMPLATE = `
Transform: AWS::Serverless-2016-10-31
Globals: {HttpApi: {CorsConfiguration: {AllowOrigins: ['https://a.test'], AllowMethods: [GET]}}}
Resources:
  Own:
    Type: AWS::Serverless::HttpApi
    Properties:
      StageName: prod
      StageVariables: {color: red}
      DefaultRouteSettings: {ThrottlingBurstLimit: 200, ThrottlingRateLimit: 100}
      Auth:
        DefaultAuthorizer: Login
        EnableIamAuthorizer: true
        Authorizers:
          Login: {JwtConfiguration: {issuer: 'https://login.test', audience: [shop]}, IdentitySource: $request.header.Authorization, AuthorizationScopes: [read]}
          Guard:
            FunctionArn: !GetAtt Guard.Arn
            AuthorizerPayloadFormatVersion: '2.0'
            EnableSimpleResponses: true
            Identity: {Headers: [X-Key], ReauthorizeEvery: 0}
  Guard: {Type: AWS::Serverless::Function, Properties: {Handler: index.handler, Runtime: nodejs20.x, InlineCode: "exports.handler = async ({ headers }) => ({ isAuthorized: headers['x-key'] === 'yes' });"}}
  F: ${FUNCTION}{
    Implicit: {Type: HttpApi, Properties: {Path: '/implicit/{id}', Method: get}},
    Default: {Type: HttpApi},
    Closed: {Type: HttpApi, Properties: {ApiId: !Ref Own, Path: /closed, Method: get}},
    Open: {Type: HttpApi, Properties: {ApiId: !Ref Own, Path: /open, Method: any, Auth: {Authorizer: NONE}, PayloadFormatVersion: '1.0', TimeoutInMillis: 5000, RouteSettings: {ThrottlingBurstLimit: 7}}},
    Guarded: {Type: HttpApi, Properties: {ApiId: !Ref Own, Path: /guarded, Method: post, Auth: {Authorizer: Guard}}},
    Signed: {Type: HttpApi, Properties: {ApiId: !Ref Own, Path: /signed, Method: get, Auth: {Authorizer: AWS_IAM}}}}}}
`;

test('explicit and implicit HTTP APIs become specs of their own', () => {
  const { specs, codes } = importFiles({ 'template.yaml': TEMPLATE });
  expect(codes).toEqual([]);
  const own = specs.find(({ api }) => api.name === 'Own');
  expect(own).toMatchObject({
    protocol: 'http',
    api: { cors: { allowOrigins: ['https://a.test'], allowMethods: ['GET'] } },
    stages: { prod: { variables: { color: 'red' }, methodSettings: { '*/*': { throttlingBurstLimit: 200, throttlingRateLimit: 100 }, '/open/ANY': { throttlingBurstLimit: 7 } } } },
    resources: {
      '/closed': { methods: { GET: { authorization: { type: 'JWT', authorizer: 'Login' }, integration: { payloadFormatVersion: '2.0' } } } },
      '/open': { methods: { ANY: { authorization: { type: 'NONE' }, integration: { payloadFormatVersion: '1.0', timeoutMs: 5_000 } } } },
      '/guarded': { methods: { POST: { authorization: { type: 'CUSTOM', authorizer: 'Guard' } } } },
      '/signed': { methods: { GET: { authorization: { type: 'AWS_IAM' } } } },
    },
  });
  const implicit = specs.find(({ api }) => api.name !== 'Own');
  expect(Object.keys(implicit?.resources ?? {}).sort()).toEqual(['/$default', '/implicit/{id}']);
  expect(Object.keys(implicit?.stages ?? {})).toEqual(['$default']);
});

test('events of an API whose document is in a file add no routes, and are reported', () => {
  const template = `
Transform: AWS::Serverless-2016-10-31
Resources:
  Own: {Type: AWS::Serverless::HttpApi, Properties: {DefinitionUri: ./api.json}}
  F: ${FUNCTION}{Pets: {Type: HttpApi, Properties: {ApiId: !Ref Own, Path: /pets, Method: get}}}}}
`;
  const { specs, issues } = importFiles({ 'template.yaml': template, 'api.json': '{"openapi": "3.0.1", "paths": {}}' });
  expect(Object.keys(specs[0]?.resources ?? {})).toEqual([]);
  expect(issues).toContainEqual(expect.objectContaining({
    code: 'SAM_EVENT_WITHOUT_ROUTE', severity: 'loss', location: 'F', message: 'the event Pets adds no route to Own, whose document DefinitionUri names: SAM does not change it',
  }));
});

describe('served', () => {
  let gateway: TestGateway;
  beforeAll(async () => { gateway = await createTestGateway(newProject({ 'template.yaml': TEMPLATE }).file('template.yaml')); });
  afterAll(() => gateway.close());
  const urlOf = (name: string): string => gateway.apis.find((api) => api.name === name)?.url ?? '';

  test.each<[string, RequestInit, number]>([
    ['/closed', {}, 401], ['/open', { method: 'PUT' }, 500 /* format 1.0 wants a status */], ['/guarded', { method: 'POST' }, 401], ['/signed', {}, 403], ['/nowhere', {}, 404],
    ['/guarded', { method: 'POST', headers: { 'x-key': 'yes' } }, 200], ['/guarded', { method: 'POST', headers: { 'x-key': 'no' } }, 403],
  ])('%s %j', async (path, init, status) => {
    expect((await fetch(`${urlOf('Own')}/prod${path}`, init)).status).toBe(status);
  });

  test('the implicit API has no stage in its paths, and a route for everything', async () => {
    const url = gateway.apis.find(({ name }) => name !== 'Own')?.url ?? '';
    expect(await (await fetch(`${url}/implicit/7`)).json()).toMatchObject({ routeKey: 'GET /implicit/{id}', pathParameters: { id: '7' } });
    expect(await (await fetch(`${url}/what/ever`, { method: 'DELETE' })).json()).toMatchObject({ routeKey: '$default' });
  });
});
