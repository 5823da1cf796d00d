import type { Recorder } from '../execution-log/recorder';

/** What the access log says of the integration's call. */
export interface IntegrationFacts {
  /** Whether it was called at all; a cached response has no call. */
  readonly isCalled: boolean;
  /** Status of the endpoint's answer; for functions that of the Invoke operation, 200. */
  readonly status: number | undefined;
  readonly latencyMs: number | undefined;
}

/** Watches the integration's call of one request. */
export interface IntegrationWatch extends Recorder {
  readonly facts: () => IntegrationFacts;
}

/** Opens a watch. @param now - a clock in ms */
export function watchIntegration(now: () => number): IntegrationWatch {
  let sentAt: number | undefined;
  let answeredAt: number | undefined;
  let status: number | undefined;
  return {
    endpointRequest: () => {
      sentAt = now();
    },
    endpointAnswer: (answer) => {
      answeredAt = now();
      status = answer.status;
    },
    facts: () => ({
      isCalled: sentAt !== undefined,
      status,
      latencyMs: sentAt === undefined ? undefined : Math.max(0, Math.round((answeredAt ?? now()) - sentAt)),
    }),
  };
}
