import type { HeaderList } from '../http/headers';
import type { Received, RequestIds } from '../http/request';
import type { GatewayReply } from '../http/reply';
import type { Step } from './step';

/** The span of a request that is traced. */
export interface RequestSpan {
  readonly spanId: string;
  /** The same ids with the trace of the span. */
  readonly ids: RequestIds;
  /** `traceparent` that functions and backends see, instead of the client's. */
  readonly headers: (headers: HeaderList) => HeaderList;
  /** A step begins. */
  readonly step: (name: string) => void;
  /** The request has been answered; nothing may be noted any more. */
  readonly finished: (sent: GatewayReply, facts: SpanFacts) => void;
}

/** The place that a request has reached. */
export interface SpanFacts {
  readonly method: string;
  readonly stage: { readonly name: string; readonly apiId: string } | undefined;
  readonly resourcePath: string | undefined;
}

/** Traces requests, if somebody takes the traces; otherwise there is none, and no step has more to do. */
export interface Tracing {
  /** @returns undefined for a request that is not traced */
  readonly begin: (received: Received, ids: RequestIds) => RequestSpan | undefined;
  /** The same steps, which are also noted; once per load. */
  readonly watch: (steps: readonly Step[]) => readonly Step[];
}
