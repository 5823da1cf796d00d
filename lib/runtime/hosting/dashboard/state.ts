import {
  describeAuthorization, describeAuthorizer, describeIntegration, describeProtocol, functionLabel, methodSettingsOf, pathParts,
  readIdentitySource, readPathPart, routesOf, throttleOf,
  type DeployedSpec, type MethodSpec, type Route, type StageSpec,
} from '../../../spec';
import { maskKey } from '../../access-log/variables';
import type { ApiState, KeyState, ParameterState, RouteState, StageState } from '../../inspection/protocol';
import type { ServedApi } from '../../management/served';
import type { LoadedApi, LoadedStage } from '../../plan/loaded';
import { bodyExample } from './body-example';

export interface StateParts {
  readonly served: ServedApi | undefined;
  /** Lines of the last build that changed the definition. */
  readonly changes: readonly string[];
  readonly keyValue: (key: string) => string | undefined;
  readonly credentials: readonly string[];
  /** Whether the local issuer can sign tokens that the gateway accepts. */
  readonly hasLocalIssuer: boolean;
  readonly showsSecrets: boolean;
}

export function apiState(api: LoadedApi, { served, changes, keyValue, showsSecrets, credentials, hasLocalIssuer }: StateParts): ApiState {
  const { definition } = api;
  const keys = Object.entries(definition.apiKeys).map(([name, { enabled }]): KeyState => {
    const value = keyValue(name);
    const plans = Object.entries(definition.usagePlans).filter(([, plan]) => plan.keys.includes(name));
    const stagesOfPlans = new Set(plans.flatMap(([, plan]) => Object.keys(plan.stages)));
    return {
      name, enabled, plans: plans.map(([plan]) => plan), stages: [...stagesOfPlans].sort(),
      ...(value === undefined ? {} : { value: showsSecrets ? value : maskKey(value) }),
    };
  });
  const stages = api.stages.map((stage) => stageState(stage, {
    declared: definition.stages[stage.name], changes, url: served?.stages.find(({ name }) => name === stage.name)?.url ?? '',
    canSign: { credential: credentials.length > 0, token: hasLocalIssuer },
  }));
  return {
    name: api.name, apiId: definition.api.id, url: served?.url ?? '',
    functions: (served?.functions ?? []).map((fn) => functionLabel(definition.functions, fn)),
    keys, credentials: [...credentials], stages,
    keepsConnections: describeProtocol(definition).keepsConnections,
  };
}

interface StageParts {
  readonly declared: StageSpec | undefined;
  readonly changes: readonly string[];
  readonly url: string;
  /** Whether the gateway can identify a caller by a token or by a credential. */
  readonly canSign: Readonly<Record<'token' | 'credential', boolean>>;
}

function stageState({ name, fingerprint, source, variables, deployed }: LoadedStage, parts: StageParts): StageState {
  const routes = routesOf(deployed).map((route) => routeState(route, deployed, parts));
  return { name, url: parts.url, fingerprint, source, variables, routes };
}

function routeState(route: Route, deployed: DeployedSpec, { declared, changes, canSign }: StageParts): RouteState {
  const { method, path, target, apiKeyRequired, unavailable } = route;
  const spec = Object.entries(deployed.resources[path]?.methods ?? {}).find(([name]) => name === method)?.[1];
  const throttle = throttleOf(methodSettingsOf(declared?.methodSettings ?? {}, path, method));
  return {
    method, path, apiKeyRequired,
    integration: spec?.integration.type ?? 'cors',
    integrationLabel: target,
    ...(spec === undefined ? {} : authorizerOf(spec, deployed, canSign)),
    ...(spec === undefined ? {} : validatorOf(spec, deployed)),
    ...(throttle === undefined ? {} : { throttle }),
    ...(spec === undefined ? {} : functionOf(spec, deployed)),
    isNew: changes.some((line) => isAbout(line, `${method} ${path}`)),
    ...(unavailable === undefined ? {} : { unavailable }),
    parameters: spec === undefined ? [] : parametersOf(path, spec),
    ...(spec === undefined ? { models: {} } : modelsOf(spec, deployed)),
  };
}

