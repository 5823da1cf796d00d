import { isDeepStrictEqual } from 'node:util';
import { openIssuer, type TestIssuer } from '../support/authorizers';
import { KEY, OWN_FINGERPRINT, ServedMembers, type Patch } from '../support/members/served-members';
import { accessLogSchema } from '../../lib/spec/access-log';
import { apiSchema } from '../../lib/spec/api';
import { canarySchema } from '../../lib/spec/canary';
import { functionSchema } from '../../lib/spec/function';
import { methodSchema } from '../../lib/spec/method';
import { methodSettingSchema } from '../../lib/spec/method-settings';
import { proxyIntegrationSchema } from '../../lib/spec/integrations/proxy';
import { stageSchema } from '../../lib/spec/stage';

/*
 * Fail closed by construction: whatever the definition says, it says it to every request. Each member of the nodes below is
 * set in turn, and the same requests are sent over sockets with heads that are simple and with heads that are not: the
 * answers, the log and what is used of limits are the same. A member that this test has no value for fails it.
 */

/** A member with a value that is not its default. */
interface Position {
  readonly set: Patch;
  /** Other members that the definition has, with this one and without it. */
  readonly context?: Patch;
  /** Whether the gateway does something else with it; other members are for people, documents or AWS. */
  readonly isVisible: boolean;
}

const visible = (set: Patch, context?: Patch): Position => ({ set, ...(context === undefined ? {} : { context }), isVisible: true });
const silent = (set: Patch, context?: Patch): Position => ({ ...visible(set, context), isVisible: false });

const api = (members: Patch): Patch => ({ api: members });
const stage = (members: Patch): Patch => ({ stages: { prod: members } });
const fn = (members: Patch): Patch => ({ functions: { Echo: members } });
const settings = (members: Patch): Patch => stage({ methodSettings: { '*/*': members } });
const method = (members: Patch): Patch => ({ resources: { '/pets/{id}': { methods: { GET: members, POST: members } } } });
const integration = (members: Patch): Patch => method({ integration: members });
const methodWith = (authorization: Patch): Patch => method({ authorization });
const together = (...patches: readonly Patch[]): Patch => patches.reduce((under, over) => merge(under, over));
const namesOf = (...patches: readonly Patch[]): string[] => [...new Set(patches.flatMap((patch) => Object.keys(patch)))];
const merge = (under: Patch, over: Patch): Patch => Object.fromEntries(namesOf(under, over).map((name) => {
  const [one, other] = [under[name], over[name]];
  const isBoth = typeof one === 'object' && typeof other === 'object' && one !== null && other !== null;
  return [name, isBoth ? merge(one as Patch, other as Patch) : other ?? one]; // objects of patches are patches
}));

const policyOf = (Effect: string, path: string): Patch => ({ Version: '2012-10-17', Statement: [
  { Effect, Principal: '*', Action: 'execute-api:Invoke', Resource: `execute-api:/${path}` },
  { Effect: 'Allow', Principal: '*', Action: 'execute-api:Invoke', Resource: 'execute-api:/*' },
] });
const CACHED = together(stage({ cacheClusterEnabled: true }), settings({ cachingEnabled: true }));
const CANARY = stage({ canary: { percentTraffic: 100 } });
const PARAMETERS = { 'method.request.querystring.q': true };
const MODELS = { 'application/json': 'Pet' };
const FORMAT = '$context.requestId $context.status $context.path $context.error.message $context.identity.userAgent $context.responseLength';

