import { loss } from '../../../errors';
import { memberOf, textOf } from '../../value';
import { isOtherApi } from '../http-api/http-api';
import type { Resource } from '../stack';
import type { ResourceIssue } from './other-resources';

/** APIs that are not served, with their routes. */
export function otherApiIssues(resources: readonly Resource[]): ResourceIssue[] {
  return resources.filter(isOtherApi).map((resource) => {
    const { stack, logicalId } = resource;
    const properties = stack.properties(resource);
    const kind = textOf(properties.ProtocolType) === 'WEBSOCKET' ? 'WebSocket' : 'HTTP';
    const routes = [...routesOf(resources, stack.reference(logicalId)), ...routesOfBody(properties.Body)];
    return { resource, found: loss('IMPORT_API_REFUSED', logicalId, { name: textOf(properties.Name) ?? logicalId, kind, routes: routes.join(', ') || 'none' }) };
  });
}

function routesOf(resources: readonly Resource[], id: unknown): string[] {
  return resources.flatMap((resource) => {
    if (resource.type !== 'AWS::ApiGatewayV2::Route') return [];
    const properties = resource.stack.properties(resource);
    return properties.ApiId === id ? [textOf(properties.RouteKey) ?? resource.logicalId] : [];
  });
}

function routesOfBody(body: unknown): string[] {
  const paths = memberOf(body, 'paths');
  return Object.entries(Object(paths)).flatMap(([path, item]) => Object.keys(Object(item)).filter((name) => /^(get|put|post|delete|options|head|patch|x-amazon-apigateway-any-method)$/.test(name))
    .map((name) => `${name.startsWith('x-') ? 'ANY' : name.toUpperCase()} ${path}`));
}

/** APIs that are not served and what belongs to them: nothing of it is read. */
export function partsOfOtherApis(resources: readonly Resource[]): ReadonlySet<Resource> {
  const apis = resources.filter(isOtherApi);
  const ids = new Set(apis.map(({ stack, logicalId }) => stack.reference(logicalId)));
  const isV2 = ({ type }: Resource): boolean => type.startsWith('AWS::ApiGatewayV2::');
  const parts = ids.size === 0 ? [] : resources.filter((resource) => isV2(resource) && ids.has(resource.stack.properties(resource).ApiId));
  return new Set([...apis, ...parts]);
}
