import { stableId, type DeclaredParts, type GatewaySpec, type GatewaySpecInput } from '../../../lib/spec';
import type { DiffOptions } from '../../../lib/diff';
import { importOpenApi, readDeclaredParts, withCorsMethods } from '../../../lib/openapi';
import { complete, MOCK, specInput, type MethodInput } from '../spec';

/** Two definitions, and how they are compared. */
export interface DiffCase {
  readonly name: string;
  readonly before: GatewaySpec;
  readonly after: GatewaySpec;
  readonly options?: DiffOptions;
}

const FUNCTIONS = Object.fromEntries(['Orders', 'Other'].map((name) => [name, { entry: 'src/orders.ts', handler: 'index.handler' }]));
const PROXY = { type: 'proxy', function: 'Orders' } as const;
const LONG_KEY = 'a-secret-value-of-20-characters';

type Nodes = Partial<GatewaySpecInput>;

/** A definition with routes, by `GET /pets`. */
function routes(all: Readonly<Record<string, MethodInput>>, nodes: Nodes = {}): GatewaySpec {
  const paths = [...new Set(Object.keys(all).map((route) => route.split(' ')[1] ?? '/'))];
  const resources = Object.fromEntries(paths.map((path) => [path, {
    id: stableId(path), methods: Object.fromEntries(Object.entries(all).filter(([route]) => route.endsWith(` ${path}`))
      .map(([route, method]) => [route.split(' ')[0], method])),
  }]));
  return complete(specInput({ functions: FUNCTIONS, resources, stages: { prod: {} }, ...nodes }));
}

/** A definition with `POST /orders`. */
const specWith = (settings: Partial<MethodInput> = {}, nodes: Nodes = {}): GatewaySpec =>
  routes({ 'POST /orders': { integration: PROXY, ...settings } }, nodes);
const withStage = (stage: object, settings: Partial<MethodInput> = {}, nodes: Nodes = {}) =>
  specWith(settings, { stages: { prod: stage }, ...nodes });
const withApi = (settings: object) => specWith({}, { api: { id: 'pets', name: 'Pets', ...settings } });
const change = (name: string, before: GatewaySpec, after: GatewaySpec, options: DiffOptions = {}): DiffCase =>
  ({ name, before, after, options });
const proxy = { integration: PROXY } as const;
const ending = (sunset?: string): MethodInput => ({ ...proxy, documentation: { sunset } });

const ROUTES = [
  change('a route is removed', routes({ 'GET /pets': proxy, 'DELETE /pets/{id}': proxy }), routes({ 'GET /pets': proxy })),
  change('a route is absorbed by a proxy resource', routes({ 'GET /pets': proxy, 'ANY /{proxy+}': proxy }),
    routes({ 'ANY /{proxy+}': proxy })),
  change('a literal path shadows a parameter', routes({ 'GET /pets/{id}': proxy }),
    routes({ 'GET /pets/{id}': proxy, 'GET /pets/search': { integration: { ...PROXY, function: 'Other' } } })),
  change('ANY of a literal path shadows DELETE of a parameter', routes({ 'DELETE /pets/{id}': proxy }),
    routes({ 'DELETE /pets/{id}': proxy, 'ANY /pets/search': { integration: { ...PROXY, function: 'Other' } } })),
  change('a greedy parameter takes two segments', routes({ 'GET /{proxy+}': proxy }), routes({ 'GET /{a}': proxy, 'GET /{a}/{b}': proxy })),
  change('parameters shadow a greedy one of an HTTP API', routes({ 'ANY /{proxy+}': proxy }, { protocol: 'http' }),
    routes({ 'ANY /{proxy+}': proxy, 'POST /{x}/{y}': { integration: { ...PROXY, function: 'Other' } } }, { protocol: 'http' })),
  change('ANY becomes two methods', routes({ 'ANY /pets': proxy }), routes({ 'GET /pets': proxy, 'POST /pets': proxy })),
  change('a greedy parameter takes one segment', routes({ 'GET /files/{path+}': proxy }), routes({ 'GET /files/{path}': proxy })),
  change('a path parameter is renamed', routes({ 'GET /pets/{id}': proxy }), routes({ 'GET /pets/{petId}': proxy })),
  change('an operation is renamed', specWith({ operationName: 'createOrder' }), specWith({ operationName: 'makeOrder' })),
  change('the texts of a method change', specWith({ documentation: { summary: 'Orders.' }, methodResponses: { 201: {} } }),
    specWith({ documentation: { summary: 'Orders a pet.' }, methodResponses: { 201: { description: 'The order.' } } })),
  change('an operation is named', specWith(), specWith({ operationName: 'createOrder' })),
  ...[['after its sunset', '2026-01-31'], ['on the day of its sunset', '2026-02-01'], ['before its sunset', '2026-03-31']].map(([when, sunset]) =>
    change(`a route is removed ${when ?? ''}`, routes({ 'GET /a': ending(sunset), 'GET /b': proxy }), routes({ 'GET /b': proxy }), { today: '2026-02-01' })),
  change('a route is removed that had a sunset, on a day that is not known', routes({ 'GET /a': ending('2026-01-31'), 'GET /b': proxy }), routes({ 'GET /b': proxy })),
  change('a route has a sunset', routes({ 'GET /a': proxy }), routes({ 'GET /a': ending('2026-01-31') })),
  change('a sunset is earlier', routes({ 'GET /a': ending('2026-03-31') }), routes({ 'GET /a': ending('2026-01-31') })),
];

const VALIDATORS: Nodes = { requestValidators: { Both: { validateRequestBody: true, validateRequestParameters: true } } };
const LIMIT = 'method.request.querystring.limit';
const MODELS: Nodes = { ...VALIDATORS, models: { Order: { schema: { type: 'object' } } } };
const MAPPED = { type: 'http', uri: 'https://backend.example.com/orders', responses: [{ statusCode: '200' }] };
const mapped = (settings: object, nodes: Nodes = {}): GatewaySpec =>
  specWith({ integration: { ...MAPPED, ...settings } as never, methodResponses: { 200: {}, 404: {} } }, nodes);

