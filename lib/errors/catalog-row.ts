import type { GatewayResponseType } from './gateway-response-type';

/** The kind of an error; also its chapter in `docs/reference/errors.md`. */
export type ErrorKind = 'definition' | 'synthesis' | 'spec' | 'request' | 'function' | 'state' | 'import' | 'command' | 'test' | 'internal';

/** One row of the catalog. `{name}` in a message is filled from the error's details. */
export interface CatalogRow {
  readonly kind: ErrorKind;
  /** Exit code of the command line: 1 error, 3 wrong usage. */
  readonly exitCode: 1 | 3;
  /** Gateway response of the client, for request errors. */
  readonly gatewayResponse?: GatewayResponseType;
  /** HTTP status, if it differs from that of the gateway response type. */
  readonly status?: number;
  /** Message for the client, if it differs from that of the gateway response type. */
  readonly clientMessage?: string;
  /** Whether the body has a space after the colon, if that of the gateway response type has none. */
  readonly spaced?: true;
  /** Whether the client gets plain text, as from the service's HTTP server before an API is reached: gateway responses do not apply. */
  readonly isPlainText?: true;
  /** Whether clients get no body at all. */
  readonly hasNoBody?: true;
  /** Value of the error type header, if it differs from that of the gateway response type. */
  readonly errorType?: string;
  /** The given value and what is expected. Written to the log, never sent to the client. */
  readonly message: string;
  /** How to fix it. */
  readonly help: string;
}

/** A row as it is written: its kind is that of its table and its exit code is 1, unless it says otherwise. */
type WrittenRow = Omit<CatalogRow, 'kind' | 'exitCode'> & Partial<Pick<CatalogRow, 'kind' | 'exitCode'>>;

/** Rows by their codes, most of one kind. Their type has no texts: with these, declarations would be five times as long. */
export function catalogRows<Code extends string>(
  kind: ErrorKind, rows: Readonly<Record<Code, WrittenRow>>,
): Readonly<Record<Code, CatalogRow>> {
  const entries = Object.entries<WrittenRow>(rows).map(([code, row]): [string, CatalogRow] => [code, { kind, exitCode: 1, ...row }]);
  return Object.fromEntries(entries) as Record<Code, CatalogRow>; // the same codes
}
