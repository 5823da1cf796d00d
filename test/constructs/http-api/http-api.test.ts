import {
  App, aws_apigatewayv2 as v2, aws_apigatewayv2_authorizers as authorizers, aws_apigatewayv2_integrations as integrations,
  aws_lambda as lambda, Duration as CdkDuration, Stack,
} from 'aws-cdk-lib';
import { RootConstruct } from 'constructs';
import {
  Api, ApiBase, ApiKey, CorsHttpMethod, Duration, HttpApi, HttpIamAuthorizer, HttpJwtAuthorizer, HttpLambdaAuthorizer,
  HttpLambdaIntegration, HttpLambdaResponseType, HttpMethod, HttpNoneAuthorizer, HttpUrlIntegration, MappingValue, Model, ParameterMapping,
  PayloadFormatVersion, ProxyFunction,
} from '../../../lib/constructs';
import { importFiles } from '../../support/imported';
import { declareHttp, httpFindings, httpSpecOf } from '../../support/http-declaration';

test('routes are resources by path and method, with the stage $default', () => {
  const { api, pets } = declareHttp({ defaultIntegration: new HttpUrlIntegration('Old', 'https://old.example.com') });
  api.addRoutes({ path: '/pets/{id}', methods: [HttpMethod.GET, HttpMethod.DELETE], integration: pets });
  api.addRoutes({ path: '/{proxy+}', integration: pets });
  expect(httpSpecOf(api)).toMatchObject({
    protocol: 'http',
    api: { name: 'Shop', endpointType: 'REGIONAL' },
    resources: {
      '/pets/{id}': { methods: { GET: { authorization: { type: 'NONE' }, integration: { type: 'proxy', function: 'Handler', payloadFormatVersion: '2.0', timeoutMs: 30_000 } }, DELETE: {} } },
      '/{proxy+}': { methods: { ANY: {} } },
      '/$default': { methods: { ANY: { integration: { type: 'http-proxy', uri: 'https://old.example.com', httpMethod: 'ANY' } } } },
    },
    stages: { $default: {} },
  });
  expect(api.routeTable()).toMatchInlineSnapshot(`
"$default              → http-proxy https://old.example.com
DELETE    /pets/{id}  → proxy Handler
GET       /pets/{id}  → proxy Handler
ANY       /{proxy+}   → proxy Handler"
`);
});