const VALIDATION = [
  change('a required parameter is added, and checked', specWith({ requestValidator: 'Both' }, VALIDATORS),
    specWith({ requestValidator: 'Both', requestParameters: { [LIMIT]: true } }, VALIDATORS)),
  change('a required parameter is added, and not checked', specWith(), specWith({ requestParameters: { [LIMIT]: true } })),
  change('a parameter becomes required', specWith({ requestValidator: 'Both', requestParameters: { [LIMIT]: false } }, VALIDATORS),
    specWith({ requestValidator: 'Both', requestParameters: { [LIMIT]: true } }, VALIDATORS)),
  change('an optional parameter is added', specWith(), specWith({ requestParameters: { [LIMIT]: false } })),
  change('a validator of bodies is attached', specWith({ requestModels: { 'application/json': 'Order' } }, MODELS),
    specWith({ requestModels: { 'application/json': 'Order' }, requestValidator: 'Both' }, MODELS)),
  change('a validator of parameters is attached', specWith({ requestParameters: { [LIMIT]: true } }, VALIDATORS),
    specWith({ requestParameters: { [LIMIT]: true }, requestValidator: 'Both' }, VALIDATORS)),
  change('a media type loses its model',
    specWith({ requestModels: { 'application/json': 'Order', 'application/xml': 'Order' }, requestValidator: 'Both' }, MODELS),
    specWith({ requestModels: { 'application/json': 'Order' }, requestValidator: 'Both' }, MODELS)),
  change('malformed JSON is refused', withApi({ jsonBodyValidation: 'aws' }), withApi({ jsonBodyValidation: 'always' })),
  change('bodies without a template are refused', mapped({}), mapped({ passthroughBehavior: 'NEVER' })),
];

const body = (schema: object, validator: object = { requestValidator: 'Both' }): GatewaySpec =>
  specWith({ requestModels: { 'application/json': 'Order' }, ...validator }, { ...VALIDATORS, models: { Order: { schema: { ...schema } } } });
const answer = (schema: object): GatewaySpec =>
  specWith({ methodResponses: { 200: { responseModels: { 'application/json': 'Order' } } } },
    { models: { Order: { schema: { ...schema } } } });
const object = (properties: object, more: object = {}) => ({ type: 'object', properties, ...more });
const text = { type: 'string' };

/** Pairs of schemas, the narrower one second: requests become so, and responses were so. */
const SCHEMAS: readonly (readonly [string, object, object])[] = [
  ['a property is required', object({ a: text }), object({ a: text }, { required: ['a'] })],
  ['an object is closed', object({ a: text }), object({ a: text }, { additionalProperties: false })],
  ['a closed object loses a property', object({ a: text, b: text }, { additionalProperties: false }),
    object({ a: text }, { additionalProperties: false })],
  ['members of callers get a type', object({ a: text }), object({ a: text }, { additionalProperties: text })],
  ['a format that the gateway does not check is added', object({ a: text }), object({ a: { ...text, format: 'date' } })],
  ['a property gets a type', object({ a: text }), object({ a: text, b: { type: 'number' } })],
  ['a type is removed', object({ a: { type: ['string', 'number'] } }), object({ a: text })],
  ['null is removed', object({ a: { type: ['string', 'null'] } }), object({ a: text })],
  ['a value is removed', object({ a: { enum: ['x', 'y'] } }), object({ a: { enum: ['x'] } })],
  ['an extensible value is removed', object({ a: { enum: ['x', 'y'], 'x-extensible-enum': true } }),
    object({ a: { 'enum': ['x'], 'x-extensible-enum': true } })],
  ['a limit is tighter', object({ a: { type: 'string', maxLength: 80 } }), object({ a: { type: 'string', maxLength: 40 } })],
  ['a pattern refuses more', object({ a: { type: 'string', pattern: '^[a-z]+$' } }),
    object({ a: { type: 'string', pattern: '^[a-c]+$' } })],
  ['a pattern is written otherwise', object({ a: { type: 'string', pattern: '^(a|b)$' } }),
    object({ a: { type: 'string', pattern: '^[ab]$' } })],
  ['a branch is removed', { oneOf: [object({ a: text }, { required: ['a'], additionalProperties: false }), { type: 'array' }] },
    { oneOf: [object({ a: text }, { required: ['a'], additionalProperties: false })] }],
  ['a format that nobody checks is added', object({ a: text }), object({ a: { type: 'string', format: 'iban' } })],
  ['a negation is added', object({ a: text }), object({ a: { type: 'string', not: { enum: ['x'] } } })],
  ['a negation is written otherwise', object({ a: { ...text, not: { pattern: '^(a|b)$' } } }),
    object({ a: { ...text, not: { pattern: '^[ab]$' } } })],
  ['the words of a schema change', object({ a: text }), object({ a: { ...text, description: 'A name' } }, { title: 'Order' })],
];

const extensible = (values: readonly string[]): GatewaySpec =>
  specWith({ methodResponses: { 200: { responseModels: { 'application/json': 'Order' } } } }, { models: {
    Order: { schema: object({ a: { $ref: 'https://apigateway.amazonaws.com/restapis/{apiId}/models/Size' } }) },
    Size: { schema: { 'enum': [...values], 'x-extensible-enum': true } },
  } });
const HEADER = { 'method.response.header.Location': true };

const BODIES = [
  ...SCHEMAS.map(([name, wide, narrow]) => change(`request: ${name}`, body(wide), body(narrow))),
  change('request: a limit is tighter, and nobody checks it', body(object({ a: { type: 'string', maxLength: 80 } }), {}),
    body(object({ a: { type: 'string', maxLength: 40 } }), {})),
  ...SCHEMAS.map(([name, wide, narrow]) => change(`response: ${name}, the other way round`, answer(narrow), answer(wide))),
  change('response: a closed object loses a property', answer(object({ a: text, b: text }, { additionalProperties: false })),
    answer(object({ a: text }, { additionalProperties: false }))),
  change('response: a value is added to an extensible list behind references', extensible(['x']), extensible(['x', 'y'])),
  change('a status is removed', specWith({ methodResponses: { 200: {}, 201: {}, 409: {} } }), specWith({ methodResponses: { 200: {} } })),
  change('a response header is removed', specWith({ methodResponses: { 200: { responseParameters: HEADER } } }),
    specWith({ methodResponses: { 200: {} } })),
  change('a media type is replaced', specWith({ methodResponses: { 200: { responseModels: { 'application/json': 'Order' } } } }, MODELS),
    specWith({ methodResponses: { 200: { responseModels: { 'application/xml': 'Order' } } } }, MODELS)),
  change('a media type is added', specWith({ methodResponses: { 200: { responseModels: { 'application/json': 'Order' } } } }, MODELS),
    specWith({ methodResponses: { 200: { responseModels: { 'application/json': 'Order', 'application/xml': 'Order' } } } }, MODELS)),
];

const response = (settings: object): GatewaySpec =>
  specWith({ integration: { ...MAPPED, responses: [{ statusCode: '200', ...settings }] } as never,
    methodResponses: { 200: { responseParameters: HEADER }, 404: {} } });

