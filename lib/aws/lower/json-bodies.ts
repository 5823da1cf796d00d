import { loss, type Issue } from '../../errors';
import { describeIntegration, methodKey, methodLocation, type GatewaySpec, type MethodSpec, type RequestValidatorSpec, type ResourceSpec } from '../../spec';
import type { Lowered } from './lowered';

const JSON_TYPE = 'application/json';

/** A model that every JSON text matches, and nothing else. */
const ANY_JSON = 'SynthgateAnyJson';
const ANY_JSON_SCHEMA = { $schema: 'http://json-schema.org/draft-04/schema#', title: 'Any JSON text' };

/** Validators for methods whose own do not check bodies. */
const BODY_VALIDATOR = 'synthgate-json-body';
const BODY_AND_PARAMETERS_VALIDATOR = 'synthgate-json-body-and-parameters';

/**
 * Where the API always validates JSON bodies, a POST to a function whose body says it is JSON and is not gets 400: API
 * Gateway does that where a validator checks bodies against a model, so such methods get a model that takes every JSON
 * text. ANY gets a POST beside it, because the rule is about POST alone.
 * @see docs/internals/parity-evidence.md, Endpoints
 */
export function lowerJsonBodies(spec: GatewaySpec): Lowered {
  if (spec.api.jsonBodyValidation === 'aws') return { spec, losses: [] };
  const losses: Issue[] = [];
  const used = new Set<string>();
  const keysOfAny = new Map<string, string>();
  const resources = Object.fromEntries(Object.entries(spec.resources).map(([path, resource]) => {
    const { methods } = resource;
    const post = methods.POST ?? methods.ANY;
    if (post === undefined || !needsCheck(post)) return [path, resource];
    if (methods.POST === undefined) keysOfAny.set(methodKey(path, 'ANY'), methodKey(path, 'POST'));
    const checked = withJsonCheck(post, spec);
    losses.push(...modelsLost(post, checked, methodLocation(spec.api.name, path, 'POST')));
    if (checked.requestValidator !== undefined) used.add(checked.requestValidator);
    return [path, { ...resource, methods: { ...methods, POST: checked } } satisfies ResourceSpec];
  }));
  const { stages, usagePlans, losses: limitsLost } = withLimitsOfAny(spec, keysOfAny);
  return {
    spec: { ...spec, resources, ...checks(spec, resources, used), stages, usagePlans },
    losses: [...losses, ...limitsLost],
  };
}

/** Without a template the body is passed to Lambda unchanged, which refuses one that is not JSON. */
function needsCheck({ integration }: MethodSpec): boolean {
  const { requiresJsonBody, responses, requestTemplates } = describeIntegration(integration);
  return requiresJsonBody && (responses === undefined || Object.keys(requestTemplates).length > 0);
}

function withJsonCheck(method: MethodSpec, { requestValidators }: GatewaySpec): MethodSpec {
  const own = method.requestValidator === undefined ? undefined : requestValidators[method.requestValidator];
  if (own?.validateRequestBody === true) {
    return { ...method, requestModels: { [JSON_TYPE]: ANY_JSON, ...method.requestModels } };
  }
  const requestValidator = own?.validateRequestParameters === true ? BODY_AND_PARAMETERS_VALIDATOR : BODY_VALIDATOR;
  return { ...method, requestModels: { [JSON_TYPE]: ANY_JSON }, requestValidator };
}

/** The validator would enforce models that were only meant as documentation. */
function modelsLost(before: MethodSpec, after: MethodSpec, location: string): Issue[] {
  const lost = Object.entries(before.requestModels).filter(([type, name]) => after.requestModels[type] !== name);
  return lost.map(([type, name]) => loss('AWS_MODEL_NOT_DOCUMENTED', location, { name, type }));
}

/** The model and the validators that are used. */
function checks(
  spec: GatewaySpec, resources: Readonly<Record<string, ResourceSpec>>, used: ReadonlySet<string>,
): Pick<GatewaySpec, 'models' | 'requestValidators'> {
  const isModelUsed = Object.values(resources).some(({ methods }) => methods.POST?.requestModels[JSON_TYPE] === ANY_JSON);
  const model = { contentType: JSON_TYPE, description: 'Any JSON text', schema: ANY_JSON_SCHEMA };
  const requestValidators: Record<string, RequestValidatorSpec> = { ...spec.requestValidators };
  for (const name of [BODY_VALIDATOR, BODY_AND_PARAMETERS_VALIDATOR].filter((validator) => used.has(validator))) {
    requestValidators[name] = { validateRequestBody: true, validateRequestParameters: name === BODY_AND_PARAMETERS_VALIDATOR };
  }
  return { models: isModelUsed ? { ...spec.models, [ANY_JSON]: model } : spec.models, requestValidators };
}

/** Settings of stages and plans for an ANY apply to the added POST as well; a plan counts its limit separately. */
function withLimitsOfAny(
  { api, stages, usagePlans }: GatewaySpec, keys: ReadonlyMap<string, string>,
): Pick<GatewaySpec, 'stages' | 'usagePlans'> & { readonly losses: Issue[] } {
  const losses: Issue[] = [];
  const copied = <Value>(settings: Readonly<Record<string, Value>>, onCopy?: (key: string) => void): Record<string, Value> =>
    Object.fromEntries(Object.entries(settings).flatMap(([key, value]): [string, Value][] => {
      const post = keys.get(key);
      if (post === undefined) return [[key, value]];
      onCopy?.(key);
      return [[key, value], [post, value]];
    }));
  const limitSplit = (location: string) => (key: string) => losses.push(loss('AWS_ANY_LIMIT_SPLIT', location, { key }));
  return {
    stages: mapValues(stages, (stage) => ({ ...stage, methodSettings: copied(stage.methodSettings) })),
    usagePlans: mapValues(usagePlans, (plan, name) => ({
      ...plan,
      stages: mapValues(plan.stages, ({ methods }) => ({ methods: copied(methods, limitSplit(`${api.name}/usage plan ${name}`)) })),
    })),
    losses,
  };
}

function mapValues<Value>(record: Readonly<Record<string, Value>>, change: (value: Value, key: string) => Value): Record<string, Value> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, change(value, key)]));
}
