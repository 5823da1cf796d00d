import type { Limit } from '../limits';

/**
 * The description of a kind of API for code that does not depend on it. Each kind provides it in its own file; every member is
 * required, so that a new kind takes a position on all of them.
 */
export interface ProtocolDescription {
  /** For people: `REST API`. */
  readonly label: string;
  /** How identity sources are written. */
  readonly identitySource: { readonly form: RegExp; readonly text: string };
  /** Whether an authorizer that caches results must have an identity source. */
  readonly cacheNeedsIdentity: boolean;
  /** Whether the service answers preflights itself even where a route takes them. */
  readonly answersPreflightsFirst: boolean;
  /** Whether it comes after other kinds in a source, whose ports are the first ones. */
  readonly isLast: boolean;
  /** Whether a stage may be named `$default`. */
  readonly hasDefaultStage: boolean;
  /** Whether a parent has one variable child at most. */
  readonly hasOneVariableChild: boolean;
  /** Whether paths are those of a tree, or the encoded keys of routes. */
  readonly paths: 'tree' | 'route-keys';
  /** Whether methods declare their responses, which integration responses name by status. */
  readonly declaresResponses: boolean;
  /** Whether clients connect to it and stay: the scheme of its URLs is then that of WebSocket. */
  readonly keepsConnections: boolean;
  /** The service that requests are signed for (AWS Signature Version 4). */
  readonly signedService: 'execute-api' | 'lambda';
  /** How a mapping names a part of the request: `method.request.header.X`. */
  readonly requestSource: 'method' | 'route';
  /** The time limit of integrations whose responses come in one piece. */
  readonly integrationTimeoutMs: (endpointType: string) => Limit;
  /** The key of a method, as people know it: `GET /pets`, `$default`. */
  readonly methodKey: (path: string, httpMethod: string) => string;
  /** An integration in place of one that is malformed, so that the rest can be checked. */
  readonly standInIntegration: object;
  /** The written spec with the defaults that differ from those of the schema, before it is read. */
  readonly withDefaults: (written: unknown) => unknown;
}
