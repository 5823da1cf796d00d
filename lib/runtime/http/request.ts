import type { HeaderList } from './headers';

/**
 * A request as the server read it: complete, within the size limits, not yet interpreted. It is a view: values that need
 * parsing are computed when they are first used.
 */
export interface Received {
  readonly method: string;
  /** Path and query as sent, never decoded, starting with `/`. */
  readonly target: string;
  /** The client's header lines, hop-by-hop ones included. */
  readonly headers: HeaderList;
  readonly body: Buffer;
  /** The client's address, in canonical form: the peer's, or the one that trusted proxies report. */
  readonly sourceIp: string;
  /** The peer's address, if the peer is a trusted proxy. */
  readonly peerIp?: string;
  /** Port and scheme that the client used. */
  readonly port: number;
  readonly scheme: 'http' | 'https';
  /** `HTTP/1.1`. */
  readonly protocol: string;
  /** `HTTP/2.0` if the client used that: what Via says. */
  readonly viaVersion?: string;
  /** Wall clock at the first byte, ms since 1970. */
  readonly receivedAt: number;
  /** The request's own bytes, if the reader of simple heads read it, to be passed on as they are. */
  readonly raw?: RawRequest;
}

/** The same request without its own bytes, which say something else than what it has become; with another body, if one is given. */
export function withoutRaw(request: Received, body = request.body): Received {
  const { method, target, headers, sourceIp, peerIp, port, scheme, protocol, viaVersion, receivedAt } = request;
  return {
    method, target, headers, body, sourceIp, ...(peerIp === undefined ? {} : { peerIp }), port, scheme,
    protocol, ...(viaVersion === undefined ? {} : { viaVersion }), receivedAt,
  };
}

/** The bytes of a request with a simple head, a character for each byte. */
export interface RawRequest {
  /** Request line, header lines and the empty line. */
  readonly head: string;
  readonly body: string;
}

/** Ids that every request gets before it is interpreted. */
export interface RequestIds {
  /** UUID; `x-<service>-RequestId`, requestContext.requestId. */
  readonly requestId: string;
  /** UUID of the integration's call, as Lambda names it; the client does not learn it. */
  readonly invocationId: string;
  /** Ends with `=`; `x-<platform>-apigw-id`, requestContext.extendedRequestId. */
  readonly extendedRequestId: string;
  /** Id of the content-delivery edge; ends with `==`. Empty on REGIONAL endpoints. */
  readonly edgeId: string;
  /** First label of that edge's host name in Via: 32 hexadecimal digits. Empty on REGIONAL endpoints. */
  readonly edgeHost: string;
  readonly trace: Trace;
}

export interface Trace {
  /** `Root=1-<8 hex>-<24 hex>;Parent=<16 hex>;Sampled=0|1`. */
  readonly text: string;
}

/** The path and query of a request, by API Gateway's rules for raw paths. */
export interface RequestPath {
  /** First segment, as sent. */
  readonly stageName: string;
  /** event.path: the path without the stage, with one slash after the stage for several; behind a base path all of it. */
  readonly path: string;
  /** Path within the API, which its routes match. */
  readonly routePath: string;
  /** Path with the stage, as sent: requestContext.path. */
  readonly fullPath: string;
  /** The decoded path of a request to an HTTP API, with its stage and without its base path; undefined for REST APIs. */
  readonly rawPath?: string | undefined;
  /** Query as sent, without `?`; empty when there is none. */
  readonly query: string;
  /** The base path that led to the API, if there are any. */
  readonly basePath?: string | undefined;
}