const MAPPINGS = [
  change('a response template changes', response({ responseTemplates: { 'application/json': '{}' } }),
    response({ responseTemplates: { 'application/json': '[]' } })),
  change('response templates change their order', response({ responseTemplates: { 'application/json': '{}', 'text/plain': '' } }),
    response({ responseTemplates: { 'text/plain': '', 'application/json': '{}' } })),
  change('a request template changes', mapped({ requestTemplates: { 'application/json': '{}' } }),
    mapped({ requestTemplates: { 'application/json': '[]' } })),
  change('a request mapping is removed',
    mapped({ requestParameters: { 'integration.request.header.X-A': 'method.request.header.X-A' } }), mapped({})),
  change('a declared response header is lost',
    response({ responseParameters: { 'method.response.header.Location': 'integration.response.header.Location' } }), response({})),
  change('a response header comes from elsewhere',
    response({ responseParameters: { 'method.response.header.Location': 'integration.response.header.Location' } }),
    response({ responseParameters: { 'method.response.header.Location': '\'/\'' } })),
  change('a selection pattern changes', mapped({ responses: [{ statusCode: '200' }, { statusCode: '404', selectionPattern: '404' }] }),
    mapped({ responses: [{ statusCode: '200' }, { statusCode: '404', selectionPattern: '4\\d\\d' }] })),
  change('a selection pattern is the word default', mapped({ responses: [{ statusCode: '200' }] }),
    mapped({ responses: [{ statusCode: '200', selectionPattern: 'default' }] })),
  change('an integration response is removed',
    mapped({ responses: [{ statusCode: '200' }, { statusCode: '404', selectionPattern: '404' }] }), mapped({})),
  change('a payload is converted', response({}), response({ contentHandling: 'CONVERT_TO_BINARY' })),
  change('a request payload is converted', mapped({}), mapped({ contentHandling: 'CONVERT_TO_TEXT' })),
];

const ARN = 'arn:aws:cognito-idp:us-east-1:123456789012:userpool/us-east-1_';
const authorizer = (settings: object): Nodes => ({ authorizers: { Users: settings as never } });
const TOKEN = { type: 'token', function: 'Orders' };
const REQUEST = { type: 'request', function: 'Orders', identitySources: ['method.request.header.Authorization'] };
const POOLS = { type: 'cognito-user-pools', userPools: [{ arn: `${ARN}a` }] };
const JWT = { type: 'jwt', issuer: 'https://login.example.com/', audience: ['orders'] };
const custom = (settings: object, more: Nodes = {}): GatewaySpec =>
  specWith({ authorization: { type: 'CUSTOM', authorizer: 'Users' } }, { ...authorizer(settings), ...more });
const chosen = (variables: Record<string, string>): GatewaySpec =>
  custom({ ...TOKEN, function: '${stageVariables.decider}' }, { stages: { prod: { variables } } });
const pools = (settings: object, scopes: string[] = []): GatewaySpec =>
  specWith({ authorization: { type: 'COGNITO_USER_POOLS', authorizer: 'Users', scopes } }, authorizer(settings));

const AUTHORIZATION = [
  change('authorization is removed', specWith({ authorization: { type: 'AWS_IAM' } }), specWith()),
  change('another kind of credentials is asked for', pools(JWT), specWith({ authorization: { type: 'AWS_IAM' } })),
  change('one of two scopes is removed', pools(JWT, ['read', 'write']), pools(JWT, ['read'])),
  change('all scopes are replaced', pools(JWT, ['read']), pools(JWT, ['admin'])),
  change('the last scope is removed', pools(JWT, ['read']), pools(JWT)),
  change('a user pool gets scopes', pools(POOLS), pools(POOLS, ['read'])),
  change('OPTIONS is authorized', routes({ 'ANY /orders': { ...proxy, authorization: { type: 'AWS_IAM' } }, 'OPTIONS /orders': MOCK }),
    routes({ 'ANY /orders': { ...proxy, authorization: { type: 'AWS_IAM' } } })),
  change('an API key is required', specWith(), specWith({ apiKeyRequired: true })),
  change('another function decides', custom(TOKEN), custom({ ...TOKEN, function: 'Other' })),
  change('a stage variable chooses another function that decides', chosen({ decider: 'Orders' }), chosen({ decider: 'Other' })),
  change('a stage variable chooses a function of elsewhere', chosen({ decider: 'Orders' }), chosen({ decider: 'a-function-of-elsewhere' })),
  change('keys come from elsewhere', pools(JWT), pools({ ...JWT, jwksUri: 'https://keys.example.com/' })),
  change('another issuer', pools(JWT), pools({ ...JWT, issuer: 'https://other.example.com/' })),
  change('an audience is added', pools(JWT), pools({ ...JWT, audience: ['orders', 'admin'] })),
  change('a user pool is removed', pools({ ...POOLS, userPools: [{ arn: `${ARN}a` }, { arn: `${ARN}b` }] }), pools(POOLS)),
  change('another issuer of a user pool', pools({ ...POOLS, userPools: [{ issuer: 'https://login.example.com/' }] }),
    pools({ ...POOLS, userPools: [{ issuer: 'https://other.example.com/' }] })),
  change('an identity source is added', custom(REQUEST),
    custom({ ...REQUEST, identitySources: ['method.request.header.Authorization', 'method.request.header.X-Tenant'] })),
  change('an identity source is added without a cache', custom({ ...REQUEST, resultsCacheTtlSeconds: 0 }),
    custom({ ...REQUEST, resultsCacheTtlSeconds: 0,
      identitySources: ['method.request.header.Authorization', 'method.request.header.X-Tenant'] })),
  change('a validation expression is removed', custom({ ...TOKEN, identityValidationExpression: 'Bearer .+' }), custom(TOKEN)),
  change('decisions are cached for longer', custom(TOKEN), custom({ ...TOKEN, resultsCacheTtlSeconds: 3600 })),
];

const key = (settings: object): Nodes => ({ apiKeys: { Mobile: { value: LONG_KEY, ...settings } } });
const plan = (settings: object, more: Nodes = {}): GatewaySpec =>
  specWith({}, { usagePlans: { Basic: { stages: { prod: {} }, ...settings } }, ...more });
const QUOTA = { limit: 1_000, period: 'MONTH' };

