import type { QueuedEvent } from '../state/event-queue';

export interface EventError {
  readonly type: string;
  readonly message: string;
  readonly trace?: readonly string[];
}

export interface RecordSource {
  readonly event: Pick<QueuedEvent, 'functionName' | 'invocationId' | 'payload' | 'attempts'>;
  readonly error: EventError;
  readonly accountId: string;
  readonly region: string;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/**
 * JSON text of the record of an event that failed for good, as Lambda sends it to a destination. It contains the event
 * exactly as it was written, including its numbers.
 * @see https://docs.aws.amazon.com/lambda/latest/dg/invocation-async-retain-records.html
 */
export function failureRecord({ event, error, accountId, region, now }: RecordSource): string {
  const head = {
    version: '1.0',
    timestamp: new Date(now).toISOString(),
    requestContext: {
      requestId: event.invocationId,
      functionArn: `arn:aws:lambda:${region}:${accountId}:function:${event.functionName}:$LATEST`,
      condition: error.type === 'FUNCTION_THROTTLED' ? 'EventAgeExceeded' : 'RetriesExhausted',
      approximateInvokeCount: event.attempts,
    },
  };
  const response = {
    responseContext: { statusCode: 200, executedVersion: '$LATEST', functionError: 'Unhandled' },
    responsePayload: { errorType: error.type, errorMessage: error.message, ...(error.trace === undefined ? {} : { trace: error.trace }) },
  };
  return `${JSON.stringify(head).slice(0, -1)},"requestPayload":${event.payload},${JSON.stringify(response).slice(1)}`;
}
