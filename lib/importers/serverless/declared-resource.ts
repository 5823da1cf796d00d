import type { DocumentPath } from '../document/document-path';
import { present, type JsonMap } from './value';

/** A resource of the template, and the declaration that it comes from. */
export interface DeclaredResource {
  readonly id: string;
  readonly resource: JsonMap;
  readonly at: DocumentPath;
}

/** The id and the last part of the type of a resource, and its declaration. */
interface Declaration extends Pick<DeclaredResource, 'id' | 'at'> {
  readonly type: 'Api' | 'Authorizer' | 'Integration' | 'Route' | 'RouteResponse' | 'Stage';
}

/** A resource of an HTTP API or a WebSocket API, with the properties that have a value. */
export function resourceOf({ id, type, at }: Declaration, properties: JsonMap): DeclaredResource {
  return { id, resource: { Type: `AWS::ApiGatewayV2::${type}`, Properties: present(properties) }, at };
}
