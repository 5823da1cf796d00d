import { issue } from '../../../errors';
import { textOf } from '../../value';
import { readRouteKey } from '../../../openapi';
import { idOf } from '../physical-values';
import type { Resource } from '../stack';
import type { ApiSource } from './api-source';
import type { ResourceIssue } from './other-resources';

const REST_API = 'AWS::ApiGateway::RestApi';
const API = 'AWS::ApiGatewayV2::Api';
const ROUTE = 'AWS::ApiGatewayV2::Route';
const INTEGRATION = 'AWS::ApiGatewayV2::Integration';

/** An API that is declared in another source. */
export type ApiElsewhere = Pick<ApiSource, 'api' | 'id'> & { readonly isElsewhere: true };

/** APIs that are declared in other sources, by the methods and routes that they get here. */
export function apisElsewhere(resources: readonly Resource[]): readonly ApiElsewhere[] {
  const methods = referring(resources, { type: 'AWS::ApiGateway::Method', property: 'RestApiId', api: REST_API });
  const routes = routesElsewhere(resources).filter(([id]) => isOfHttpApi(id, resources));
  return [...elsewhere(methods, REST_API), ...elsewhere(routes, API)];
}

/** Routes of an API elsewhere that may be a WebSocket API: one that is not known is not served. */
export function routesOfOtherKinds(resources: readonly Resource[]): readonly ResourceIssue[] {
  return routesElsewhere(resources).filter(([id]) => !isOfHttpApi(id, resources)).map(([id, resource]) => {
    const reason = `its API, ${nameOfToken(id)}, is not part of this source and may be a WebSocket API`;
    return { resource, found: issue('IMPORT_METHOD_LOST', resource.logicalId, { reason }) };
  });
}

type Referring = readonly [apiId: string, resource: Resource];

/** Resources of a type whose API is not one of these, with its id. */
function referring(
  resources: readonly Resource[], kind: { readonly type: string; readonly property: string; readonly api: string },
): readonly Referring[] {
  const declared = resources.filter(({ type }) => type === kind.api);
  const known = new Set(declared.map(({ stack, logicalId }) => idOf(stack.source.name, logicalId)));
  return resources.filter(({ type }) => type === kind.type).flatMap((resource) => {
    const id = textOf(resource.stack.properties(resource)[kind.property]);
    return id === undefined || known.has(id) ? [] : [[id, resource] as const];
  });
}

/** Routes of APIs that only a deployment knows are no routes of an API elsewhere. */
function routesElsewhere(resources: readonly Resource[]): readonly Referring[] {
  return referring(resources, { type: ROUTE, property: 'ApiId', api: API }).filter(([id]) => !id.startsWith('${token:Resources.'));
}

/** Whether a route has a method and a path, or an integration has the format that WebSocket APIs do not have. */
function isOfHttpApi(id: string, resources: readonly Resource[]): boolean {
  return resources.filter(({ type }) => type === ROUTE || type === INTEGRATION).some((resource) => {
    const { ApiId, RouteKey, PayloadFormatVersion } = resource.stack.properties(resource);
    const isKey = RouteKey !== '$default' && readRouteKey(textOf(RouteKey) ?? '') !== undefined;
    return ApiId === id && (isKey || textOf(PayloadFormatVersion) === '2.0');
  });
}

function elsewhere(referrers: readonly Referring[], type: string): readonly ApiElsewhere[] {
  return [...new Map([...referrers].reverse())].reverse().map(([id, { stack, path }]) => (
    { api: { stack, logicalId: nameOfToken(id), type, written: {}, path }, id, isElsewhere: true }
  ));
}

/** `ApiId`, the parameter that a value comes from. */
export function nameOfToken(id: string): string {
  return id.replace(/\$\{token:([^}]*)\}/g, '$1').replace(/[^A-Za-z0-9_-]/g, '-');
}