const KEYS = [
  change('keys are read from elsewhere', withApi({}), withApi({ apiKeySource: 'AUTHORIZER' })),
  change('a key is removed', specWith({}, key({})), specWith()),
  change('a key is disabled', specWith({}, key({})), specWith({}, key({ enabled: false }))),
  change('a key has another value', specWith({}, key({})), specWith({}, key({ value: `${LONG_KEY}2` }))),
  change('a plan loses a stage', plan({}), plan({ stages: {} })),
  change('a plan loses a key', plan({ keys: ['Mobile'] }, key({})), plan({}, key({}))),
  change('a quota is lower', plan({ quota: QUOTA }), plan({ quota: { ...QUOTA, limit: 500 } })),
  change('a quota is removed', plan({ quota: QUOTA }), plan({})),
  change('a quota has another period', plan({ quota: QUOTA }), plan({ quota: { ...QUOTA, period: 'DAY' } })),
  change('a throttle of a plan is lower', plan({ throttle: { rateLimit: 10, burstLimit: 20 } }),
    plan({ throttle: { rateLimit: 5, burstLimit: 20 } })),
  change('a throttle of a plan is removed', plan({ throttle: { rateLimit: 10, burstLimit: 20 } }), plan({})),
  change('a throttle of a method in a plan',
    plan({ stages: { prod: { methods: { '/orders/POST': { rateLimit: 10, burstLimit: 20 } } } } }),
    plan({ stages: { prod: { methods: { '/orders/POST': { rateLimit: 9, burstLimit: 20 } } } } })),
  change('a throttle of a stage is lower',
    withStage({ methodSettings: { '*/*': { throttlingRateLimit: 10, throttlingBurstLimit: 20 } } }),
    withStage({ methodSettings: { '*/*': { throttlingRateLimit: 10, throttlingBurstLimit: 10 } } })),
];

const ALLOW = { Effect: 'Allow', Principal: '*', Action: 'execute-api:Invoke', Resource: 'execute-api:/*' };
const FROM = { Condition: { IpAddress: { 'aws:SourceIp': '192.0.2.0/24' } } };
const statements = (...all: object[]): GatewaySpec => withApi({ policy: { Statement: all } });

const POLICY = [
  change('a policy is attached', specWith(), statements(ALLOW)),
  change('a policy is attached beside AWS_IAM', specWith({ authorization: { type: 'AWS_IAM' } }),
    specWith({ authorization: { type: 'AWS_IAM' } }, { api: { id: 'pets', name: 'Pets', policy: { Statement: [ALLOW] } } as never })),
  change('a policy that only denies is attached beside AWS_IAM', specWith({ authorization: { type: 'AWS_IAM' } }),
    specWith({ authorization: { type: 'AWS_IAM' } },
      { api: { id: 'pets', name: 'Pets', policy: { Statement: [{ ...ALLOW, Effect: 'Deny', ...FROM }] } } as never })),
  change('a statement allows more', statements({ ...ALLOW, Resource: 'execute-api:/prod/GET/*' }),
    statements({ ...ALLOW, Resource: 'execute-api:/prod/GET/*' }, { ...ALLOW, ...FROM })),
  change('a denial is added', statements(ALLOW), statements(ALLOW, { ...ALLOW, Effect: 'Deny', ...FROM })),
  change('a condition is dropped', statements({ ...ALLOW, ...FROM }), statements(ALLOW)),
  change('a principal changes', statements({ ...ALLOW, Principal: { AWS: '123456789012' } }),
    statements({ ...ALLOW, Principal: { AWS: '210987654321' } })),
  change('a statement has another name', statements({ ...ALLOW, Sid: 'a' }), statements({ ...ALLOW, Sid: 'b' })),
];

const integration = (settings: object, nodes: Nodes = {}): GatewaySpec =>
  specWith({ integration: { ...PROXY, ...settings } as never }, nodes);
const functions = (settings: object): GatewaySpec =>
  specWith({}, { functions: { ...FUNCTIONS, Orders: { entry: 'src/orders.ts', handler: 'index.handler', ...settings } } });
const mock = (status: string): GatewaySpec =>
  specWith({ integration: { type: 'mock', requestTemplates: { 'application/json': `{"statusCode": ${status}}` },
    responses: [{ statusCode: '200' }, { statusCode: '404', selectionPattern: '404' }] }, methodResponses: { 200: {}, 404: {} } });

const INTEGRATIONS = [
  change('a method waits for a shorter time', integration({ timeoutMs: 29_000 }), integration({ timeoutMs: 5_000 })),
  change('a function has less memory', functions({ memoryMiB: 512 }), functions({ memoryMiB: 256 })),
  change('a function has less time', functions({ timeoutMs: 20_000 }), functions({ timeoutMs: 10_000 })),
  change('another function is called', integration({}), integration({ function: 'Other' })),
  change('another kind of integration', integration({}), mapped({})),
  change('a function is called asynchronously', integration({}),
    integration({ requestParameters: { 'integration.request.header.X-Amz-Invocation-Type': '\'Event\'' } })),
  change('a method cannot be called', integration({}),
    specWith({ integration: { type: 'unavailable', awsType: 'AWS', reason: 'it calls a VPC link' } })),
  change('a method whose function is elsewhere cannot be called', functions({ unavailable: 'its code is not here' }),
    specWith({ integration: { type: 'unavailable', awsType: 'AWS_PROXY', reason: 'it has another authorizer' } },
      { functions: { Orders: { ...FUNCTIONS.Orders, unavailable: 'its code is not here' } as never } })),
  change('a function cannot be called', functions({}), functions({ unavailable: 'its code is not here' })),
  change('a backend is called in plain text', mapped({}), mapped({ uri: 'http://backend.example.com/orders' })),
  change('other credentials', integration({ credentials: 'arn:aws:iam::123456789012:role/a' }),
    integration({ credentials: 'arn:aws:iam::123456789012:role/b' })),
  change('a mock has another status', mock('200'), mock('404')),
  change('a response is streamed', integration({}), integration({ responseTransferMode: 'STREAM' })),
];

const CACHED = { cacheClusterEnabled: true, methodSettings: { '/orders/POST': { cachingEnabled: true } } };
const cached = (settings: object, more: Partial<MethodInput> = {}): GatewaySpec =>
  withStage({ ...CACHED, methodSettings: { '/orders/POST': { cachingEnabled: true, ...settings } } }, more);
const cacheKey = (parameters: string[]): Partial<MethodInput> =>
  ({ requestParameters: { [LIMIT]: false }, integration: { ...PROXY, cacheKeyParameters: parameters } });
const reader: Partial<MethodInput> = { integration: { ...PROXY, function: '${stageVariables.fn}' } };
const VARIABLES = { fn: 'Orders' };

const httpStage = (domainMappings: { domainName: string; mappingKey?: string }[]): GatewaySpec =>
  complete({ format: 'synthgate/1', protocol: 'http', api: { id: 'orders', name: 'Orders' }, stages: { prod: { domainMappings } } });

