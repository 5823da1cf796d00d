// The setup of a recorded case, in AWS's words, as a spec.
import { stableId } from 'synthgate/spec';
import type { Backends } from './backends';
import type { RecordedAuthorizer, RecordedFunction, RecordedMethod, Setup } from './recorded-case';

const TYPES: Readonly<Record<string, string>> = { AWS_PROXY: 'proxy', AWS: 'mapped', MOCK: 'mock', HTTP: 'http', HTTP_PROXY: 'http-proxy' };

/** Members of an integration by type; other members of a recorded integration have no effect. */
const MAPPING = ['requestParameters', 'requestTemplates', 'passthroughBehavior', 'contentHandling', 'responses'];
const MEMBERS: Readonly<Record<string, readonly string[]>> = {
  'proxy': ['function', 'httpMethod', 'requestParameters'],
  'mapped': ['function', ...MAPPING],
  'mock': MAPPING,
  'http': ['uri', 'httpMethod', ...MAPPING],
  'http-proxy': ['uri', 'httpMethod', 'requestParameters'],
};

/** Members of a stage besides its canary. */
const STAGE_MEMBERS = ['variables', 'cacheClusterEnabled', 'cacheClusterSize', 'methodSettings', 'accessLog'];

type Members = Readonly<Record<string, unknown>>;

/** A spec as it is written; reading it checks it. */
export interface RecordedSpec {
  readonly api: { readonly name: string };
  readonly stages: Members;
}

/** Reasons why the spec cannot express a setup; empty where it can. */
export function inexpressible(setup: Setup): readonly string[] {
  const methods = Object.values(setup.resources).flatMap((resource) => Object.values(resource));
  return methods.some((method) => authorizationOf(method) === undefined) ? ['a setup has token and request authorizers only'] : [];
}

/** The spec of a setup's canary, whose stage has the deployed definition beside it; undefined where there is no canary. */
export function canarySpecOf(setup: Setup, backends: Backends): RecordedSpec | undefined {
  if (setup.stage?.canary === undefined) return undefined;
  const { name, canary } = setup.stage;
  const spec = specOf({ ...setup, resources: canary.resources ?? setup.resources }, backends);
  const stage = { ...Object(spec.stages[name]), canary: pick(canary, ['percentTraffic', 'stageVariableOverrides']) };
  return { ...spec, stages: { [name]: stage } };
}

/** The spec of a setup whose backends run. */
export function specOf(setup: Setup, backends: Backends): RecordedSpec {
  const spec = {
    format: 'synthgate/1',
    api: {
      id: stableId('recorded case'),
      name: 'Recorded',
      jsonBodyValidation: 'aws', // recorded where nothing else refuses such bodies
      ...pick(setup, ['endpointType', 'apiKeySource', 'binaryMediaTypes', 'minimumCompressionSize', 'policy']),
    },
    models: mapValues(setup.models ?? {}, (model) => pick(model, ['contentType', 'schema'])),
    requestValidators: setup.requestValidators ?? {},
    gatewayResponses: mapValues(setup.gatewayResponses ?? {}, gatewayResponseOf),
    authorizers: mapValues(setup.authorizers ?? {}, authorizerOf),
    functions: mapValues(setup.functions ?? {}, functionOf),
    resources: Object.fromEntries(Object.entries(setup.resources).map(([path, methods]) => [
      path, { id: stableId(path), methods: mapValues(methods, (method) => methodOf(method, backends)) },
    ])),
    stages: setup.stage === undefined ? {} : { [setup.stage.name]: pick(setup.stage, STAGE_MEMBERS) },
    apiKeys: mapValues(setup.apiKeys ?? {}, (key) => pick(key, ['enabled', 'value'])),
    usagePlans: mapValues(setup.usagePlans ?? {}, usagePlanOf),
  };
  return spec;
}

function methodOf(method: RecordedMethod, backends: Backends): object {
  const type = TYPES[method.integration.type] ?? method.integration.type;
  const members = pick(method.integration, MEMBERS[type] ?? []);
  const { timeoutInMillis: timeoutMs } = method.integration;
  const uri = typeof members.uri === 'string' ? { uri: backends.fillIn(members.uri) } : {};
  return {
    authorization: authorizationOf(method),
    ...pick(method, ['apiKeyRequired', 'requestParameters', 'requestModels', 'requestValidator']),
    methodResponses: mapValues(method.methodResponses ?? {}, (response) => pick(response, ['responseParameters'])),
    integration: { type, ...members, ...uri, ...pick({ timeoutMs }, ['timeoutMs']) },
  };
}

/** Undefined for what a setup cannot say. */
function authorizationOf({ authorization = 'NONE', authorizer }: RecordedMethod): object | undefined {
  if (authorization === 'CUSTOM') return authorizer === undefined ? undefined : { type: 'CUSTOM', authorizer };
  return ['NONE', 'AWS_IAM'].includes(authorization) ? { type: authorization } : undefined;
}

function functionOf({ foreign, timeout, reservedConcurrentExecutions: maxInstances, ...fn }: RecordedFunction): object {
  const { runtime = foreign?.runtime } = fn;
  const timeoutMs = timeout === undefined ? undefined : timeout * 1_000;
  return { code: 'src', handler: foreign?.handler ?? 'index.handler', ...pick({ runtime, timeoutMs, maxInstances }, ['runtime', 'timeoutMs', 'maxInstances']) };
}

function authorizerOf({ type, function: name, identitySource, authorizerResultTtlInSeconds: ttl }: RecordedAuthorizer): object {
  const sources = identitySource?.split(',').map((one) => one.trim());
  return {
    type: type.toLowerCase(),
    function: name,
    ...(sources === undefined ? {} : type === 'TOKEN' ? { identitySource } : { identitySources: sources }),
    ...(ttl === undefined ? {} : { resultsCacheTtlSeconds: ttl }),
  };
}

/** A plan names a stage, or a stage with limits of methods: `{ stage, throttle: { "/pets/GET": … } }`. */
function usagePlanOf({ apiStages = [], ...plan }: Members): object {
  const stages = [apiStages].flat().map((one) => {
    if (typeof one === 'string') return [one, {}];
    const { stage, throttle = {} } = Object(one) as { readonly stage: string; readonly throttle?: object }; // as the case file has it
    return [stage, { methods: throttle }];
  });
  return { ...pick(plan, ['throttle', 'quota', 'keys']), stages: Object.fromEntries(stages) };
}

function gatewayResponseOf(response: Members): object {
  const { statusCode } = response;
  return {
    ...pick(response, ['responseParameters', 'responseTemplates']),
    ...(statusCode === null || statusCode === undefined ? {} : { statusCode: String(statusCode) }),
  };
}

function pick(value: object, names: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(Object.entries(value).filter(([name, member]) => names.includes(name) && member !== undefined));
}

function mapValues<Value>(value: Readonly<Record<string, Value>>, change: (member: Value) => unknown): Record<string, unknown> {
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, change(member)]));
}
