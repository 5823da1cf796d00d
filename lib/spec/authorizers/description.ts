import type { AuthorizationSpec } from '../authorization';
import type { Protocol } from '../protocol';

/**
 * The description of an authorizer for code that does not depend on its kind. Each kind provides it beside its schema; every
 * member is required, so that a new kind takes a position on all of them.
 */
export interface AuthorizerDescription {
  /** The authorization of methods of a REST API that name it. */
  readonly authorization: AuthorizationSpec['type'];
  /** The authorizations of methods that may name it, of all kinds of APIs. */
  readonly namedBy: readonly AuthorizationSpec['type'][];
  /** The authorizer itself, or its members, that a kind of API does not have. */
  readonly foreignTo: (protocol: Protocol) => readonly string[];
  /** References to the functions it calls: names, or texts with stage variables. They are permitted on AWS and must exist. */
  readonly functions: readonly string[];
  /** Where requests carry the caller's identity. */
  readonly identitySources: readonly string[];
  /** Whether results could be remembered without anything that tells callers apart. */
  readonly cachesWithoutIdentity: boolean;
  /** A Java regular expression that the whole token must match. */
  readonly validationExpression: string | undefined;
  /** One of these must be the audience of a token; empty where tokens of any audience are accepted. */
  readonly audience: readonly string[];
  /** URLs that keys are fetched from, or the issuers that name them. */
  readonly keySources: readonly string[];
}
