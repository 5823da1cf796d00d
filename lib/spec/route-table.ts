import type { GatewaySpec } from './gateway';
import { describeIntegration, type IntegrationSpec } from './integrations';
import type { MethodSpec } from './method';
import { methodsOfResource } from './walk/walk-methods';

/** One line of the route table. */
export interface Route {
  readonly path: string;
  readonly method: string;
  /** e.g. `proxy Pets`, `mock`, `cors preflight`. */
  readonly target: string;
  readonly authorization: string;
  readonly apiKeyRequired: boolean;
}

/** All routes of an API, ordered by path and method; including preflights that the gateway answers. */
export function routesOf(spec: Pick<GatewaySpec, 'api' | 'resources'>): Route[] {
  return Object.keys(spec.resources).sort().flatMap((path) => resourceRoutes(path, spec));
}

function resourceRoutes(path: string, spec: Pick<GatewaySpec, 'api' | 'resources'>): Route[] {
  const routes = methodsOfResource(spec, path).map(({ httpMethod, method }) => methodRoute(path, httpMethod, method));
  const cors = spec.resources[path]?.cors;
  if (cors === undefined) return routes;
  const target = `cors preflight (${cors.allowOrigins.join(' ')})`;
  return [...routes, { path, method: 'OPTIONS', target, authorization: 'NONE', apiKeyRequired: false }];
}

function methodRoute(path: string, method: string, spec: MethodSpec): Route {
  const { authorization, apiKeyRequired } = spec;
  return { path, method, target: targetText(spec.integration), authorization: authorization.type, apiKeyRequired };
}

/** A kind and what it calls: `proxy Pets`, `mock`. */
export function targetText(integration: IntegrationSpec): string {
  const { target } = describeIntegration(integration);
  return target === undefined ? integration.type : `${integration.type} ${target}`;
}

/** The route table as aligned text, one route per line. */
export function routeTableText(routes: readonly Route[]): string {
  const rows = routes.map((route) => [
    route.method,
    route.path,
    `→ ${route.target}`,
    [route.authorization === 'NONE' ? '' : route.authorization, route.apiKeyRequired ? 'api key' : ''].filter(Boolean).join(', '),
  ]);
  const widths = [0, 1, 2].map((column) => Math.max(0, ...rows.map((row) => (row[column] ?? '').length)));
  return rows.map((row) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ').trimEnd()).join('\n');
}