/** `+ GET /pets → …` and `~ Shop: GET /pets: …` are about `GET /pets`, `+ GET /pets/{petId}` is not. */
function isAbout(line: string, route: string): boolean {
  const at = line.indexOf(` ${route}`);
  return /^[+~] /.test(line) && at !== -1 && /^(?:$|[ :])/.test(line.slice(at + route.length + 1));
}

function authorizerOf({ authorization }: MethodSpec, { authorizers }: DeployedSpec, canSign: StageParts['canSign']): Pick<RouteState, 'authorizer'> {
  const { isOpen, isSigned, authorizer: name, scopes } = describeAuthorization(authorization);
  if (isOpen) return {};
  const declared = name === undefined ? undefined : authorizers[name];
  const described = declared && describeAuthorizer(declared);
  const kind = isSigned ? 'credential' : described?.functions.length === 0 ? 'token' : undefined;
  return {
    authorizer: {
      ...(name === undefined ? {} : { name }), type: declared?.type ?? authorization.type,
      sources: (described?.identitySources ?? []).flatMap(sentSource), scopes: [...scopes],
      ...(kind !== undefined && canSign[kind] ? { identity: kind } : {}),
    },
  };
}

/** Returns the header or query parameter of an identity source; none if the stage or the gateway provides the value. */
function sentSource(text: string): NonNullable<RouteState['authorizer']>['sources'][number][] {
  const { family, name } = readIdentitySource(text);
  return family === 'header' ? [{ in: 'header', name }] : family === 'querystring' ? [{ in: 'query', name }] : [];
}

function validatorOf({ requestValidator }: MethodSpec, { requestValidators }: DeployedSpec): Pick<RouteState, 'validator'> {
  const validator = requestValidator === undefined ? undefined : requestValidators[requestValidator];
  const checked = [...(validator?.validateRequestBody === true ? ['body'] : []), ...(validator?.validateRequestParameters === true ? ['parameters'] : [])];
  return checked.length === 0 ? {} : { validator: checked.join(' and ') };
}

function functionOf({ integration }: MethodSpec, { functions }: DeployedSpec): Pick<RouteState, 'function'> {
  const [name] = describeIntegration(integration).functions;
  return name === undefined ? {} : { function: functionLabel(functions, name) };
}

const LOCATIONS: Readonly<Record<string, ParameterState['in']>> = { path: 'path', querystring: 'query', header: 'header' };

function parametersOf(path: string, { requestParameters }: MethodSpec): ParameterState[] {
  const ofPath = pathParts(path).flatMap((text): ParameterState[] => {
    const part = readPathPart(text);
    return part?.type === 'parameter' || part?.type === 'greedy' ? [{ in: 'path', name: part.name, required: true }] : [];
  });
  const declared = Object.entries(requestParameters).flatMap(([source, required]): ParameterState[] => {
    const [, , location = '', ...name] = source.split('.');
    const where = LOCATIONS[location];
    return where === undefined || where === 'path' ? [] : [{ in: where, name: name.join('.'), required }];
  });
  return [...ofPath, ...declared];
}

function modelsOf({ requestModels }: MethodSpec, { models }: DeployedSpec): Pick<RouteState, 'models' | 'bodyExample'> {
  const schemas = Object.entries(requestModels).flatMap(([type, name]) => {
    const schema = models[name]?.schema;
    return schema === undefined ? [] : [[type, schema] as const];
  });
  const [first] = schemas;
  const example = first && JSON.stringify(bodyExample(first[1], models), undefined, 2);
  return { models: Object.fromEntries(schemas), ...(example === undefined ? {} : { bodyExample: example }) };
}
