import type { IConstruct } from 'constructs';
import { issue, type Issue } from '../errors';
import { declaredIssues, withoutConsequences, withSourceLines } from '../props';
import { examineSpec, SPEC_FORMAT, type GatewaySpec, type GatewaySpecInput } from '../spec';
import { authorizersOf } from './api-authorizers';
import { functionsOf, uncallableIn } from './api-functions';
import { registeredAbove } from './api-registry';
import type { DeclaredApi } from './declared-api';
import { Locations } from './locations';
import type { ProxyFunction } from './proxy-function';
import type { CollectContext } from './collect-context';
import { modelNameOf, nameOf } from './construct-name';
import { withSymbolicTokens, type TokenValues } from './tokens';

/** The result of collecting an API: its spec if it is valid, all issues, and the functions it needs. */
export interface CollectedApi {
  readonly spec?: GatewaySpec;
  /** The spec as constructs wrote it, without defaults. */
  readonly input: GatewaySpecInput;
  readonly issues: readonly Issue[];
  readonly functions: readonly ProxyFunction[];
  /** The name of a node if somebody gave it one; none if it comes from the construct path. */
  readonly givenName: (node: keyof GatewaySpecInput, name: string) => string | undefined;
  /** The construct that declared the node at a path inside the spec. */
  readonly constructAt: (path: readonly string[]) => IConstruct | undefined;
  /** A location in the spec as its author knows it: the path of the construct that declared it. */
  readonly locationOf: (location: string) => string;
  /** The values of the tokens in the spec, by name. */
  readonly tokens: TokenValues;
}

/** Collects the spec of an API from its constructs and reads it. */
export function collectApi(api: DeclaredApi): CollectedApi {
  const locations = new Locations(api.node.path);
  const issues: Issue[] = [...declaredFor(api), ...api._registry.issues, ...uncallableIn(api)];
  const functions = functionsOf(api);
  const tokens: TokenValues = new Map();
  const input = inputOf(api, functions, { locations, issues, tokens });
  const examined = examineSpec(input, api.node.path);
  issues.push(...withoutConsequences(api, examined.issues.map((issue) => ({ ...issue, location: locations.translate(issue.location) }))));
  const isRight = issues.every((issue) => issue.severity !== 'error');
  return {
    spec: isRight ? examined.spec : undefined,
    input,
    givenName: (node, name) => {
      const declared = locations.constructAt([node, name]);
      const byPath = declared === undefined ? [] : [nameOf(declared), modelNameOf(declared)];
      return byPath.includes(name) ? undefined : name;
    },
    issues: withSourceLines(api, issues),
    functions,
    constructAt: (path) => locations.constructAt(path),
    locationOf: (location) => locations.translate(location),
    tokens,
  };
}

/** The issues of constructs of this API, and of those that belong to none, such as functions. */
function declaredFor(api: DeclaredApi): Issue[] {
  return declaredIssues(api.node.root).filter(({ construct }) => (registeredAbove(construct) ?? api) === api).map(({ issue }) => issue);
}

function inputOf(api: DeclaredApi, functions: readonly ProxyFunction[], context: CollectContext): GatewaySpecInput {
  const { apiName, _registry: registry } = api;
  context.locations.add(api, [apiName], ['api']);
  const stages = registry.stages.filter((stage) => stage._isValid);
  const plans = [...registry.usagePlans].filter((plan) => plan._concerns(api));
  const keys = new Set([...registry.apiKeys, ...plans.flatMap((plan) => plan._keys)]);
  return {
    format: SPEC_FORMAT,
    protocol: registry.protocol,
    api: withSymbolicTokens(api._toSpec(), api, context.tokens),
    resources: api._resources(context),
    models: byName(registry.models, context, {
      node: 'models', what: 'model', location: `${apiName}/model `, nameOf: (model) => model.modelId, toSpec: (model) => model._toSpec(),
    }),
    requestValidators: byName(registry.requestValidators, context, {
      node: 'requestValidators', what: 'request validator', location: `${apiName}/request validator `,
      nameOf: (validator) => validator.requestValidatorId, toSpec: (validator) => validator._toSpec(),
    }),
    gatewayResponses: byName(registry.gatewayResponses, context, {
      node: 'gatewayResponses', what: 'gateway response', location: `${apiName}/gateway response `, nameOf: (response) => response._type, toSpec: (response) => response._toSpec(),
    }),
    authorizers: byName(authorizersOf(api), context, {
      node: 'authorizers', what: 'authorizer', location: `${apiName}/authorizer `, nameOf: (authorizer) => authorizer.authorizerId, toSpec: (authorizer) => authorizer._toSpec(),
    }),
    functions: byName(functions, context, {
      node: 'functions', what: 'function', location: `${apiName}/function `, nameOf: (fn) => fn._specName, toSpec: (fn) => fn._toSpec(),
    }),
    // A second stage of the same name was reported when it was declared.
    stages: byName(stages, { ...context, issues: [] }, {
      node: 'stages', what: 'stage', location: `${apiName}/stage `, nameOf: (stage) => stage._name, toSpec: (stage) => stage._toSpec(),
    }),
    apiKeys: byName([...keys], context, {
      node: 'apiKeys', what: 'API key', location: `${apiName}/API key `, nameOf: (key) => key.keyName, toSpec: (key) => key._toSpec(),
    }),
    usagePlans: byName(plans, context, {
      node: 'usagePlans', what: 'usage plan', location: `${apiName}/usage plan `, nameOf: (plan) => plan.usagePlanName, toSpec: (plan) => plan._toSpec(api),
    }),
  };
}

/** How one kind of construct is written to the spec. */
interface Kind<Declared, Input> {
  readonly node: keyof GatewaySpecInput;
  readonly what: string;
  /** The prefix of the name in issues. */
  readonly location: string;
  readonly nameOf: (construct: Declared) => string;
  readonly toSpec: (construct: Declared) => Input;
}

/** The specs of constructs by name. Duplicate names are rejected. */
function byName<Declared extends IConstruct, Input>(
  constructs: readonly Declared[], { locations, issues, tokens }: CollectContext, kind: Kind<Declared, Input>,
): Record<string, Input> {
  const taken = new Map<string, Declared>();
  for (const construct of constructs) {
    const name = kind.nameOf(construct);
    const existing = taken.get(name);
    if (existing !== undefined) {
      issues.push({ ...issue('DUPLICATE_NAME', construct.node.path, { what: kind.what, name, other: existing.node.path }), related: existing.node.path });
      continue;
    }
    taken.set(name, construct);
    locations.add(construct, [`${kind.location}${name}`], [kind.node, name]);
  }
  return Object.fromEntries([...taken].map(([name, construct]) => [name, withSymbolicTokens(kind.toSpec(construct), construct, tokens)]));
}
