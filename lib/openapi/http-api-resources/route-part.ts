import type { Issue } from '../../errors';
import type { Members } from './value';

/** A part of an API: what was made of a resource, or why nothing can be. */
export type Made<Part> = { readonly part: Part } | { readonly reason: string };

/** The declaration of a part, for reports. */
export interface PartOwner {
  readonly logicalId: string;
  /** Why it cannot be relied on. */
  readonly doubt?: string | undefined;
}

/** A route, an integration, an authorizer or a stage of an HTTP API or a WebSocket API, wherever it is declared. */
export interface RoutePart<Owner extends PartOwner = PartOwner> {
  /** The id that other parts refer to it by. */
  readonly id: string;
  /** Its own name, for people. */
  readonly label: string;
  /** As CloudFormation names them. */
  readonly properties: Members;
  /** The resource that declares it, for reports. */
  readonly resource: Owner;
  /** Why it cannot be relied on. */
  readonly doubt?: string | undefined;
}

/** The functions that integrations and authorizers call. */
export interface Callees {
  readonly functionOf: (uri: string) => Made<string>;
}

/** Everything that parts are read with. */
export interface PartsContext<Owner extends PartOwner> {
  readonly functions: Callees & { readonly logicalIdOf: (name: string) => string };
  readonly report: (resource: Owner, issue: Issue) => void;
}