const STAGES = [
  change('a stage is removed', specWith({}, { stages: { prod: {}, test: {} } }), specWith()),
  change('a stage variable that nothing reads is removed', withStage({ variables: { color: 'red' } }), withStage({})),
  change('a stage variable that a template reads is removed',
    mapped({ requestTemplates: { 'application/json': '$stageVariables.color' } }, { stages: { prod: { variables: { color: 'red' } } } }),
    mapped({ requestTemplates: { 'application/json': '$stageVariables.color' } })),
  change('a stage variable that selects a function changes', withStage({ variables: VARIABLES }, reader),
    withStage({ variables: { fn: 'Other' } }, reader)),
  change('a stage is pinned', withStage({}), withStage({ deployment: 'a'.repeat(64) })),
  change('another domain leads to a stage', httpStage([{ domainName: 'api.example.com', mappingKey: 'v1' }]), httpStage([{ domainName: 'api.example.com' }])),
  change('a canary is added', withStage({}), withStage({ canary: { percentTraffic: 10 } })),
  change('bodies are logged', withStage({}), withStage({ methodSettings: { '*/*': { dataTraceEnabled: true } } })),
  change('an access log is removed', withStage({ accessLog: { format: '$context.requestId' } }), withStage({})),
  change('an access log has another format', withStage({ accessLog: { format: '$context.requestId' } }),
    withStage({ accessLog: { format: '$context.requestId $context.status' } })),
  change('responses to authorized callers are cached', withStage({ cacheClusterEnabled: true }, { authorization: { type: 'AWS_IAM' } }),
    cached({}, { authorization: { type: 'AWS_IAM' } })),
  change('a parameter leaves the cache key', cached({}, cacheKey([LIMIT])), cached({}, cacheKey([]))),
  change('a parameter leaves the cache key where nothing is cached', specWith(cacheKey([LIMIT])), specWith(cacheKey([]))),
  change('a cache namespace is set', cached({}), cached({}, { integration: { ...PROXY, cacheNamespace: 'all' } })),
  change('responses are cached for longer', cached({ cacheTtlSeconds: 60 }), cached({ cacheTtlSeconds: 600 })),
  change('a cache is larger', withStage({ cacheClusterEnabled: true }),
    withStage({ cacheClusterEnabled: true, cacheClusterSize: '1.6' })),
  change('anybody may invalidate', cached({}), cached({ requireAuthorizationForCacheControl: false })),
  change('a cache is not encrypted', cached({ cacheDataEncrypted: true }), cached({})),
];

const CORS = { methods: ['POST'], allowOrigins: ['https://a.example.com'], allowHeaders: ['X-A'], allowMethods: ['POST', 'OPTIONS'] };
const shared = (settings: object | undefined): GatewaySpec => specWith({}, {
  resources: { '/orders': { id: stableId('/orders'), methods: { POST: proxy },
    ...(settings === undefined ? {} : { cors: { ...CORS, ...settings } as never }) } },
});

/** The same written out as an OPTIONS method with a mock. */
const written = (settings: object): GatewaySpec => withCorsMethods(shared(settings)).spec;
const CDK_TEMPLATE = `#set($origin = $input.params().header.get("Origin"))
#if($origin == "")
  #set($origin = $input.params().header.get("origin"))
#end
#if($origin.matches("https://b.example.com"))
  #set($context.responseOverride.header.Access-Control-Allow-Origin = $origin)
#end`;
/** A preflight as the CDK writes it. */
const ofCdk = (origin: string, responseTemplates = {}): GatewaySpec => routes({
  'POST /orders': proxy,
  'OPTIONS /orders': { integration: { type: 'mock', requestTemplates: { 'application/json': '{"statusCode": 200}' }, responses: [{
    statusCode: '204', responseTemplates, responseParameters: { 'method.response.header.Access-Control-Allow-Origin': `'${origin}'` },
  }] }, methodResponses: { 204: { responseParameters: { 'method.response.header.Access-Control-Allow-Origin': true } } } },
});

const CROSS_ORIGIN = [
  change('a written out origin is removed', written({ allowOrigins: ['https://a.example.com', 'https://b.example.com'] }), written({})),
  change('every origin is allowed by a written out preflight', written({}), written({ allowOrigins: ['*'] })),
  change('a header is not allowed by a written out preflight any more', written({ allowHeaders: ['X-A', 'X-B'] }), written({})),
  change('an origin of a template is removed', ofCdk('https://a.example.com', { 'application/json': CDK_TEMPLATE }), ofCdk('https://a.example.com')),
  change('a template of a preflight does something else', ofCdk('*', { 'application/json': '{"a": 1}' }), ofCdk('https://a.example.com')),
  change('a policy is written out', shared({}), written({})),
  change('a resource with CORS is added', specWith(), routes({ 'POST /orders': proxy, 'POST /pets': proxy }, {
    resources: { '/orders': { id: stableId('/orders'), methods: { POST: proxy } }, '/pets': { id: stableId('/pets'), methods: { POST: proxy }, cors: CORS as never } },
  })),
  change('CORS is removed', shared({}), shared(undefined)),
  change('CORS for every origin is removed', shared({ allowOrigins: ['*'] }), shared(undefined)),
  change('an origin is removed', shared({ allowOrigins: ['https://a.example.com', 'https://b.example.com'] }), shared({})),
  change('every origin is allowed', shared({}), shared({ allowOrigins: ['*'] })),
  change('credentials are not allowed any more', shared({ allowCredentials: true }), shared({})),
  change('a header is not allowed any more', shared({ allowHeaders: ['X-A', 'X-B'] }), shared({})),
  change('a header is not exposed any more', shared({ exposeHeaders: ['X-B'] }), shared({})),
  change('a preflight has another status', shared({ statusCode: 204 }), shared({})),
  change('a preflight is kept for longer', shared({ maxAgeSeconds: 60 }), shared({ maxAgeSeconds: 600 })),
];

const gatewayResponse = (responses: object): GatewaySpec => specWith({}, { gatewayResponses: responses as never });
const ALLOW_ORIGIN = 'gatewayresponse.header.Access-Control-Allow-Origin';

const RESPONSES = [
  change('a gateway response has another status', specWith(), gatewayResponse({ UNAUTHORIZED: { statusCode: '403' } })),
  change('all errors of clients have another status', specWith(), gatewayResponse({ DEFAULT_4XX: { statusCode: '422' } })),
  change('all errors of clients have the status of the default', specWith(), gatewayResponse({ DEFAULT_4XX: { statusCode: '400' } })),
  change('a gateway response of its own inherits nothing', gatewayResponse({ DEFAULT_4XX: { statusCode: '400' } }),
    gatewayResponse({ DEFAULT_4XX: { statusCode: '400' },
      THROTTLED: { responseParameters: { 'gatewayresponse.header.Retry-After': '\'1\'' } } })),
  change('a gateway response has another body', gatewayResponse({ UNAUTHORIZED: { responseTemplates: { 'application/json': '{}' } } }),
    gatewayResponse({ UNAUTHORIZED: { responseTemplates: { 'application/json': '[]' } } })),
  change('errors lose their header for browsers', gatewayResponse({ DEFAULT_4XX: { responseParameters: { [ALLOW_ORIGIN]: '\'*\'' } } }),
    specWith()),
  change('a gateway response loses a header',
    gatewayResponse({ THROTTLED: { responseParameters: { 'gatewayresponse.header.Retry-After': '\'1\'' } } }), specWith()),
];

