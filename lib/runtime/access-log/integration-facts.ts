import type { Recorder } from '../plan/recorder';

export interface IntegrationFacts {
  /** Whether it was called; a cached response needs no call. */
  readonly isCalled: boolean;
  /** Status of the endpoint's answer; for functions that of the Invoke operation, 200. */
  readonly status: number | undefined;
  readonly latencyMs: number | undefined;
  /** The id that an endpoint of AWS gave the call. */
  readonly requestId: string | undefined;
}

/** Starts recording. @param now - a clock in ms */
export function watchIntegration(now: () => number): Recorder & { readonly facts: () => IntegrationFacts } {
  let sentAt: number | undefined;
  let answeredAt: number | undefined;
  let status: number | undefined;
  let requestId: string | undefined;
  return {
    endpointRequest: () => {
      sentAt = now();
    },
    endpointAnswer: (answer) => {
      answeredAt = now();
      ({ status, requestId } = answer);
    },
    facts: () => ({
      isCalled: sentAt !== undefined,
      status,
      requestId,
      latencyMs: sentAt === undefined ? undefined : Math.max(0, Math.round((answeredAt ?? now()) - sentAt)),
    }),
  };
}
