import { textOf } from '../../value';
import { idOf } from '../physical-values';
import type { Resource } from '../stack';

/** Whether a resource is a WebSocket API; the same type declares HTTP APIs. */
export function isWebSocketApi(resource: Resource): boolean {
  return resource.type === 'AWS::ApiGatewayV2::Api' && textOf(resource.stack.properties(resource).ProtocolType)?.toUpperCase() === 'WEBSOCKET';
}

/** WebSocket APIs and the resources that belong to them: some of their properties mean nothing to an HTTP API. */
export function webSocketParts(resources: readonly Resource[]): ReadonlySet<Resource> {
  const apis = resources.filter(isWebSocketApi);
  const ids = new Set(apis.map(({ stack, logicalId }) => idOf(stack.source.name, logicalId)));
  const isPart = (resource: Resource): boolean => resource.type.startsWith('AWS::ApiGatewayV2::') && ids.has(textOf(resource.stack.properties(resource).ApiId) ?? '');
  return new Set([...apis, ...(ids.size === 0 ? [] : resources.filter(isPart))]);
}
