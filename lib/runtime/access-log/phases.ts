import { CATALOG, fillMessage, GatewayError, type CatalogRow } from '../../errors';
import { GATEWAY_RESPONSE_DEFAULTS } from '../../spec';

/**
 * A phase in which a request is let in: the signature (`authenticate`), the authorizer, the call of its function, and what
 * policies say (`authorize`).
 * @see https://docs.aws.amazon.com/apigateway/latest/developerguide/api-gateway-variables-for-access-logging.html
 */
export type Phase = 'authenticate' | 'authorizer' | 'authorizerCall' | 'authorize';

/** Notes the begin of a phase; what it returns notes the end, with what was thrown. */
export type StartPhase = (phase: Phase) => (thrown?: unknown) => void;

/** What the access log says of a phase. */
export interface PhaseFacts {
  /** 200, or the status of the error that ended the request here. */
  readonly status: number;
  /** What the client was told. */
  readonly error: string | undefined;
  readonly latencyMs: number;
}

export type PhasesFacts = Readonly<Partial<Record<Phase, PhaseFacts>>>;

/** Runs a part of a request as a phase, where somebody watches; without it costs nothing. */
export function inPhase<Result>(request: { readonly recorder?: { readonly phase?: StartPhase } }, phase: Phase, run: () => Result): Result {
  const end = request.recorder?.phase?.(phase);
  if (end === undefined) return run();
  const failed = (thrown: unknown): never => {
    end(thrown);
    throw thrown;
  };
  try {
    const result = run();
    if (result instanceof Promise) {
      return result.then((value: unknown) => {
        end();
        return value;
      }, failed) as Result; // the same promise, watched
    }
    end();
    return result;
  } catch (thrown) {
    return failed(thrown);
  }
}

/** Watches the phases of one request. @param now - a clock in ms */
export function watchPhases(now: () => number): { readonly phase: StartPhase; readonly facts: () => PhasesFacts } {
  const ended = new Map<Phase, { readonly thrown: unknown; readonly latencyMs: number }>();
  return {
    phase: (phase) => {
      const startedAt = now();
      return (thrown) => void ended.set(phase, { thrown, latencyMs: Math.max(0, Math.round(now() - startedAt)) });
    },
    facts: () => {
      const denied = ended.get('authorize')?.thrown;
      return Object.fromEntries([...ended].map(([phase, { thrown, latencyMs }]) => {
        const own = phase !== 'authorize' && thrown === denied ? undefined : thrown; // it was the policy that ended it, inside the phase
        return [phase, { latencyMs, ...outcomeOf(own) }];
      }));
    },
  };
}

function outcomeOf(thrown: unknown): Pick<PhaseFacts, 'status' | 'error'> {
  if (thrown === undefined) return { status: 200, error: undefined };
  if (!GatewayError.isGatewayError(thrown)) return { status: 500, error: undefined };
  const row: CatalogRow = CATALOG[thrown.code];
  const defaults = GATEWAY_RESPONSE_DEFAULTS[row.gatewayResponse ?? 'DEFAULT_5XX'];
  return { status: row.status ?? defaults.statusCode, error: errorMessage(thrown) ?? undefined };
}

/** What a client is told of an error; null where it is told nothing. */
export function errorMessage({ code, details }: GatewayError): string | null {
  const row: CatalogRow = CATALOG[code];
  if (row.clientMessage !== undefined) return fillMessage(row.clientMessage, details);
  return GATEWAY_RESPONSE_DEFAULTS[row.gatewayResponse ?? 'DEFAULT_5XX'].message;
}
