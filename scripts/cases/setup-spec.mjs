// The setup of a recorded case, in AWS's words, as a spec.
import { stableId } from '../../build/spec/index.js';

const TYPES = { AWS_PROXY: 'proxy', AWS: 'mapped', MOCK: 'mock', HTTP: 'http', HTTP_PROXY: 'http-proxy' };

/** What each kind has; the rest of a recorded integration is without effect for it. */
const MAPPING = ['requestParameters', 'requestTemplates', 'passthroughBehavior', 'contentHandling', 'responses'];
const MEMBERS = {
  'proxy': ['function', 'httpMethod', 'requestParameters'],
  'mapped': ['function', ...MAPPING],
  'mock': MAPPING,
  'http': ['uri', 'httpMethod', ...MAPPING],
  'http-proxy': ['uri', 'httpMethod', 'requestParameters'],
};

/** Reasons why the spec cannot say what a setup says; empty where it can. */
export function inexpressible(setup) {
  const methods = Object.values(setup.resources).flatMap((resource) => Object.values(resource));
  return [
    methods.some(({ authorization }) => !['NONE', 'AWS_IAM', undefined].includes(authorization)) && 'a setup cannot say what its authorizers are',
  ].filter((reason) => reason !== false);
}

/** The spec of a setup's canary, whose stage has the deployed definition beside it; undefined where there is no canary. */
export function canarySpecOf(setup, backends) {
  const { canary } = setup.stage ?? {};
  if (canary === undefined) return undefined;
  const spec = specOf({ ...setup, resources: canary.resources ?? setup.resources }, backends);
  const stage = { ...spec.stages[setup.stage.name], canary: pick(canary, ['percentTraffic', 'stageVariableOverrides']) };
  return { ...spec, stages: { [setup.stage.name]: stage } };
}

/** The spec of a setup whose backends run. */
export function specOf(setup, backends) {
  return {
    format: 'synthgate/1',
    api: {
      id: stableId('recorded case'),
      name: 'Recorded',
      ...pick(setup, ['endpointType', 'apiKeySource', 'binaryMediaTypes']),
    },
    models: mapValues(setup.models ?? {}, (model) => pick(model, ['contentType', 'schema'])),
    requestValidators: setup.requestValidators ?? {},
    gatewayResponses: mapValues(setup.gatewayResponses ?? {}, gatewayResponseOf),
    functions: mapValues(setup.functions ?? {}, () => ({ code: 'src', handler: 'index.handler' })),
    resources: Object.fromEntries(Object.entries(setup.resources).map(([path, methods]) => [
      path, { id: stableId(path), methods: mapValues(methods, (method) => methodOf(method, backends)) },
    ])),
    stages: setup.stage === undefined ? {} : { [setup.stage.name]: pick(setup.stage, ['variables']) },
    apiKeys: mapValues(setup.apiKeys ?? {}, (key) => pick(key, ['enabled', 'value'])),
    usagePlans: mapValues(setup.usagePlans ?? {}, usagePlanOf),
  };
}

function methodOf(method, backends) {
  const type = TYPES[method.integration.type];
  const integration = { type, ...pick(method.integration, MEMBERS[type]) };
  if (integration.uri !== undefined) {
    integration.uri = backends.fillIn(integration.uri);
  }
  return {
    ...(method.authorization === 'AWS_IAM' ? { authorization: { type: 'AWS_IAM' } } : {}),
    ...pick(method, ['apiKeyRequired', 'requestParameters', 'requestModels', 'requestValidator']),
    methodResponses: mapValues(method.methodResponses ?? {}, (response) => pick(response, ['responseParameters'])),
    integration,
  };
}

/** A stage of a plan stands by its name, or with limits of methods: `{ stage, throttle: { "/pets/GET": … } }`. */
function usagePlanOf({ apiStages = [], ...plan }) {
  const stages = apiStages.map((one) => (typeof one === 'string' ? [one, {}] : [one.stage, { methods: one.throttle ?? {} }]));
  return { ...pick(plan, ['throttle', 'quota', 'keys']), stages: Object.fromEntries(stages) };
}

function gatewayResponseOf(response) {
  const { statusCode } = response;
  return { ...pick(response, ['responseParameters', 'responseTemplates']), ...(statusCode === null || statusCode === undefined ? {} : { statusCode: String(statusCode) }) };
}

function pick(value, names) {
  return Object.fromEntries(names.filter((name) => value[name] !== undefined).map((name) => [name, value[name]]));
}

function mapValues(value, change) {
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, change(member)]));
}
