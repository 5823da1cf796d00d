import { examineSpec, stableId, type GatewaySpec, type GatewaySpecInput } from '../../lib/spec';

type Method = NonNullable<NonNullable<GatewaySpecInput['resources']>[string]['methods']>['GET'];

type MockInput = Omit<Extract<NonNullable<Method>['integration'], { readonly type: 'mock' }>, 'type'>;

const RESPONSES: MockInput['responses'] = [
  {
    statusCode: '200', contentHandling: 'CONVERT_TO_TEXT', responseTemplates: { 'application/json': '$input.body' },
    responseParameters: { 'method.response.header.X-From': 'integration.response.header.X-From' },
  },
  { statusCode: '404', selectionPattern: '4\\d\\d' },
];
const METHOD_RESPONSES = { 200: { description: 'The pet.', responseModels: { 'application/json': 'Pet' }, responseParameters: { 'method.response.header.X-From': true } }, 404: {} };
const QUERY = { 'method.request.querystring.q': false };
const CACHED = { cacheKeyParameters: ['method.request.querystring.q'], cacheNamespace: 'pets' };
const CREDENTIALS = 'arn:aws:iam::123456789012:role/Caller';
const SENT = { 'integration.request.header.X-Constant': '\'x\'' };
const MAPPED: MockInput = {
  requestParameters: SENT, requestTemplates: { 'application/json': '{"statusCode": 200}' }, passthroughBehavior: 'NEVER', contentHandling: 'CONVERT_TO_TEXT',
  responses: RESPONSES, ...CACHED,
};

function methodOf(method: Omit<NonNullable<Method>, 'methodResponses'>, methodResponses: NonNullable<Method>['methodResponses'] = METHOD_RESPONSES): Method {
  return { requestParameters: QUERY, methodResponses, ...method };
}

const METHODS = {
  '/mock': { GET: methodOf({ integration: { type: 'mock', ...MAPPED } }) },
  '/mapped': { GET: methodOf({ integration: { type: 'mapped', function: 'Fn', credentials: CREDENTIALS, timeoutMs: 2_000, ...MAPPED } }) },
  '/http': {
    GET: methodOf({ integration: { type: 'http', uri: 'https://backend.example.com/pets', httpMethod: 'PUT', credentials: CREDENTIALS, timeoutMs: 2_000, ...MAPPED } }),
  },
  '/service': {
    GET: methodOf({
      integration: {
        type: 'service', service: 'sqs', region: 'eu-central-1', action: 'SendMessage', actionParameters: [{ name: 'MessageBody', value: 'hello' }],
        httpMethod: 'GET', credentials: CREDENTIALS, timeoutMs: 2_000, ...MAPPED,
      },
    }),
    PUT: methodOf({ integration: { type: 'service', service: 's3', subdomain: 'bucket', path: 'key', httpMethod: 'PUT', credentials: CREDENTIALS, ...MAPPED } }),
  },
  '/http-proxy': {
    GET: methodOf({
      authorization: { type: 'AWS_IAM' },
      integration: {
        type: 'http-proxy', uri: 'https://backend.example.com/pets', httpMethod: 'PUT', credentials: CREDENTIALS, timeoutMs: 2_000, responseTransferMode: 'STREAM',
        requestParameters: SENT, ...CACHED,
      },
    }, { 200: {} }),
  },
  '/proxy': {
    GET: methodOf({
      operationName: 'getPet', documentation: { summary: 'Finds a pet.', description: 'By its *id*.', tags: ['pets'], deprecated: true, sunset: '2027-06-30' },
      authorization: { type: 'CUSTOM', authorizer: 'Token' }, apiKeyRequired: true, requestValidator: 'Both',
      requestModels: { 'application/json': 'Pet' },
      integration: { type: 'proxy', function: 'Fn', credentials: CREDENTIALS, timeoutMs: 2_000, responseTransferMode: 'STREAM', ...CACHED },
    }, { 200: {} }),
    PUT: methodOf({ authorization: { type: 'CUSTOM', authorizer: 'Request' }, integration: { type: 'proxy', function: 'Fn' } }, {}),
    POST: methodOf({ authorization: { type: 'COGNITO_USER_POOLS', authorizer: 'Pools', scopes: ['pets/read'] }, integration: { type: 'proxy', function: 'Failed' } }, {}),
  },
} satisfies Record<string, Record<string, Method>>;

