import type { IConstruct } from 'constructs';
import type { HttpMethodSpec } from '../../spec';
import type { DeclaredAuthorizer } from '../api-registry';
import type { MethodInput } from '../spec-input';

/** Where a route is in a spec. */
export interface RouteKey {
  /** As API Gateway has it: `GET /pets`, `$default`, `join`. */
  readonly key: string;
  readonly _specPath: string;
  readonly _httpMethod: HttpMethodSpec;
}

/** A route of an HTTP API or a WebSocket API, as its API knows it. */
export interface DeclaredRoute extends IConstruct {
  readonly _key: RouteKey;
  readonly _authorizer?: DeclaredAuthorizer;
  _toSpec(): MethodInput;
}
