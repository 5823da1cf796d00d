import type { GatewayResponseType } from './gateway-response-type';

/** Where an error comes from; also the chapter of `docs/reference/errors.md` it stands in. */
export type ErrorKind = 'definition' | 'synthesis' | 'spec' | 'request' | 'function' | 'state' | 'command' | 'test' | 'internal';

/** One row of the catalog. `{name}` in a message is filled from the error's details. */
export interface CatalogRow {
  readonly kind: ErrorKind;
  /** Exit code of the command line: 1 error, 3 wrong usage. */
  readonly exitCode: 1 | 3;
  /** Gateway response that a client gets, for errors of a request. */
  readonly gatewayResponse?: GatewayResponseType;
  /** HTTP status where it is not the gateway response type's own. */
  readonly status?: number;
  /** Text that the client gets where it is not the gateway response type's own. */
  readonly clientMessage?: string;
  /** Whether the body has a space behind the colon where the gateway response type's own has none. */
  readonly spaced?: true;
  /** Value of the error type header where it is not the gateway response type's own. */
  readonly errorType?: string;
  /** What was given and what is allowed. Written to the log, never to the client. */
  readonly message: string;
  /** What to do about it. */
  readonly help: string;
}