const CORS: NonNullable<NonNullable<GatewaySpecInput['resources']>[string]['cors']> = {
  methods: ['GET', 'POST'], allowOrigins: ['https://pets.example.com'], allowHeaders: ['X-Pets'], allowMethods: ['GET', 'POST', 'OPTIONS'], allowCredentials: true,
  maxAgeSeconds: 60, exposeHeaders: ['X-From'], statusCode: 204,
};

/** The members that programs, documents and templates can declare: nearly all. */
const SAYABLE: GatewaySpecInput = {
  format: 'synthgate/1',
  api: {
    id: 'pets', name: 'Pets', description: 'All members', endpointType: 'REGIONAL', apiKeySource: 'AUTHORIZER', binaryMediaTypes: ['image/png'],
    minimumCompressionSize: 1_024, quotas: { resources: 301, stages: 11, authorizers: 12 }, jsonBodyValidation: 'aws',
    policy: {
      Version: '2008-10-17', Id: 'policy',
      Statement: [
        { Sid: 'open', Effect: 'Allow', Principal: '*', Action: 'execute-api:Invoke', Resource: 'execute-api:/*' },
        { Effect: 'Deny', Principal: { AWS: '*' }, NotAction: 's3:*', NotResource: 'execute-api:/prod/*', Condition: { IpAddress: { 'aws:SourceIp': '192.0.2.0/24' } } },
      ],
    },
    vendor: { headerPrefix: 'acme', shortPrefix: 'ac', cdnName: 'Edge', identityProviderName: 'login' },
  },
  models: { Pet: { description: 'A pet', schema: { type: 'object', properties: { name: { type: 'string' } } } }, Text: { contentType: 'text/plain', schema: { type: 'string' } } },
  requestValidators: { Both: { validateRequestBody: true, validateRequestParameters: true } },
  gatewayResponses: {
    THROTTLED: { statusCode: '503', responseParameters: { 'gatewayresponse.header.Retry-After': '\'1\'' }, responseTemplates: { 'application/json': '{"busy": true}' } },
  },
  functions: {
    Fn: {
      code: 'fn', handler: 'index.handler', description: 'Echoes', runtime: 'nodejs22.x', architecture: 'arm64', memoryMiB: 256, timeoutMs: 5_000, environment: { TABLE: 'pets' },
      concurrency: 2, maxInstances: 5, deadLetter: { retryAttempts: 1 }, onFailure: { type: 'function', function: 'Failed' },
    },
    Failed: { code: 'fn', handler: 'index.handler', runtime: 'nodejs22.x', onFailure: { type: 'http', url: 'https://failed.example.com/' } },
  },
  authorizers: {
    Token: {
      type: 'token', function: 'Fn', identitySource: 'method.request.header.X-Token', identityValidationExpression: 'Bearer .+', resultsCacheTtlSeconds: 60,
    },
    Request: { type: 'request', function: 'Fn', identitySources: ['method.request.querystring.q'], resultsCacheTtlSeconds: 60 },
    Pools: {
      type: 'cognito-user-pools', userPools: [{ arn: 'arn:aws:cognito-idp:us-east-1:123456789012:userpool/us-east-1_a' }],
      identitySource: 'method.request.header.X-Token', resultsCacheTtlSeconds: 60,
    },
  },
  resources: Object.fromEntries(Object.entries({ '/': {}, ...METHODS }).map(([path, methods]) => [path, {
    id: stableId(`pets${path}`), methods, ...(path === '/proxy' ? { cors: CORS } : {}),
  }])),
  stages: {
    prod: {
      description: 'For all', variables: { color: 'red' }, cacheClusterEnabled: true, cacheClusterSize: '1.6',
      canary: { percentTraffic: 10, stageVariableOverrides: { color: 'blue' }, useStageCache: true },
      accessLog: { format: '$context.requestId', destination: 'access.log' },
      methodSettings: {
        '/mock/GET': {
          throttlingRateLimit: 10, throttlingBurstLimit: 20, cachingEnabled: true, cacheTtlSeconds: 60, cacheDataEncrypted: true,
          requireAuthorizationForCacheControl: false,
          unauthorizedCacheControlHeaderStrategy: 'FAIL_WITH_403', loggingLevel: 'INFO', dataTraceEnabled: true, metricsEnabled: true,
        },
      },
    },
  },
  apiKeys: { Mobile: { description: 'Of the app', enabled: false, value: 'mobile-key-0123456789' } },
  usagePlans: {
    Basic: {
      description: 'For all', throttle: { rateLimit: 10, burstLimit: 20 }, quota: { limit: 1_000, period: 'MONTH', offset: 1 }, keys: ['Mobile'],
      stages: { prod: { methods: { '/mock/GET': { rateLimit: 1, burstLimit: 2 } } } },
    },
  },
};

