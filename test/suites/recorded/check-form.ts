// The members that a case may have. A member that no code reads would be a setting or an expectation that is dropped silently.
import type { RecordedCase, RecordedMethod, Setup } from './recorded-case';

const EXPECTATIONS = ['status', 'body', 'headers', 'log', 'executionLog', 'accessLog', 'backend', 'backendStored'];
const REQUEST = ['method', 'path', 'query', 'headers', 'body', 'bodyBase64', 'resource', 'pathWithQueryString', 'signWith'];
const CASE = ['id', 'feature', 'kind', 'setup', 'before', 'request', 'expect'];
/** Where a case comes from, and why it is not what AWS answers: for people. */
const SOURCES = ['source', 'source_test', 'snapshot_key', 'evidence', 'adapted', 'note', 'differs'];
const SETUP = [
  'endpointType', 'apiKeySource', 'binaryMediaTypes', 'minimumCompressionSize', 'models', 'requestValidators', 'gatewayResponses', 'functions', 'backends',
  'resources', 'stage', 'apiKeys', 'usagePlans', 'authorizers', 'policy', 'credentials',
];
const STAGE = ['name', 'variables', 'cacheClusterEnabled', 'cacheClusterSize', 'methodSettings', 'accessLog', 'canary'];
const CANARY = ['percentTraffic', 'stageVariableOverrides', 'resources'];
const METHOD = [
  'authorization', 'authorizer', 'apiKeyRequired', 'requestParameters', 'requestModels', 'requestValidator', 'methodResponses', 'integration',
];
/** Members of integrations of all types: a recording has members that have no effect for its type. */
const INTEGRATION = [
  'type', 'function', 'httpMethod', 'uri', 'timeoutInMillis', 'requestParameters', 'requestTemplates', 'passthroughBehavior', 'contentHandling', 'responses',
];
/** `responseModels` document a response and change none. */
const METHOD_RESPONSE = ['responseParameters', 'responseModels'];
/** The members of what a setup has by name. */
const NAMED = {
  models: ['contentType', 'schema'],
  requestValidators: ['validateRequestBody', 'validateRequestParameters'],
  gatewayResponses: ['statusCode', 'responseParameters', 'responseTemplates'],
  functions: ['handler', 'value', 'code', 'runtime', 'timeout', 'reservedConcurrentExecutions'],
  backends: ['kind', 'responseHeaders', 'responseBody', 'responseBodyBase64', 'certificate', 'objects'],
  apiKeys: ['enabled', 'value'],
  usagePlans: ['apiStages', 'throttle', 'quota', 'keys'],
  authorizers: ['type', 'function', 'identitySource', 'authorizerResultTtlInSeconds'],
} as const;

/** Reasons why a case cannot be trusted: members that nobody reads, or no expectation at all. */
export function checkForm(one: RecordedCase): readonly string[] {
  return [
    ...unknown('case', one, [...CASE, ...SOURCES]),
    ...expectationProblems(one.expect),
    ...[one.request, ...(one.before ?? [])].flatMap((request) => unknown('request', request, REQUEST)),
    ...setupProblems(one.setup),
  ];
}

function expectationProblems(expect: RecordedCase['expect']): readonly string[] {
  const checks = Object.entries(expect).filter(([, value]) => typeof value !== 'object' || Object.keys(Object(value)).length > 0);
  return [...unknown('expectation', expect, EXPECTATIONS), ...(checks.length === 0 ? ['nothing is expected'] : [])];
}

function setupProblems(setup: Setup): readonly string[] {
  const { stage } = setup;
  // The names of the table are typed by it.
  const named = (Object.keys(NAMED) as (keyof typeof NAMED)[]).flatMap((kind) =>
    Object.values(setup[kind] ?? {}).flatMap((member) => unknown(`${kind} member`, member, NAMED[kind])));
  return [
    ...unknown('setup member', setup, SETUP),
    ...unknown('stage member', stage, STAGE),
    ...unknown('canary member', stage?.canary, CANARY),
    ...[setup.resources, stage?.canary?.resources ?? {}].flatMap((resources) => Object.values(resources))
      .flatMap((methods) => Object.values(methods).flatMap(methodProblems)),
    ...named,
  ];
}

function methodProblems(method: RecordedMethod): readonly string[] {
  return [
    ...unknown('method member', method, METHOD),
    ...unknown('integration member', method.integration, INTEGRATION),
    ...Object.values(method.methodResponses ?? {}).flatMap((response) => unknown('method response member', response, METHOD_RESPONSE)),
  ];
}

function unknown(what: string, value: unknown, known: readonly string[]): readonly string[] {
  return Object.keys(Object(value ?? {})).filter((name) => !known.includes(name)).map((name) => `unknown ${what} ${name}`);
}