/** The nodes, with a position on each of their members. */
const NODES: Readonly<Record<string, { readonly shape: object; readonly positions: Readonly<Record<string, Position>> }>> = {
  api: {
    shape: apiSchema.shape,
    positions: {
      id: silent({}), // each copy has its own
      name: silent({}), // likewise
      description: silent(api({ description: 'for people' })),
      endpointType: visible(api({ endpointType: 'EDGE' })),
      apiKeySource: visible(api({ apiKeySource: 'AUTHORIZER' }), together(method({ apiKeyRequired: true }), methodWith({ type: 'CUSTOM', authorizer: 'Token' }))),
      binaryMediaTypes: visible(api({ binaryMediaTypes: ['image/png'] })),
      minimumCompressionSize: visible(api({ minimumCompressionSize: 0 })),
      quotas: silent(api({ quotas: { resources: 299 } })),
      cors: silent({}), // of HTTP APIs: test/contracts/http-api
      routeSelectionExpression: silent({}), // of WebSocket APIs: test/contracts/web-socket-api
      policy: visible(api({ policy: policyOf('Deny', 'prod/POST/*') })),
      jsonBodyValidation: visible(api({ jsonBodyValidation: 'aws' })),
      deploymentTriggers: silent(api({ deploymentTriggers: ['x'] })),
      vendor: visible(api({ vendor: { headerPrefix: 'acme' } })),
    },
  },
  stage: {
    shape: stageSchema.shape,
    positions: {
      description: silent(stage({ description: 'for people' })),
      deployment: silent(stage({ deployment: OWN_FINGERPRINT })),
      variables: visible(stage({ variables: { color: 'red' } })),
      methodSettings: visible(settings({ throttlingBurstLimit: 1, throttlingRateLimit: 0 })),
      cacheClusterEnabled: visible(stage({ cacheClusterEnabled: true }), settings({ cachingEnabled: true })),
      cacheClusterSize: silent(stage({ cacheClusterSize: '1.6' }), CACHED),
      canary: visible(CANARY),
      domainMappings: silent({}), // of HTTP and WebSocket APIs: test/runtime/hosting/domains.test.ts
      accessLog: visible(stage({ accessLog: { format: FORMAT } })),
    },
  },
  methodSettings: {
    shape: methodSettingSchema.shape,
    positions: {
      throttlingRateLimit: visible(settings({ throttlingRateLimit: 0 }), settings({ throttlingBurstLimit: 1 })),
      throttlingBurstLimit: visible(settings({ throttlingBurstLimit: 1 }), settings({ throttlingRateLimit: 0 })),
      cachingEnabled: visible(settings({ cachingEnabled: true }), stage({ cacheClusterEnabled: true })),
      cacheTtlSeconds: visible(settings({ cacheTtlSeconds: 1 }), CACHED),
      cacheDataEncrypted: silent(settings({ cacheDataEncrypted: true }), CACHED),
      requireAuthorizationForCacheControl: visible(settings({ requireAuthorizationForCacheControl: false }), CACHED),
      unauthorizedCacheControlHeaderStrategy: visible(settings({ unauthorizedCacheControlHeaderStrategy: 'FAIL_WITH_403' }), CACHED),
      loggingLevel: visible(settings({ loggingLevel: 'INFO' })),
      dataTraceEnabled: visible(settings({ dataTraceEnabled: true }), settings({ loggingLevel: 'INFO' })),
      metricsEnabled: silent(settings({ metricsEnabled: true })),
    },
  },
  canary: {
    shape: canarySchema.shape,
    positions: {
      percentTraffic: visible(CANARY, stage({ canary: {} })),
      deployment: silent(stage({ canary: { deployment: OWN_FINGERPRINT } }), CANARY),
      stageVariableOverrides: visible(stage({ canary: { stageVariableOverrides: { color: 'blue' } } }), CANARY),
      useStageCache: silent(stage({ canary: { useStageCache: true } }), together(CACHED, CANARY)),
    },
  },
  accessLog: {
    shape: accessLogSchema.shape,
    positions: {
      format: visible(stage({ accessLog: { format: `${FORMAT} $context.httpMethod` } }), stage({ accessLog: { format: FORMAT } })),
      destination: silent(stage({ accessLog: { destination: 'access.log' } }), stage({ accessLog: { format: FORMAT } })), // the line is the same
    },
  },
  method: {
    shape: methodSchema.shape,
    positions: {
      operationName: silent(method({ operationName: 'getPet' })),
      documentation: silent(method({ documentation: { summary: 'Finds a pet.' } })),
      authorization: visible(methodWith({ type: 'CUSTOM', authorizer: 'Token' })),
      apiKeyRequired: visible(method({ apiKeyRequired: true })),
      requestParameters: visible(method({ requestParameters: PARAMETERS }), method({ requestValidator: 'All' })),
      requestModels: visible(method({ requestModels: MODELS }), method({ requestValidator: 'All' })),
      requestValidator: visible(method({ requestValidator: 'All' }), method({ requestModels: MODELS, requestParameters: PARAMETERS })),
      methodResponses: silent(method({ methodResponses: { 201: {} } })),
      // of WebSocket APIs: test/contracts/web-socket-api
      modelSelectionExpression: silent({}),
      hasRouteResponse: silent({}),
      integration: visible(integration({ type: 'mock', requestTemplates: { 'application/json': '{"statusCode": 200}' }, responses: [{ statusCode: '200' }] }), method({ methodResponses: { 200: {} } })),
    },
  },
  function: {
    shape: functionSchema.shape,
    positions: {
      entry: silent(fn({ entry: 'pets.ts', code: undefined })), // the code is in the assembly
      code: silent(fn({ code: 'other' })),
      external: silent(fn({ external: 'Shop/Echo', code: undefined })), // with code, a stand-in
      unavailable: silent(fn({ unavailable: 'Python' })), // likewise; see unavailable-functions.test.ts
      handler: silent(fn({ handler: 'other.handler' })), // that of the code is in the assembly
      description: silent(fn({ description: 'for people' })),
      logicalId: silent(fn({ logicalId: 'EchoFunction' })), // for route tables
      constructPath: visible(fn({ constructPath: 'Stack/Echo' })), // in logs
      runtime: silent(fn({ runtime: 'nodejs24.x' })), // a handler that is async does the same in all of them
      architecture: silent(fn({ architecture: 'arm64' })), // of what is deployed
      logging: silent(fn({ logging: { format: 'JSON' } })), // in the environment: see environment.test.ts
      memoryMiB: silent(fn({ memoryMiB: 256 })),
      timeoutMs: silent(fn({ timeoutMs: 5_000 })),
      environment: visible(fn({ environment: { ROLE: 'auth' } })),
      concurrency: silent(fn({ concurrency: 2 })),
      maxInstances: silent(fn({ maxInstances: 5 })),
      deadLetter: silent(fn({ deadLetter: { retryAttempts: 0 } })),
      onFailure: silent(fn({ onFailure: { type: 'function', function: 'Stream' } })), // of events
    },
  },
  proxy: {
    shape: proxyIntegrationSchema.shape,
    positions: {
      type: visible(integration({ type: 'mapped', function: 'Echo', responses: [{ statusCode: '200' }] }), method({ methodResponses: { 200: {} } })),
      function: visible(integration({ function: 'Stream' })),
      httpMethod: visible(integration({ httpMethod: 'GET' })),
      timeoutMs: silent(integration({ timeoutMs: 20_000 })),
      credentials: silent(integration({ credentials: 'arn:aws:iam::123456789012:role/Caller' })), // for AWS
      responseTransferMode: visible(integration({ responseTransferMode: 'STREAM' }), integration({ function: 'Stream' })),
      requestParameters: visible(integration({ requestParameters: { 'integration.request.header.Authorization': '\'x\'' } })),
      cacheKeyParameters: visible(
        integration({ cacheKeyParameters: ['method.request.querystring.a'] }), together(CACHED, method({ requestParameters: { 'method.request.querystring.a': false } })),
      ),
      cacheNamespace: silent(integration({ cacheNamespace: 'pets' }), CACHED),
      // of HTTP APIs: test/contracts/http-api
      payloadFormatVersion: silent({}),
      requestMappings: silent({}),
      responseMappings: silent({}),
    },
  },
};

