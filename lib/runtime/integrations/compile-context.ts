import type { ServedStage } from '../exchange';
import type { RunInSandbox } from '../sandbox/jobs';
import type { FunctionEngine, SystemPorts } from '../ports';
import type { ReplyStream } from '../streaming/reply-stream';

/** What an integration may use when it is compiled: once per method and load. */
export interface CompileContext {
  readonly stage: ServedStage;
  /** Construct-like place of the method, for messages: `PetsApi/pets GET`. */
  readonly place: string;
  readonly engine: FunctionEngine;
  readonly http: HttpClient;
  readonly ports: SystemPorts;
  /** Does long work off the main thread; without it everything is done at once. */
  readonly run?: RunInSandbox | undefined;
}

/** A request to an HTTP backend. */
export interface BackendRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: readonly { readonly name: string; readonly value: string }[];
  readonly body: Buffer | undefined;
  readonly timeoutMs: number;
  /** Bytes of the answer at the most. */
  readonly maxBytes: number;
  /** Whether the answer's body is wanted while it comes; `maxBytes` does not count then, `timeoutMs` counts to its end. */
  readonly isStreamed?: boolean;
}

export interface BackendResponse {
  readonly status: number;
  readonly headers: readonly { readonly name: string; readonly value: string }[];
  /** Empty where the body is a stream. */
  readonly body: Buffer;
  readonly stream?: Pick<ReplyStream, 'chunks' | 'cancel'>;
}

/** Port to HTTP backends; throws ENDPOINT_UNREACHABLE, ENDPOINT_TIMEOUT, ENDPOINT_RESPONSE_TOO_LARGE, ENDPOINT_INVALID. */
export type HttpClient = (request: BackendRequest) => Promise<BackendResponse>;
