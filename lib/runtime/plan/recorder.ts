import type { HeaderList } from '../http/headers';

/**
 * A phase of admission: the signature (`authenticate`), the authorizer, the call of its function, and the decision of
 * policies (`authorize`).
 * @see https://docs.aws.amazon.com/apigateway/latest/developerguide/api-gateway-variables-for-access-logging.html
 */
export type Phase = 'authenticate' | 'authorizer' | 'authorizerCall' | 'authorize';

/**
 * Records the begin of a phase; the returned function records its end, with what was thrown.
 *
 * @param invocationId - Lambda's id of the call, if the phase is one
 */
export type StartPhase = (phase: Phase, invocationId?: string) => (thrown?: unknown) => void;

/** A request to an integration's endpoint. */
export interface RecordedRequest {
  readonly uri: string;
  readonly headers: HeaderList;
  readonly body: Buffer | string;
}

/** The answer of an endpoint. */
export interface RecordedAnswer {
  readonly status: number;
  readonly headers: HeaderList;
  readonly body: Buffer | string;
  /** The id that an endpoint of AWS gave the call: for a function, Lambda's. */
  readonly requestId?: string | undefined;
}

/** Records what the steps of one request do, for its logs. Requests without a recorder have no overhead. */
export interface Recorder {
  readonly endpointRequest: (request: RecordedRequest) => void;
  readonly endpointAnswer: (answer: RecordedAnswer) => void;
  /** Only if a log reports the phases of admission. */
  readonly phase?: StartPhase;
}
