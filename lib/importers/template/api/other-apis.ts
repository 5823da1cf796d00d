import { loss } from '../../../errors';
import { textOf } from '../../value';
import { isWebSocketApi } from '../http-api/http-api';
import type { Resource } from '../stack';
import type { ResourceIssue } from './other-resources';

/** WebSocket APIs, which are not served, with their routes. */
export function otherApiIssues(resources: readonly Resource[]): ResourceIssue[] {
  return resources.filter(isWebSocketApi).map((resource) => {
    const { stack, logicalId } = resource;
    const properties = stack.properties(resource);
    const routes = routesOf(resources, stack.reference(logicalId));
    return { resource, found: loss('IMPORT_API_REFUSED', logicalId, { name: textOf(properties.Name) ?? logicalId, kind: 'WebSocket', routes: routes.join(', ') || 'none' }) };
  });
}

function routesOf(resources: readonly Resource[], id: unknown): string[] {
  return resources.flatMap((resource) => {
    if (resource.type !== 'AWS::ApiGatewayV2::Route') return [];
    const properties = resource.stack.properties(resource);
    return properties.ApiId === id ? [textOf(properties.RouteKey) ?? resource.logicalId] : [];
  });
}

/** WebSocket APIs and what belongs to them: nothing of it is read. */
export function partsOfOtherApis(resources: readonly Resource[]): ReadonlySet<Resource> {
  const apis = resources.filter(isWebSocketApi);
  const ids = new Set(apis.map(({ stack, logicalId }) => stack.reference(logicalId)));
  const isV2 = ({ type }: Resource): boolean => type.startsWith('AWS::ApiGatewayV2::');
  const parts = ids.size === 0 ? [] : resources.filter((resource) => isV2(resource) && ids.has(resource.stack.properties(resource).ApiId));
  return new Set([...apis, ...parts]);
}