const API = [
  change('a media type is not binary any more', withApi({ binaryMediaTypes: ['image/png', 'image/gif'] }),
    withApi({ binaryMediaTypes: ['image/png'] })),
  change('responses are compressed', withApi({}), withApi({ minimumCompressionSize: 0 })),
  change('the endpoint is private', withApi({ endpointType: 'REGIONAL' }), withApi({ endpointType: 'PRIVATE' })),
  change('the endpoint is behind the CDN', withApi({ endpointType: 'REGIONAL' }), withApi({ endpointType: 'EDGE' })),
  change('the API has another id', specWith(), withApi({ id: 'other' })),
  change('headers have another prefix', withApi({}), withApi({ vendor: { headerPrefix: 'acme' } })),
  change('the API has another name', withApi({}), withApi({ name: 'Orders' })),
  change('a description changes', withStage({}), withStage({ description: 'For all' })),
  change('a model has another media type', specWith({}, { models: { Order: { schema: {} } } }),
    specWith({}, { models: { Order: { schema: {}, contentType: 'text/plain' } } })),
];

const httpApi = (settings: object, integrated: object = {}, nodes: Nodes = {}): GatewaySpec =>
  routes({ 'GET /orders': { integration: { ...PROXY, ...integrated } } }, {
    protocol: 'http', api: { id: 'pets', name: 'Pets', ...settings }, ...nodes,
  });
const simple = (settings: object): GatewaySpec =>
  routes({ 'GET /orders': { integration: PROXY, authorization: { type: 'CUSTOM', authorizer: 'Users' } } }, {
    protocol: 'http', authorizers: { Users: { type: 'request', function: 'Orders', identitySources: ['$request.header.Authorization'],
      payloadFormatVersion: '2.0', ...settings } },
  });
const webSocketApi = (route: object, settings: object = {}, nodes: Nodes = {}): GatewaySpec =>
  complete({
    format: 'synthgate/1', protocol: 'websocket', api: { id: 'chat', name: 'Chat', ...settings }, functions: FUNCTIONS,
    resources: { '/join': { id: stableId('join'), methods: { ANY: { integration: PROXY, ...route } } } }, stages: { prod: {} }, ...nodes,
  });
const keys = (path: string, settings: object = {}): Nodes =>
  ({ resources: { [path]: { id: stableId(path), methods: { ANY: { integration: PROXY, ...settings } } } } });
const MESSAGE_MOCK = { type: 'mock', requestTemplates: { $default: '{}' }, responses: [{ statusCode: '200', responseTemplates: { $default: 'x' } }] } as const;
const selecting = (name: string) => ({ integration: { ...MESSAGE_MOCK, templateSelectionExpression: `$request.body.${name}` } });
const answering = (name: string) =>
  ({ integration: { ...MESSAGE_MOCK, responses: [{ ...MESSAGE_MOCK.responses[0], templateSelectionExpression: `$integration.response.${name}` }] } });
const HTTP_CORS = { allowOrigins: ['https://a.example.com'], allowMethods: ['GET'] };

const calls = (subtype: string, parameters: object, members: object = {}): GatewaySpec =>
  routes({ 'POST /orders': { integration: { type: 'service-proxy', subtype, parameters, ...members } as never } }, { protocol: 'http' }); // subtypes of the tests exist
const MESSAGE = { QueueUrl: 'https://q.test/Orders', MessageBody: '$request.body' };

const HTTP_APIS = [
  change('a REST API becomes an HTTP API', routes({ 'GET /orders': proxy }), httpApi({})),
  change('events have another format', httpApi({}, { payloadFormatVersion: '1.0' }), httpApi({}, { payloadFormatVersion: '2.0' })),
  change('a parameter mapping is removed',
    httpApi({}, { requestMappings: { 'overwrite:header.x': 'a' }, responseMappings: { 200: { 'remove:header.x': '' } } }), httpApi({})),
  change('a message is another part of the request, and has a group', calls('SQS-SendMessage', MESSAGE), calls('SQS-SendMessage', { ...MESSAGE, MessageBody: '$request.body.text', MessageGroupId: 'a' })),
  change('messages go to another queue', calls('SQS-SendMessage', MESSAGE), calls('SQS-SendMessage', { ...MESSAGE, QueueUrl: 'https://q.test/Other' })),
  change('another action of a service is called', calls('SQS-PurgeQueue', { QueueUrl: MESSAGE.QueueUrl }), calls('SQS-ReceiveMessage', { QueueUrl: MESSAGE.QueueUrl })),
  change('a service is called with another role, for less time, and its answer is mapped', calls('SQS-SendMessage', MESSAGE, { credentials: 'arn:aws:iam::123456789012:role/A', timeoutMs: 2_000 }),
    calls('SQS-SendMessage', MESSAGE, { credentials: 'arn:aws:iam::123456789012:role/B', timeoutMs: 1_000, responseMappings: { 200: { 'overwrite:statuscode': '202' } } })),
  change('a function is called in place of a service', calls('SQS-SendMessage', MESSAGE), routes({ 'POST /orders': proxy }, { protocol: 'http' })),
  change('an authorizer answers in another form', simple({}), simple({ enableSimpleResponses: true })),
  change('an authorizer gets another format', simple({}), simple({ payloadFormatVersion: '1.0' })),
  change('an origin of an HTTP API is removed', httpApi({ cors: HTTP_CORS }),
    httpApi({ cors: { ...HTTP_CORS, allowOrigins: ['https://b.example.com'] } })),
  change('every origin of an HTTP API is allowed', httpApi({ cors: HTTP_CORS }),
    httpApi({ cors: { ...HTTP_CORS, allowOrigins: ['*'] } })),
  change('another member names the route of messages', webSocketApi({}), webSocketApi({}, { routeSelectionExpression: '$request.body.type' })),
  change('a key of messages has other braces', webSocketApi({}, {}, keys('/a%2Fb')), webSocketApi({}, {}, keys('/a%2F%7Bx%7D'))),
  change('connecting needs a signature', webSocketApi({}, {}, keys('/$connect')), webSocketApi({}, {}, keys('/$connect', { authorization: { type: 'AWS_IAM' } }))),
  change('a route answers no longer', webSocketApi({ hasRouteResponse: true }), webSocketApi({})),
  change('another member names the model of a message',
    ...(['kind', 'type'].map((name) => webSocketApi({ modelSelectionExpression: `$request.body.${name}`, requestModels: { a: 'A' } }, {},
      { models: { A: { contentType: 'application/json', schema: {} } } })) as [GatewaySpec, GatewaySpec])), // two names, two definitions
  change('another member names the template of a message', webSocketApi(selecting('kind')), webSocketApi(selecting('type'))),
  change('something else names the template of an answer', webSocketApi(answering('statuscode')), webSocketApi(answering('header.kind'))),
  change('an HTTP API becomes a WebSocket API', httpApi({}), webSocketApi({})),
  change('browsers keep preflights of an HTTP API', httpApi({ cors: HTTP_CORS }), httpApi({ cors: { ...HTTP_CORS, maxAgeSeconds: 60 } })),
  change('the default route takes a removed one', httpApi({}, {}),
    complete({ ...httpApi({}),
      resources: { '/$default': { id: stableId('/$default'), methods: { ANY: { integration: { ...PROXY, function: 'Other' } } } } } })),
];