describe('a definition has the spec that the same one of aws-cdk-lib is imported as', () => {
  test('but for ids and the names of functions', () => {
    const stack = new Stack(new App(), 'Stack');
    const handler = (id: string): lambda.Function => new lambda.Function(stack, id, { runtime: lambda.Runtime.NODEJS_20_X, handler: 'index.handler', code: lambda.Code.fromInline('exports.handler = async () => ({});') });
    const jwt = new authorizers.HttpJwtAuthorizer('Login', 'https://login.example.com', { jwtAudience: ['shop'] });
    const theirs = new v2.HttpApi(stack, 'Shop', {
      apiName: 'Shop', description: 'of pets', defaultAuthorizer: jwt, defaultAuthorizationScopes: ['pets/read'],
      corsPreflight: { allowOrigins: ['https://shop.example.com'], allowMethods: [v2.CorsHttpMethod.GET, v2.CorsHttpMethod.ANY], allowHeaders: ['x-a'], maxAge: CdkDuration.minutes(1), allowCredentials: true, exposeHeaders: ['x-b'] },
    });
    const mapping = new v2.ParameterMapping().overwriteHeader('x-user', v2.MappingValue.contextVariable('authorizer.claims.sub')).removeQueryString('debug').overwritePath(v2.MappingValue.custom('/v2'));
    theirs.addRoutes({ path: '/pets', methods: [v2.HttpMethod.GET, v2.HttpMethod.POST], integration: new integrations.HttpLambdaIntegration('Pets', handler('Pets')) });
    theirs.addRoutes({
      path: '/open', integration: new integrations.HttpUrlIntegration('Open', 'https://open.example.com/{a}', { method: v2.HttpMethod.GET, parameterMapping: mapping, timeout: CdkDuration.seconds(5) }),
      authorizer: new v2.HttpNoneAuthorizer(), authorizationScopes: [],
    });
    theirs.addRoutes({ path: '/signed', integration: new integrations.HttpLambdaIntegration('Old', handler('Old'), { payloadFormatVersion: v2.PayloadFormatVersion.VERSION_1_0 }), authorizer: new authorizers.HttpIamAuthorizer(), authorizationScopes: [] });
    theirs.addRoutes({
      path: '/guarded', integration: new integrations.HttpLambdaIntegration('Guarded', handler('Guarded')), authorizationScopes: [],
      authorizer: new authorizers.HttpLambdaAuthorizer('Guard', handler('Check'), { responseTypes: [authorizers.HttpLambdaResponseType.SIMPLE], identitySource: ['$request.header.x-key'], resultsCacheTtl: CdkDuration.seconds(9) }),
    });
    theirs.addStage('Dev', { stageName: 'dev', autoDeploy: true, throttle: { rateLimit: 5, burstLimit: 7 }, stageVariables: { color: 'red' }, description: 'for us', detailedMetricsEnabled: true });
    const [imported] = importFiles({ 'template.json': (stack.node.root as App).synth().getStackByName('Stack').template as object }).specs;

    const root = new RootConstruct();
    const fn = (id: string): ProxyFunction => new ProxyFunction(root, id, { entry: 'src/handler.ts' });
    const ours = new HttpApi(root, 'Shop', {
      description: 'of pets', defaultAuthorizationScopes: ['pets/read'],
      defaultAuthorizer: new HttpJwtAuthorizer('Login', 'https://login.example.com', { jwtAudience: ['shop'] }),
      corsPreflight: { allowOrigins: ['https://shop.example.com'], allowMethods: [CorsHttpMethod.GET, CorsHttpMethod.ANY], allowHeaders: ['x-a'], maxAge: Duration.minutes(1), allowCredentials: true, exposeHeaders: ['x-b'] },
    });
    const parameterMapping = new ParameterMapping().overwriteHeader('x-user', MappingValue.contextVariable('authorizer.claims.sub')).removeQueryString('debug').overwritePath(MappingValue.custom('/v2'));
    ours.addRoutes({ path: '/pets', methods: [HttpMethod.GET, HttpMethod.POST], integration: new HttpLambdaIntegration('Pets', fn('Pets')) });
    ours.addRoutes({
      path: '/open', integration: new HttpUrlIntegration('Open', 'https://open.example.com/{a}', { method: HttpMethod.GET, parameterMapping, timeout: Duration.seconds(5) }),
      authorizer: new HttpNoneAuthorizer(), authorizationScopes: [],
    });
    ours.addRoutes({ path: '/signed', integration: new HttpLambdaIntegration('Old', fn('Old'), { payloadFormatVersion: PayloadFormatVersion.VERSION_1_0 }), authorizer: new HttpIamAuthorizer(), authorizationScopes: [] });
    ours.addRoutes({
      path: '/guarded', integration: new HttpLambdaIntegration('Guarded', fn('Guarded')), authorizationScopes: [],
      authorizer: new HttpLambdaAuthorizer('Guard', fn('Check'), { responseTypes: [HttpLambdaResponseType.SIMPLE], identitySource: ['$request.header.x-key'], resultsCacheTtl: Duration.seconds(9) }),
    });
    ours.addStage('Dev', { stageName: 'dev', autoDeploy: true, throttle: { rateLimit: 5, burstLimit: 7 }, stageVariables: { color: 'red' }, description: 'for us', detailedMetricsEnabled: true });

    const { api, functions, ...spec } = httpSpecOf(ours);
    const { api: theirApi, functions: theirFunctions, ...rest } = imported;
    const text = JSON.stringify(rest).replace(/"(Pets|Old|Guarded|Check)[0-9A-F]{8}"/g, '"$1"');
    expect(spec).toEqual(JSON.parse(text));
    expect({ ...api, id: '' }).toEqual({ ...theirApi, id: '' });
    expect(Object.keys(functions)).toHaveLength(Object.keys(theirFunctions).length);
  });
});

test('REST APIs and HTTP APIs are told apart, and both are APIs', () => {
  const { root, api } = declareHttp();
  const rest = new Api(root, 'Rest');
  const kinds = [api, rest, root].map((value) => [Api.isApi(value), HttpApi.isHttpApi(value), ApiBase.isApiBase(value)]);
  expect(kinds).toEqual([[false, true, true], [true, false, true], [false, false, false]]);
});