/** The members that exist only locally, and variants of those that {@link SAYABLE} has. */
const LOCAL: GatewaySpecInput = {
  format: 'synthgate/1',
  api: { id: 'local', name: 'Local', deploymentTriggers: ['1'] },
  functions: {
    Bundled: {
      entry: 'src/pets.ts', handler: 'index.handler', logging: { format: 'JSON', level: 'WARN' }, logicalId: 'BundledFunction', constructPath: 'Stack/Bundled',
    },
    Existing: { external: 'Shop/Existing', handler: 'index.handler' },
    Python: { unavailable: 'Python', handler: 'app.handler' },
  },
  authorizers: {
    Jwt: { type: 'jwt', issuer: 'https://login.example.com/', audience: ['pets'], jwksUri: 'https://login.example.com/keys', identitySource: 'method.request.header.X-Token' },
    Pools: { type: 'cognito-user-pools', userPools: [{ issuer: 'https://login.example.com/' }] },
  },
  resources: {
    '/': {
      id: 'r0',
      methods: {
        GET: { requestParameters: QUERY, integration: { type: 'proxy', function: 'Bundled', httpMethod: 'GET', requestParameters: SENT } },
        PATCH: { integration: { type: 'http', uri: 'https://backend.example.com/pets', vpcLink: 'Link', responses: [] } },
        DELETE: { integration: { type: 'http-proxy', uri: 'https://backend.example.com/pets', vpcLink: 'Link' } },
        PUT: {
          requestParameters: QUERY,
          integration: {
            type: 'unavailable', awsType: 'AWS', target: 'arn:aws:x', reason: 'its function is not here', ...CACHED,
            declared: { authorizationType: 'CUSTOM', authorizer: 'Auth', function: 'Fn' },
          },
        },
      },
    },
  },
  stages: { prod: { deployment: 'a'.repeat(64), canary: { deployment: 'b'.repeat(64) } } },
};

