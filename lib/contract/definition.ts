import type { Schema } from './standard-schema';

/** Values by name that arrive as text: a name that is repeated has several. */
export type TextValues = Readonly<Record<string, string | string[] | undefined>>;

/** A response with more than a JSON body. */
export interface ResponseDetails {
  /** Schema of the body. @default - the response has no body */
  readonly body?: Schema;
  /** Schema of the headers, with names in lower case. @default - headers are not declared */
  readonly headers?: Schema;
  /** Media type of the body. If it is not one of JSON, the body is a string or bytes. @default application/json */
  readonly contentType?: string;
  readonly description?: string;
  /** Bodies; the first is the example of the model, for documents and for `synthgate dev --mock`. */
  readonly examples?: readonly unknown[];
}

/** A schema of the JSON body, `null` for no body, or more. */
export type ResponseDefinition = Schema | null | ResponseDetails;

/** Values of a request that the contract takes. */
export interface RequestExample {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: TextValues;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/** A contract without its route. */
export interface ContractDefinition {
  /** Schema of the path parameters, which arrive as text. @default - each is any text */
  readonly params?: Schema;
  /** Schema of the query, whose values arrive as text. @default - everything is taken */
  readonly query?: Schema;
  /** Schema of the request headers, with names in lower case. @default - everything is taken */
  readonly headers?: Schema;
  /** Schema of the request body. @default - none is read */
  readonly body?: Schema;
  /** Media type of the request body. If it is not one of JSON, the body is text or bytes, as its schema takes. @default application/json */
  readonly contentType?: string;
  /** Schema of what the authorizer passes on: the claims of a token, or the context of a Lambda authorizer. @default - anything */
  readonly principal?: Schema;
  /** Responses by status. */
  readonly responses: Readonly<Record<number, ResponseDefinition>>;
  readonly summary?: string;
  readonly description?: string;
  readonly tags?: readonly string[];
  /** The operation name, used by generated clients. @default - none */
  readonly operationName?: string;
  /** The date since which the route is deprecated, `2026-12-01`: sent as Deprecation (RFC 9745). @default - it is not */
  readonly deprecated?: string;
  /** The date after which the route may be gone, `2027-06-30`: sent as Sunset (RFC 8594). @default - none */
  readonly sunset?: string;
  /** Requests that verifyContracts() sends. */
  readonly examples?: readonly RequestExample[];
}
