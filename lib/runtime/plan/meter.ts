import type { GatewayError } from '../../errors';
import type { CallOutcome } from '../ports';

/*
 * Interfaces through which the parts of the runtime tell the metrics what happens. Without a port that shows metrics nobody makes any
 * of these, and a request costs one comparison more.
 */

/** Counts finished requests of one kind: those of a route, or those of a stage or an API that reach none. */
export interface RequestMeter {
  /** Hot path. @param seconds - from the first line to the end of the answer */
  readonly finished: (method: string, status: number, seconds: number) => void;
}

/** Counts what happens to requests at one place of the definition. */
export interface PlaceMeter extends RequestMeter {
  /** An answer of the gateway itself, instead of the integration's. */
  readonly rejected: (error: GatewayError) => void;
}

/** Counts for one stage; its own requests are those that reach no route. */
export interface StageMeter extends PlaceMeter {
  readonly route: (resourcePath: string) => RequestMeter;
  readonly authorizerCache: (authorizer: string) => CacheMeter;
}

/** Counts for one API; its own requests are those that reach no stage. */
export interface ApiMeter extends PlaceMeter {
  readonly stage: (name: string) => StageMeter;
}

/** Counts look-ups of a cache. */
export interface CacheMeter {
  readonly hit: () => void;
  readonly missed: () => void;
}

/** Counts the calls of one function. */
export interface FunctionMeter {
  /** An instance has begun the call. */
  readonly began: (waitedMs: number, isCold: boolean) => void;
  /** The call is over; of a stream, it has begun. @param durationMs - with the wait for an instance */
  readonly ended: (outcome: CallOutcome['type'], durationMs: number) => void;
}

/** Counts what a gateway asks of the store of shared limits. */
export interface StoreMeter {
  /** An answer, or none in time. */
  readonly asked: (outcome: StoreOutcome, seconds: number) => void;
  /** A request was decided by this gateway's share of its limits. */
  readonly fellBack: () => void;
}

export type StoreOutcome = 'ok' | 'failed' | 'timeout';

/** The instances of a function now. */
export interface FunctionUse {
  /** The name that people know the function by. */
  readonly functionName: string;
  readonly instances: number;
  /** Resident memory of all; undefined where the system does not say. */
  readonly residentBytes: number | undefined;
}
