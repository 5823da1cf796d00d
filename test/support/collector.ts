import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { until } from './until';

/** A span as OTLP/HTTP has it in JSON. */
export interface SentSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly kind: number;
  readonly startTimeUnixNano: string;
  readonly endTimeUnixNano: string;
  readonly attributes: readonly { readonly key: string; readonly value: Readonly<Record<string, unknown>> }[];
  readonly events?: readonly { readonly name: string }[];
  readonly status?: { readonly code: number };
}

interface Traces {
  readonly resourceSpans: readonly { readonly resource: { readonly attributes: SentSpan['attributes'] }; readonly scopeSpans: readonly { readonly spans: readonly SentSpan[] }[] }[];
}

const spansIn = ({ resourceSpans }: Traces): readonly SentSpan[] =>
  resourceSpans.flatMap(({ scopeSpans }) => scopeSpans).flatMap(({ spans }) => spans);

/** A stand-in for a collector of OpenTelemetry: it keeps what is sent to it. */
export async function openCollector(status = 200) {
  const spans: SentSpan[] = [];
  /** The bodies of `/v1/metrics`. */
  const metrics: string[] = [];
  const senders: { readonly headers: IncomingHttpHeaders; readonly attributes: SentSpan['attributes'] }[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString();
      if (request.url === '/v1/metrics') metrics.push(body);
      if (request.url === '/v1/traces') {
        const traces = JSON.parse(body) as Traces; // what is sent to it here
        spans.push(...spansIn(traces));
        senders.push(...traces.resourceSpans.map(({ resource: { attributes } }) => ({ headers: request.headers, attributes })));
      }
      response.writeHead(status, { 'Content-Type': 'application/json' }).end('{}');
    });
  });
  await new Promise<void>((resolve) => { server.listen(0, '127.0.0.1', resolve); });
  const { port } = server.address() as AddressInfo; // a TCP server that listens has one
  return {
    url: `http://127.0.0.1:${port}`, spans, metrics, senders,
    /** The spans of a trace, once there are so many. */
    trace: (traceId: string, count: number) => until(() => {
      const trace = spans.filter((span) => span.traceId === traceId);
      return trace.length >= count ? trace : undefined;
    }),
    close: () => new Promise((resolve) => {
      server.closeAllConnections();
      server.close(resolve);
    }),
  };
}

/** The value of an attribute. */
export function attributeOf({ attributes }: Pick<SentSpan, 'attributes'>, name: string): unknown {
  const value = attributes.find(({ key }) => key === name)?.value;
  return value && Object.values(value)[0];
}