/** Statuses of the first nine requests where a gate refuses some of them. */
const plan = (limits: Patch): Patch => ({ usagePlans: { Plan: limits } });
const GATES: Readonly<Record<string, { readonly set: Patch; readonly refused: number; readonly first: readonly number[] }>> = {
  'API key': { set: method({ apiKeyRequired: true }), refused: 403, first: [403, 200, 403, 200, 200, 403, 403, 403, 403] },
  'token authorizer': { set: methodWith({ type: 'CUSTOM', authorizer: 'Token' }), refused: 401, first: [401, 200, 403, 403, 200, 403, 403, 403, 403] },
  'request authorizer': { set: methodWith({ type: 'CUSTOM', authorizer: 'Request' }), refused: 403, first: [403, 200, 403, 403, 200, 403, 403, 403, 403] },
  'user pools authorizer': { set: methodWith({ type: 'COGNITO_USER_POOLS', authorizer: 'Pool' }), refused: 401, first: [401, 401, 401, 200, 401, 401, 200, 403, 403] },
  'JWT authorizer': { set: methodWith({ type: 'COGNITO_USER_POOLS', authorizer: 'Jwt' }), refused: 401, first: [401, 401, 401, 200, 401, 401, 200, 403, 403] },
  'IAM': { set: methodWith({ type: 'AWS_IAM' }), refused: 403, first: [403, 403, 200, 403, 403, 403, 403, 403, 403] },
  'resource policy': { set: api({ policy: policyOf('Deny', 'prod/POST/*') }), refused: 403, first: [200, 200, 200, 200, 403, 403, 403, 403, 403] },
  'validator': { set: method({ requestValidator: 'All', requestModels: MODELS }), refused: 400, first: [400, 400, 400, 400, 200, 400, 200, 403, 403] },
  'throttle of a method': { set: settings({ throttlingRateLimit: 0, throttlingBurstLimit: 1 }), refused: 429, first: [200, 429, 429, 429, 200, 429, 429, 403, 403] },
  'throttle of a plan': { set: together(method({ apiKeyRequired: true }), plan({ throttle: { rateLimit: 0, burstLimit: 1 } })), refused: 429, first: [403, 200, 403, 429, 429, 403, 403, 403, 403] },
  'quota': { set: together(method({ apiKeyRequired: true }), plan({ quota: { limit: 2, period: 'DAY' } })), refused: 429, first: [403, 200, 403, 200, 429, 403, 403, 403, 403] },
};

