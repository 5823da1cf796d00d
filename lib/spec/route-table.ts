import { functionsText } from '../errors';
import { describeAuthorization } from './authorization';
import { describeAuthorizer } from './authorizers';
import { functionLabel } from './function-label';
import type { GatewaySpec } from './gateway';
import { describeIntegration, type IntegrationSpec } from './integrations';
import type { MethodSpec } from './method';
import { protocolOf } from './protocol';
import { describeProtocol } from './protocols';
import { methodsOfResource } from './walk/walk-methods';

/** One line of the route table. */
export interface Route {
  readonly path: string;
  /** The key of a route of an HTTP API: `GET /pets`, `$default`. */
  readonly routeKey?: string;
  readonly method: string;
  /** e.g. `proxy Pets`, `mock`, `cors preflight`. */
  readonly target: string;
  readonly authorization: string;
  readonly apiKeyRequired: boolean;
  /** Whether clients of a WebSocket API get the answer to a message. */
  readonly answers?: true;
  /** Why its requests cannot be served here. */
  readonly unavailable?: string;
  /** The function that cannot run here, if that is why; its name for people. */
  readonly absent?: AbsentFunction;
}

/** A function that cannot run here. */
export interface AbsentFunction {
  readonly name: string;
  readonly reason: string;
}

/** The parts of a spec that make up the route table. */
type Routed = Pick<GatewaySpec, 'api' | 'protocol' | 'resources' | 'functions' | 'authorizers'>;

/** All routes of an API, ordered by path and method; including preflights that the gateway answers. */
export function routesOf(spec: Routed): Route[] {
  return Object.keys(spec.resources).sort().flatMap((path) => resourceRoutes(path, spec));
}

function resourceRoutes(path: string, spec: Routed): Route[] {
  const routes = methodsOfResource(spec, path).map(({ httpMethod, method }) => ({
    path, method: httpMethod, ...keyOf(spec, path, httpMethod), ...methodRoute(method, spec), ...unavailability(method, spec),
  }));
  const cors = spec.resources[path]?.cors;
  if (cors === undefined) return routes;
  const target = `cors preflight (${cors.allowOrigins.join(' ')})`;
  return [...routes, { path, method: 'OPTIONS', target, authorization: 'NONE', apiKeyRequired: false }];
}

/** REST APIs have no route keys. */
function keyOf(spec: Routed, path: string, httpMethod: string): Pick<Route, 'routeKey'> {
  return protocolOf(spec) === 'rest' ? {} : { routeKey: describeProtocol(spec).methodKey(path, httpMethod) };
}

function methodRoute(
  { integration, authorization, apiKeyRequired, hasRouteResponse }: MethodSpec, { functions }: Routed,
): Pick<Route, 'target' | 'authorization' | 'apiKeyRequired' | 'answers'> {
  const target = targetText(integration, functions);
  return { target, authorization: authorization.type, apiKeyRequired, ...(hasRouteResponse === true ? { answers: true } : {}) };
}

function unavailability(method: MethodSpec, spec: Routed): Pick<Route, 'unavailable' | 'absent'> {
  const absent = absentFunction(method, spec);
  const unavailable = whyUnavailable(method, spec);
  return { ...(unavailable === undefined ? {} : { unavailable }), ...(absent === undefined ? {} : { absent }) };
}

/**
 * Why the requests of a method cannot be served here; undefined if they can.
 * @param variables - of a stage: functions that stage variables name are known on a stage only
 */
export function whyUnavailable(
  method: MethodSpec, spec: Pick<Routed, 'functions' | 'authorizers'>, variables: Readonly<Record<string, string>> = {},
): string | undefined {
  const { unavailable } = describeIntegration(method.integration);
  const absent = absentFunction(method, spec, variables);
  return unavailable ?? (absent === undefined ? undefined : `function ${absent.name} cannot run here: ${absent.reason}`);
}

function absentFunction(
  { integration, authorization }: MethodSpec, { functions, authorizers }: Pick<Routed, 'functions' | 'authorizers'>, variables: Readonly<Record<string, string>> = {},
): AbsentFunction | undefined {
  const { unavailable, functions: integrated } = describeIntegration(integration);
  if (unavailable !== undefined) return undefined;
  const { authorizer: name = '' } = describeAuthorization(authorization);
  const authorizer = Object.hasOwn(authorizers, name) ? authorizers[name] : undefined;
  const deciding = authorizer === undefined ? [] : describeAuthorizer(authorizer).functions;
  const [first] = [...deciding, ...integrated].flatMap((reference) => {
    const name = reference.replace(/\$\{stageVariables\.(\w+)\}/g, (whole, variable: string) => variables[variable] ?? whole);
    const reason = Object.hasOwn(functions, name) ? functions[name]?.unavailable : undefined;
    return reason === undefined ? [] : [{ name: functionLabel(functions, name), reason }];
  });
  return first;
}

/** A kind and what it calls: `proxy Pets`, `mock`. */
export function targetText(integration: IntegrationSpec, functions: GatewaySpec['functions'] = {}): string {
  const { target, functions: [called] } = describeIntegration(integration);
  const label = called === undefined || called !== target ? target : functionLabel(functions, called);
  return label === undefined ? integration.type : `${integration.type} ${label}`;
}

/** The route table as aligned text, one route per line, and below it why some are unavailable. */
export function routeTableText(routes: readonly Route[]): string {
  const rows = routes.map((route) => [...keyParts(route), `→ ${route.target}`, requirements(route).join(', ')]);
  const widths = [0, 1, 2].map((column) => Math.max(0, ...rows.map((row) => (row[column] ?? '').length)));
  const lines = rows.map((row) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ').trimEnd());
  return [...lines, ...unavailableTexts(routes).map((reason) => `unavailable: ${reason}`)].join('\n');
}

/** The method and the path; the default route of an HTTP API and the routes of a WebSocket API have neither. */
function keyParts({ method, path, routeKey }: Route): readonly [string, string] {
  return routeKey === undefined || routeKey === `${method} ${path}` ? [method, path] : [routeKey, ''];
}

/** Returns each reason once: functions with the same one are counted. */
function unavailableTexts(routes: readonly Route[]): string[] {
  const byReason = new Map<string, string[]>();
  for (const { absent } of routes) {
    if (absent === undefined) continue;
    const names = byReason.get(absent.reason) ?? [];
    if (!names.includes(absent.name)) byReason.set(absent.reason, [...names, absent.name]);
  }
  const served = routes.filter(({ absent }) => absent === undefined);
  const methods = new Set(served.flatMap(({ unavailable }) => unavailable ?? []));
  return [...methods, ...[...byReason].map(([reason, names]) => `${functionsText(names)} cannot run here: ${reason}`)];
}

/** Returns the requirements of requests to a route, `answers` if clients get one to a message, and `unavailable` if nothing serves them. */
function requirements({ authorization, apiKeyRequired, answers, unavailable }: Route): string[] {
  return [
    ...(authorization === 'NONE' ? [] : [authorization]),
    ...(apiKeyRequired ? ['api key'] : []),
    ...(answers === true ? ['answers'] : []),
    ...(unavailable === undefined ? [] : ['unavailable']),
  ];
}
