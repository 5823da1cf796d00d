import type { GatewayReply } from '../http/reply';
import type { RoutedRequest, Validated } from './exchange';
import type { RecordedAnswer, RecordedRequest } from './recorder';

/** How a kind of integration reports what it sends and receives; undefined for kinds that call nothing. */
export interface EndpointRecord<Request, Response> {
  request(request: Request, validated: RoutedRequest): RecordedRequest;
  answer(response: Response, validated: RoutedRequest): RecordedAnswer;
}

/** Receives the answer of a call, or its error, once. */
export interface CallResult<Response> {
  readonly answered: (response: Response) => void;
  readonly failed: (thrown: unknown) => void;
}

/**
 * An integration of one method, compiled. The three members are the three steps of a call; the values passed between them
 * belong to the kind. Errors are thrown as GatewayError with a code of the catalog.
 */
export interface CompiledIntegration<Request = unknown, Response = unknown> {
  /** Whether successful responses carry the trace header: function and mapped HTTP integrations (not mock, not http-proxy). */
  readonly tracesResponses: boolean;
  /** Whether errors after its call carry the root of the trace: the function kinds. */
  readonly tracesErrors: boolean;
  /** Whether the body of a POST declared as JSON must be JSON, where the API validates that: the function kinds (Endpoints, rule 6). */
  readonly requiresJsonBody: boolean;
  /** Whether the gateway maps the responses: only then can CORS add headers (base specification, Endpoints, rules 2, 5). */
  readonly mapsResponses: boolean;
  /** For the log: `proxy Pets`. */
  readonly label: string;
  /** The call in the execution log; undefined for kinds that call nothing. */
  readonly endpoint?: EndpointRecord<Request, Response>;
  /** Refuses calls that cannot be made at all, whatever the request. */
  checkReachable?(): void;
  request(validated: Validated): Request | Promise<Request>;
  /** Answers with a promise, or without one through `result`, possibly before it returns. */
  call(request: Request, validated: Validated, result: CallResult<Response>): Promise<Response> | undefined;
  response(response: Response, request: Request, validated: Validated): GatewayReply | Promise<GatewayReply>;
}
