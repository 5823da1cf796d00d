import type { VendorSpec } from '../../../spec';
import { capitalize } from '../../http/capitalize';
import { flat } from '../../http/flat';
import { lowerName, type HeaderField } from '../../http/headers';
import { perObject } from '../../http/per-object';
import { isText, replyOf, type Reply } from '../../http/reply';
import type { Cached, Personal, RoutedRequest } from '../../plan/exchange';
import type { CompiledIntegration } from '../../plan/integration';
import { planned, unneeded, type Planned } from '../../plan/step';
import type { MethodContext } from '../method-context';
import { explainCors } from './explain';
import { withCors } from './http-cors';
import { corsResponseHeaders } from './preflight';
import { routeResponse } from './route-response';

/** Adds what belongs to this request only: CORS of mapped methods, and the trace header if the kind carries it. */
export function planGatewayHeaders(
  { cors, stage }: Pick<MethodContext, 'cors' | 'stage'>, { tracesResponses, mapsResponses }: Pick<CompiledIntegration, 'tracesResponses' | 'mapsResponses'>,
): Planned<Cached, Personal> {
  if (cors === undefined) return tracesResponses ? traceStep(stage.vendor) : unneeded();
  const trace = tracesResponses ? traceName(stage.vendor) : undefined;
  const corsHeaders = (request: RoutedRequest): HeaderField[] => (mapsResponses ? corsResponseHeaders(cors, request.received.headers) : []);
  const explain = mapsResponses ? () => undefined : explainCors;
  return planned('gatewayHeaders', (request, results) => {
    if (results.reply === undefined) return;
    const listed = replyOf(results.reply);
    results.replied(personal(listed, { request, trace, cors: corsHeaders(request), explain: explain(request, listed) }));
  });
}

/** Adds the CORS headers of an HTTP API. */
export function planCorsHeaders({ stage: { cors } }: Pick<MethodContext, 'stage'>): Planned<Cached, Personal> {
  if (cors === undefined) return unneeded();
  return planned('gatewayHeaders', ({ received }, results) => {
    if (results.reply !== undefined) results.replied(withCors(results.reply, cors, received));
  });
}

/** Reduces an answer to what the client of a WebSocket API gets of it. */
export function planRouteResponse(
  { spec: { hasRouteResponse = false } }: Pick<MethodContext, 'spec'>, { mapsResponses }: Pick<CompiledIntegration, 'mapsResponses'>,
): Planned<Cached, Personal> {
  return planned('gatewayHeaders', ({ connection }, results) => {
    if (results.reply === undefined || connection === undefined) return;
    results.replied(routeResponse(replyOf(results.reply), connection, { hasRouteResponse, mapsResponses }));
  });
}

/** The step of all methods without CORS. Hot path. */
const traceStep = perObject((vendor: VendorSpec) => {
  const trace = traceName(vendor);
  const start = flat(`${trace}: `);
  return planned<Cached, Personal>('gatewayHeaders', (request, results) => {
    const { reply } = results;
    if (reply === undefined) return;
    if (isText(reply)) results.replied({ status: reply.status, head: `${reply.head}${start}${request.ids.trace.text}\r\n`, text: reply.text });
    else results.replied(personal(reply, { request, trace, cors: [], explain: undefined }));
  });
});

function traceName({ headerPrefix }: VendorSpec): string {
  return `X-${capitalize(headerPrefix)}-Trace-Id`;
}

interface OwnHeaders {
  readonly request: RoutedRequest;
  readonly trace: string | undefined;
  readonly cors: HeaderField[];
  readonly explain: string | undefined;
}

/** Headers already in the response take precedence. */
function personal(reply: Reply, { request, trace, cors, explain }: OwnHeaders): Reply {
  const added = trace === undefined ? cors : [...cors, { name: trace, value: request.ids.trace.text }];
  const present = new Set(reply.headers.map(({ name }) => lowerName(name)));
  const headers = [...reply.headers, ...added.filter(({ name }) => !present.has(lowerName(name)))];
  return { ...reply, headers, ...(explain === undefined ? {} : { explain }) };
}