/** Two definitions of one spec that declare different parts. */
const declared = (name: string, before: DeclaredParts, after: DeclaredParts): DiffCase => {
  const specs = [specWith(), specWith()] as const;
  return change(name, ...specs, { declared: new Map([[specs[0], before], [specs[1], after]]) });
};

/** A document with `GET /pets` and `POST /pets`. */
const petsDocument = (operation: object = {}, more: object = {}, version = '3.0.1') => ({
  openapi: version, info: { title: 'Pets', version: '1' },
  paths: { '/pets': { get: { responses: { 200: { description: 'all' } }, ...operation } } }, ...more,
});
const documents = (name: string, before: unknown, after: unknown): DiffCase => {
  const specs = [before, after].map((document) => complete(importOpenApi(document).spec)) as [GatewaySpec, GatewaySpec]; // two of two
  return change(name, ...specs, { declared: new Map([[specs[0], readDeclaredParts(before)], [specs[1], readDeclaredParts(after)]]) });
};
const query = (schema: object, more: object = {}) => petsDocument({ parameters: [{ name: 'sort', in: 'query', schema, ...more }] });
const parameterIn = (where: string, isRequired: boolean) => petsDocument({ parameters: [{ name: 'session', in: where, required: isRequired, schema: text }] });
const json = (schema: object) => ({ description: 'all', content: { 'application/json': { schema } } });
const answering200 = (schema: object, version = '3.0.1') => petsDocument({ responses: { 200: json(schema) } }, {}, version);
const requesting = (...types: string[]) =>
  petsDocument({ requestBody: { content: Object.fromEntries(types.map((type) => [type, { schema: text }])) } });
const Pet = (age: object) => petsDocument({ responses: { 200: json({ $ref: '#/components/schemas/Pet' }) } },
  { components: { schemas: { Pet: object({ age }, { required: ['age'] }) } } });
const swaggerQuery = (settings: object) => ({ swagger: '2.0', info: { title: 'Pets', version: '1' },
  paths: { '/pets': { get: { parameters: [{ name: 'ids', in: 'query', ...settings }], responses: { 200: { description: 'all', schema: { type: 'object' } } } } } } });
const LIST = { type: 'array', items: text };

const DOCUMENTS = [
  documents('document: a property of an inline schema is removed', answering200(object({ a: text, b: text })), answering200(object({ a: text }))),
  documents('document: null is allowed in an inline schema', answering200(object({ a: text })), answering200(object({ a: { ...text, nullable: true } }))),
  documents('document: null is allowed in an inline schema of 3.1', answering200(object({ a: text }), '3.1.0'),
    answering200(object({ a: { type: ['string', 'null'] } }), '3.1.0')),
  documents('document: null is allowed in a named schema', Pet({ type: 'integer' }), Pet({ type: 'integer', nullable: true })),
  documents('document: null is a value of a list', Pet({ 'type': 'string', 'enum': ['x'] }), Pet({ 'type': 'string', 'enum': ['x'], 'nullable': true })),
  documents('document: null is allowed beside allOf', answering200(object({ a: { allOf: [text] } })), answering200(object({ a: { allOf: [text], nullable: true } }))),
  documents('document: a value of 3.1 is constant', answering200(object({ a: { enum: ['x', 'y'] } }), '3.1.0'), answering200(object({ a: { const: 'x' } }), '3.1.0')),
  documents('document: null is written in 3.1 instead of 3.0', answering200(object({ a: { ...text, nullable: true } })),
    answering200(object({ a: { type: ['string', 'null'] } }), '3.1.0')),
  documents('document: a media type of an inline schema is replaced', answering200({}), petsDocument({ responses: { 200: { description: 'all', content: { 'text/csv': {} } } } })),
  documents('document: a status becomes one of a range', answering200(object({ a: text })), petsDocument({ responses: { '2XX': json(object({ a: text })) } })),
  documents('document: a range of statuses becomes one', petsDocument({ responses: { '2XX': json(object({ a: text })) } }), answering200(object({ b: text }))),
  documents('document: the description of errors changes', petsDocument({ responses: { 200: { description: 'all' }, default: json(object({ message: text })) } }),
    petsDocument({ responses: { 200: { description: 'all' }, default: json(object({ error: text })) } })),
  documents('document: a success is described as an error', petsDocument({ responses: { 200: { description: 'all' }, default: { description: 'error' } } }),
    petsDocument({ responses: { default: { description: 'error' } } })),
  documents('document: a parameter loses a value', query({ 'type': 'string', 'enum': ['name', 'age'] }), query({ 'type': 'string', 'enum': ['name'] })),
  documents('document: a parameter has another type', query(text), query({ type: 'integer' })),
  documents('document: a parameter has a flag instead of a number', query({ type: 'boolean' }), query({ type: 'integer' })),
  documents('document: a parameter has a format', query(text), query({ ...text, format: 'uuid' })),
  documents('document: a pattern of a parameter is written otherwise', query({ ...text, pattern: '^(a|b)$' }), query({ ...text, pattern: '^[ab]$' })),
  documents('document: a schema of a parameter cannot be compared', query({ type: 'object', maximum: 'x' }), query({ type: 'object', maximum: 'y' })),
  documents('document: a list in a parameter is written otherwise', query(LIST), query(LIST, { explode: false })),
  documents('document: a default of how a list is written is said', query(LIST), query(LIST, { explode: true, style: 'form' })),
  documents('document: a scalar is written in one way', query(text), query(text, { explode: false })),
  documents('document: a list in a parameter of 2.0 is written otherwise', swaggerQuery({ type: 'array', items: text }), swaggerQuery({ type: 'array', items: text, collectionFormat: 'multi' })),
  documents('document: a parameter of 2.0 has a limit', swaggerQuery({ type: 'integer' }), swaggerQuery({ type: 'integer', maximum: 100 })),
  documents('document: a cookie is required', parameterIn('cookie', false), parameterIn('cookie', true)),
  documents('document: a body is required', petsDocument({ requestBody: { content: {} } }), petsDocument({ requestBody: { required: true, content: {} } })),
  documents('document: a media type of requests is removed', requesting('application/json', 'text/plain'), requesting('application/json')),
  documents('document: a limit of a body without a name is tighter', petsDocument({ requestBody: { content: { 'application/json': { schema: { ...text, maxLength: 80 } } } } }),
    petsDocument({ requestBody: { content: { 'application/json': { schema: { ...text, maxLength: 40 } } } } })),
  documents('document: the default endpoint is disabled in a document', petsDocument(),
    petsDocument({}, { 'x-amazon-apigateway-endpoint-configuration': { disableExecuteApiEndpoint: true } })),
];