/** The members that only HTTP APIs have. */
const HTTP: GatewaySpecInput = {
  format: 'synthgate/1',
  protocol: 'http',
  api: {
    id: 'http', name: 'Http',
    cors: {
      allowOrigins: ['https://pets.example.com'], allowMethods: ['GET'], allowHeaders: ['x-pets'], exposeHeaders: ['x-from'], maxAgeSeconds: 60, allowCredentials: true,
    },
  },
  functions: { Fn: { code: 'fn', handler: 'index.handler' } },
  authorizers: {
    Jwt: { type: 'jwt', issuer: 'https://login.example.com/', audience: ['pets'], identitySource: '$request.header.X-Token' },
    Request: { type: 'request', function: 'Fn', identitySources: ['$request.header.X-Token'], payloadFormatVersion: '2.0', enableSimpleResponses: true },
  },
  resources: {
    '/pets': {
      id: 'r0',
      methods: {
        GET: {
          authorization: { type: 'JWT', authorizer: 'Jwt', scopes: ['pets/read'] },
          integration: {
            type: 'proxy', function: 'Fn', payloadFormatVersion: '1.0', requestMappings: { 'overwrite:header.x': '$request.path' },
            responseMappings: { 200: { 'remove:header.y': '' } },
          },
        },
        POST: {
          integration: {
            type: 'http-proxy', uri: 'https://pets.example.com/', requestMappings: { 'overwrite:path': '/' }, responseMappings: { 500: { 'overwrite:statuscode': '404' } },
          },
        },
        DELETE: {
          integration: {
            type: 'service-proxy', subtype: 'SQS-DeleteMessage', credentials: CREDENTIALS, timeoutMs: 1_000, responseMappings: { 200: { 'overwrite:statuscode': '204' } },
            parameters: { QueueUrl: 'https://sqs.eu-central-1.amazonaws.com/123456789012/Pets', ReceiptHandle: '$request.querystring.handle', Region: 'eu-central-1' },
          },
        },
        PUT: { integration: { type: 'http-proxy', uri: 'arn:aws:elasticloadbalancing:x', vpcLink: 'Link', serverNameToVerify: 'pets.internal' } },
      },
    },
    '/$default': { id: 'r1', methods: { ANY: { authorization: { type: 'CUSTOM', authorizer: 'Request' }, integration: { type: 'proxy', function: 'Fn' } } } },
  },
  stages: { $default: { domainMappings: [{ domainName: 'shop.example.com', mappingKey: 'v1/pets' }] } },
};

const MESSAGES = {
  passthroughBehavior: 'NEVER' as const, contentHandling: 'CONVERT_TO_TEXT' as const, requestTemplates: { $default: '{}' },
  templateSelectionExpression: '$request.body.kind',
  requestParameters: { 'integration.request.header.x': 'route.request.body.x' },
  responses: [{ statusCode: '200', responseTemplates: { $default: '{}' }, templateSelectionExpression: '$integration.response.statuscode' }],
};

/** The members that only WebSocket APIs have. */
const WEBSOCKET: GatewaySpecInput = {
  format: 'synthgate/1',
  protocol: 'websocket',
  api: { id: 'chat', name: 'Chat', routeSelectionExpression: '$request.body.type' },
  functions: { Fn: { code: 'fn', handler: 'index.handler' } },
  models: { Join: { contentType: 'application/json', schema: { type: 'object' } } },
  authorizers: { Request: { type: 'request', function: 'Fn', identitySources: ['route.request.querystring.token'] } },
  resources: {
    '/$connect': { id: 'r0', methods: { ANY: { authorization: { type: 'CUSTOM', authorizer: 'Request' }, integration: { type: 'proxy', function: 'Fn' } } } },
    '/join': {
      id: 'r1',
      methods: {
        ANY: {
          hasRouteResponse: true, modelSelectionExpression: '$request.body.kind', requestModels: { $default: 'Join' },
          integration: { type: 'mapped', function: 'Fn', ...MESSAGES },
        },
      },
    },
    '/mock': { id: 'r2', methods: { ANY: { integration: { type: 'mock', ...MESSAGES } } } },
    '/http': { id: 'r3', methods: { ANY: { integration: { type: 'http', uri: 'https://chat.example.com/', httpMethod: 'POST', ...MESSAGES } } } },
    '/service': { id: 'r4', methods: { ANY: { integration: { type: 'service', service: 'sqs', action: 'SendMessage', ...MESSAGES } } } },
  },
  stages: { prod: {} },
};

function read(input: GatewaySpecInput): GatewaySpec {
  const { spec, issues } = examineSpec(input, 'every member');
  if (spec === undefined) throw new Error(JSON.stringify(issues, undefined, 1));
  return spec;
}

/** Definitions that between them say something else than the default at every member of the spec. */
export function everyMember() {
  return { sayable: read(SAYABLE), local: read(LOCAL), http: read(HTTP), webSocket: read(WEBSOCKET) };
}
