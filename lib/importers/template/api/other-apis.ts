import { loss } from '../../../errors';
import { memberOf, textOf } from '../../value';
import type { Resource } from '../stack';
import type { ResourceIssue } from './other-resources';

/** HTTP and WebSocket APIs, with their routes. */
export function otherApiIssues(resources: readonly Resource[]): ResourceIssue[] {
  return resources.filter(({ type }) => type === 'AWS::ApiGatewayV2::Api').map((resource) => {
    const { stack, logicalId } = resource;
    const properties = stack.properties(resource);
    const kind = textOf(properties.ProtocolType) === 'WEBSOCKET' ? 'WebSocket' : 'HTTP';
    const id = stack.reference(logicalId);
    const routes = [...routesOf(resources, id), ...routesOfBody(properties.Body)];
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
