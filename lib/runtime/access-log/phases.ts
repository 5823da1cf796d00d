import type { Phase, StartPhase } from '../plan/recorder';
import { CATALOG, fillMessage, GatewayError, type CatalogRow } from '../../errors';
import { GATEWAY_RESPONSE_DEFAULTS } from '../../spec';

export interface PhaseFacts {
  /** 200, or the status of the error that ended the request here. */
  readonly status: number;
  readonly error: string | undefined;
  readonly latencyMs: number;
  /** Lambda's id of the call, if the phase is one. */
  readonly invocationId: string | undefined;
}

export type PhasesFacts = Readonly<Partial<Record<Phase, PhaseFacts>>>;

interface StartedPhase {
  readonly phase: Phase;
  /** Lambda's id of the call, if the phase is one. */
  readonly invocationId?: string;
}

/** Runs a part of a request as a phase if phases are recorded; otherwise it costs nothing. */
export function inPhase<Result>(
  request: { readonly recorder?: { readonly phase?: StartPhase } }, { phase, invocationId }: StartedPhase, run: () => Result,
): Result {
  const end = request.recorder?.phase?.(phase, invocationId);
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
      }, failed) as Result; // the same promise, with its end recorded
    }
    end();
    return result;
  } catch (thrown) {
    return failed(thrown);
  }
}

/** Records the phases of one request. @param now - a clock in ms */
export function watchPhases(now: () => number): { readonly phase: StartPhase; readonly facts: () => PhasesFacts } {
  const ended = new Map<Phase, Pick<PhaseFacts, 'latencyMs' | 'invocationId'> & { readonly thrown: unknown }>();
  return {
    phase: (phase, invocationId) => {
      const startedAt = now();
      return (thrown) => void ended.set(phase, { thrown, invocationId, latencyMs: Math.max(0, Math.round(now() - startedAt)) });
    },
    facts: () => Object.fromEntries([...ended].map(([phase, { thrown, ...facts }]) => [phase, { ...facts, ...outcomeOf(thrown) }])),
  };
}

function outcomeOf(thrown: unknown): Pick<PhaseFacts, 'status' | 'error'> {
  if (thrown === undefined) return { status: 200, error: undefined };
  if (!GatewayError.isGatewayError(thrown)) return { status: 500, error: undefined };
  const row: CatalogRow = CATALOG[thrown.code];
  const defaults = GATEWAY_RESPONSE_DEFAULTS[row.gatewayResponse ?? 'DEFAULT_5XX'];
  return { status: row.status ?? defaults.statusCode, error: errorMessage(thrown) ?? undefined };
}

/** The message that a client receives for an error; null if none. */
export function errorMessage({ code, details }: GatewayError): string | null {
  const row: CatalogRow = CATALOG[code];
  if (row.clientMessage !== undefined) return fillMessage(row.clientMessage, details);
  return GATEWAY_RESPONSE_DEFAULTS[row.gatewayResponse ?? 'DEFAULT_5XX'].message;
}

/** `$context.error.validationErrorString`: why a body does not fit its model; undefined for any other error. */
export function validationErrorString({ code, details }: GatewayError): string | undefined {
  return code === 'REQUEST_BODY_INVALID' ? `[${String(details.reason)}]` : undefined;
}