test('createDefaultStage false makes none, and the URL is that of the stage', () => {
  const { api } = declareHttp({ createDefaultStage: false });
  const dev = api.addStage('Dev', { stageName: 'dev' });
  expect([api.defaultStage, dev.urlForPath('/pets')]).toEqual([undefined, '/dev/pets']);
  expect(declareHttp().api.defaultStage?.urlForPath('/pets')).toBe('/pets');
});

test.each<[string, (declared: ReturnType<typeof declareHttp>) => void, string[]]>([
  ['ROUTE_PATH_INVALID: a path without a slash', ({ api, pets }) => api.addRoutes({ path: 'pets', integration: pets }), ['ROUTE_PATH_INVALID Shop']],
  ['ROUTE_PATH_INVALID: a slash at the end', ({ api, pets }) => api.addRoutes({ path: '/pets/', integration: pets }), ['ROUTE_PATH_INVALID Shop']],
  ['ROUTE_PATH_INVALID: the path of the default route', ({ api, pets }) => api.addRoutes({ path: '/$default', integration: pets }), ['ROUTE_PATH_INVALID Shop']],
  ['a part that is no part', ({ api, pets }) => api.addRoutes({ path: '/a{b}', integration: pets }), ['PATH_PART_INVALID Shop/ANY--a{b}']],
  ['a second route of a key', ({ api, pets }) => [1, 2].forEach(() => api.addRoutes({ path: '/a', integration: pets })), ['DUPLICATE_NAME Shop/ANY--a#2']],
  ['a second stage of a name', ({ api }) => api.addStage('Other'), ['STAGE_DUPLICATE Shop/Other']],
  ['a stage name', ({ api }) => api.addStage('Other', { stageName: 'a b' }), ['STAGE_NAME_INVALID Shop/Other']],
  ['two authorizers of one name', ({ api, pets, fn }) => {
    for (const path of ['/a', '/b']) api.addRoutes({ path, integration: pets, authorizer: new HttpLambdaAuthorizer('Guard', fn) });
  }, ['DUPLICATE_NAME Shop/Guard#2']],
  ['scopes without tokens', ({ api, pets }) => api.addRoutes({ path: '/a', integration: pets, authorizer: new HttpIamAuthorizer(), authorizationScopes: ['a'] }), ['AUTHORIZATION_SCOPES_UNUSED Shop/ANY--a']],
  ['what only REST APIs have', ({ api }) => [new ApiKey(api, 'Key'), new Model(api, 'Pet', { schema: {} })], ['PROTOCOL_UNSUPPORTED Shop', 'PROTOCOL_UNSUPPORTED Shop']],
])('refuses %s', (_, change, findings) => {
  const declared = declareHttp();
  change(declared);
  expect(httpFindings(declared.api)).toEqual(findings);
});

test('refuses the origin * with credentials', () => {
  expect(httpFindings(declareHttp({ corsPreflight: { allowOrigins: ['*'], allowCredentials: true } }).api)).toEqual(['CORS_CREDENTIALS_WITH_ANY_ORIGIN Shop']);
});

test('properties that only AWS has, and classes of aws-cdk-lib, are refused with what to do', () => {
  const { root, api, fn } = declareHttp();
  const theirs = { integration: new integrations.HttpUrlIntegration('A', 'https://a.example.com'), authorizer: new authorizers.HttpIamAuthorizer() };
  new HttpApi(root, 'Other', { disableExecuteApiEndpoint: true } as object);
  expect(() => api.addRoutes({ path: '/a', integration: theirs.integration as never })).toThrow('use HttpUrlIntegration of synthgate');
  api.addRoutes({ path: '/b', integration: new HttpLambdaIntegration('B', fn), authorizer: theirs.authorizer as never });
  const apis = root.node.children.filter(HttpApi.isHttpApi);
  const texts = apis.flatMap((declared) => declared._collect().issues.map(({ message }) => message));
  expect(texts).toContainEqual(expect.stringContaining('only synthgate/aws has it'));
  expect(texts).toContainEqual(expect.stringContaining('use HttpIamAuthorizer of synthgate'));
});

test('an authorizer of REST APIs does not decide about routes', () => {
  const { api, pets } = declareHttp();
  const foreign = { authorizerId: 'Auth', authorizationType: 'CUSTOM' };
  api.addRoutes({ path: '/b', integration: pets, authorizer: foreign as never });
  expect(httpFindings(api)).toEqual(['PROPERTY_TYPE_INVALID Shop']);
});