/** Features by name that change answers or logs without refusing. */
const FEATURES: Readonly<Record<string, Patch>> = {
  'canary': CANARY,
  'compression': api({ minimumCompressionSize: 0 }),
  'streaming': integration({ function: 'Stream', responseTransferMode: 'STREAM' }),
  'CORS': { resources: { '/pets/{id}': { cors: {
    methods: ['GET', 'POST'], allowOrigins: ['https://a.test', 'https://b.test'], allowHeaders: ['X-A'], allowMethods: ['GET'], allowCredentials: false, exposeHeaders: [], statusCode: 204,
  } } } },
  'execution log': settings({ loggingLevel: 'INFO', dataTraceEnabled: true }),
  'access log': stage({ accessLog: { format: FORMAT } }),
};

const cases = Object.entries(NODES).flatMap(([node, { positions }]) => Object.entries(positions).map(([member, position]) => [`${node}.${member}`, position] as const));
const ids = new Map<string, { readonly simple: string; readonly unusual: string; readonly without: string }>();
let issuer: TestIssuer;
let served: ServedMembers;

beforeAll(async () => {
  issuer = await openIssuer();
  served = new ServedMembers(issuer);
  const open = served.add(false);
  const add = (name: string, set: Patch, context?: Patch): void => {
    const patches = context === undefined ? [set] : [context, set];
    const without = context === undefined ? open : served.add(false, context);
    ids.set(name, { simple: served.add(false, ...patches), unusual: served.add(true, ...patches), without });
  };
  for (const [name, { set, context }] of cases) add(name, set, context);
  for (const [name, { set }] of Object.entries(GATES)) add(name, set);
  for (const [name, set] of Object.entries(FEATURES)) add(name, set);
  await served.start();
});
afterAll(async () => {
  await served.close();
  await issuer.close();
});

/** The outcomes of both forms, which are the same, and of the definition without the member. */
async function outcomesOf(name: string) {
  const { simple, unusual, without } = ids.get(name) ?? { simple: '', unusual: '', without: '' };
  const [one, other, before] = [await served.outcomesOf(simple), await served.outcomesOf(unusual), await served.outcomesOf(without)];
  expect(other).toEqual(one);
  return { outcomes: one, before };
}

// outcomes are made by ServedMembers, with a status each
const statuses = (outcomes: readonly unknown[]): number[] => outcomes.map((outcome) => (outcome as { readonly status: number }).status);

describe.each(Object.entries(NODES))('every member of %s', (node, { shape, positions }) => {
  test('has a position here', () => {
    expect(Object.keys(positions).sort()).toEqual(Object.keys(shape).sort());
  });

  test.each(Object.entries(positions))('%s is the same for all requests', async (member, { isVisible }) => {
    const { outcomes, before } = await outcomesOf(`${node}.${member}`);
    if (isVisible) expect(isDeepStrictEqual(outcomes, before)).toBe(false);
    else expect(outcomes).toEqual(before);
  });
});

describe('security gates', () => {
  test.each(Object.entries(GATES))('%s refuses whom it must, however the request is written', async (name, { first, refused }) => {
    const { outcomes } = await outcomesOf(name);
    expect(statuses(outcomes).slice(0, first.length)).toEqual(first);
    expect(first).toContain(refused);
  });

  test.each(Object.keys(FEATURES))('%s does not depend on how the request is written', async (name) => {
    const { outcomes, before } = await outcomesOf(name);
    expect(isDeepStrictEqual(outcomes, before)).toBe(false);
  });
});

test('an open definition lets everybody pass', async () => {
  const { before } = await outcomesOf('method.apiKeyRequired');
  expect(statuses(before).slice(0, 9)).toEqual([200, 200, 200, 200, 200, 200, 200, 403, 403]);
  expect(JSON.stringify(before)).not.toContain(`\\"identity\\":{\\"apiKey\\":\\"${KEY}`);
});