const KEYS_IN = { components: { securitySchemes: { token: { type: 'http', scheme: 'bearer' }, login: { type: 'oauth2', flows: {} } } } };
const asking = (security: object, more: object = {}) => petsDocument({ security }, { ...KEYS_IN, ...more });
const header = (schema: object) => petsDocument({ responses: { 200: { description: 'all', headers: { 'X-Total': { schema } } } } });
const variants = (mapping: object) => answering200({ oneOf: [object({ kind: text })], discriminator: { propertyName: 'kind', mapping } });
const PLAIN = { type: 'object', required: ['id'] };

const WORDS = [
  documents('document: a property is not sent any more', answering200(object({ a: text, b: text })), answering200(object({ a: text, b: { ...text, writeOnly: true } }))),
  documents('document: a property that is required is not for requests',
    petsDocument({ requestBody: { content: { 'application/json': { schema: { ...PLAIN, properties: { id: text } } } } } }),
    petsDocument({ requestBody: { content: { 'application/json': { schema: { ...PLAIN, required: ['id', 'made'], properties: { id: text, made: { ...text, readOnly: true } } } } } } })),
  documents('document: a header has another type', header({ type: 'integer' }), header(text)),
  documents('document: a header has fewer values', header(text), header({ ...text, maxLength: 3 })),
  documents('document: a parameter that is left out means something else', query({ type: 'integer', default: 20 }), query({ type: 'integer', default: 10 })),
  documents('document: credentials are asked for', asking([]), asking([{ token: [] }])),
  documents('document: other credentials are asked for', asking([{ token: [] }]), asking([{ login: ['read'] }])),
  documents('document: a scope is asked for', asking([{ login: [] }]), asking([{ login: ['read'] }])),
  documents('document: other credentials are an alternative', asking([{ token: [] }]), asking([{ token: [] }, { login: [] }])),
  documents('document: credentials have another name', asking([{ token: [] }]),
    asking([{ bearer: [] }], { components: { securitySchemes: { bearer: { type: 'http', scheme: 'Bearer' } } } })),
  documents('document: a callback is gone', petsDocument({ callbacks: { done: { '{$url}': {} } } }), petsDocument()),
  documents('document: variants have other names', variants({ cat: '#/a' }), variants({ feline: '#/a' })),
  documents('document: a server is another one', petsDocument({}, { servers: [{ url: 'https://a.example.com' }] }), petsDocument({}, { servers: [{ url: 'https://b.example.com' }] })),
  documents('document: an example is another one', petsDocument({ responses: { 200: { ...json({ ...text, example: 'a' }) } } }), petsDocument({ responses: { 200: { ...json({ ...text, example: 'b' }) } } })),
  documents('document: a media type says that it is UTF-8', answering200(text),
    petsDocument({ responses: { 200: { description: 'all', content: { 'application/json; charset=utf-8': { schema: text } } } } })),
];

const unavailable = (settings: object): GatewaySpec =>
  specWith({ integration: { type: 'unavailable', awsType: 'AWS_PROXY', reason: 'its function is not known', ...settings } });

const UNAVAILABLE = [
  change('a method that cannot be called is another one', unavailable({ declared: { function: 'Orders' } }), unavailable({ declared: { function: 'Other' } })),
  change('a method that cannot be called has no authorization', unavailable({ declared: { authorizationType: 'CUSTOM' } }), unavailable({})),
];

const domain = (settings: object) => ({ domains: { 'api.example.com': { basePaths: { v1: 'prod' }, ...settings } } });

const ADDRESSES = [
  declared('the default endpoint is disabled', { isDefaultEndpointClosed: false }, { isDefaultEndpointClosed: true }),
  declared('the default endpoint asks for a later version of TLS', { defaultEndpointTls: 'TLS_1_0' }, { defaultEndpointTls: 'SecurityPolicy_TLS13_1_3_2025_09' }),
  declared('a domain asks for a later version of TLS', domain({ tls: 'TLS_1_0' }), domain({ tls: 'TLS_1_2' })),
  declared('a domain says which version of TLS it asks for', domain({}), domain({ tls: 'TLS_1_2' })),
  declared('a domain has other cipher suites', domain({ tls: 'SecurityPolicy_TLS12_2018_EDGE' }), domain({ tls: 'SecurityPolicy_TLS13_1_2_2021_06' })),
  declared('a domain asks clients for certificates', domain({}), domain({ isMutual: true })),
  declared('a base path leads to another stage', domain({}), domain({ basePaths: { v1: 'beta' } })),
  declared('a base path is removed', domain({ basePaths: { v1: 'prod', v2: 'prod' } }), domain({})),
  declared('a domain is removed', domain({}), {}),
  declared('a stage has a firewall', { webAcls: {} }, { webAcls: { prod: 'arn:aws:wafv2:a' } }),
  declared('a stage has another firewall', { webAcls: { prod: 'arn:aws:wafv2:b' } }, { webAcls: { prod: 'arn:aws:wafv2:a' } }),
  declared('a document in S3 is another one', { unread: { BodyS3Location: { Bucket: 'b', Key: 'one.yaml' } } }, { unread: { BodyS3Location: { Bucket: 'b', Key: 'two.yaml' } } }),
  declared('a document is in S3', {}, { unread: { BodyS3Location: { Bucket: 'b', Key: 'one.yaml' } } }),
];

/** Cases for every rule; each is compared in both directions. */
export const DIFF_CASES: readonly DiffCase[] = [
  ROUTES, VALIDATION, BODIES, MAPPINGS, AUTHORIZATION, KEYS, POLICY, INTEGRATIONS, STAGES, CROSS_ORIGIN, RESPONSES, API, HTTP_APIS,
  DOCUMENTS, WORDS, UNAVAILABLE, ADDRESSES,
].flat();
