import { CATALOG, type ErrorCode } from './catalog';
import { fillMessage, type ErrorDetails } from './fill-message';

const MARK = Symbol.for('synthgate.GatewayError');

export interface GatewayErrorOptions {
  readonly cause?: unknown;
  /** File, JSON pointer or construct path the error is about. */
  readonly location?: string;
}

/** The one error class of the library: a code of the catalog, its details, and the cause. */
export class GatewayError extends Error {
  public override readonly name = 'GatewayError';
  readonly #details: ErrorDetails;
  readonly #location: string | undefined;

  public constructor(public readonly code: ErrorCode, details: ErrorDetails = {}, options: GatewayErrorOptions = {}) {
    super(renderMessage(code, details, options.location), options.cause === undefined ? undefined : { cause: options.cause });
    this.#details = details;
    this.#location = options.location;
  }

  // The mark and the getters are on the prototype: Node prints own members of uncaught errors, and the
  // message already contains these.
  static {
    Object.defineProperty(GatewayError.prototype, MARK, { value: true });
  }

  public get details(): ErrorDetails {
    return this.#details;
  }

  /** File, JSON pointer or construct path the error is about. */
  public get location(): string | undefined {
    return this.#location;
  }

  /** Recognizes gateway errors across bundles, where `instanceof` fails. */
  public static isGatewayError(value: unknown): value is GatewayError {
    return typeof value === 'object' && value !== null && MARK in value;
  }
}

/** The catalog's message with its details, preceded by the location: `[CODE] location: message`. */
function renderMessage(code: ErrorCode, details: ErrorDetails, location: string | undefined): string {
  return `[${code}] ${location === undefined ? '' : `${location}: `}${fillMessage(CATALOG[code].message, details)}`;
}
