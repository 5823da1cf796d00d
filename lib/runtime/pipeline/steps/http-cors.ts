import type { HttpCorsSpec, Protocol } from '../../../spec';
import { headerValue, lowerName, type HeaderField, type HeaderList } from '../../http/headers';
import { replyOf, type GatewayReply } from '../../http/reply';
import type { Received } from '../../http/request';
import type { ServedStage } from '../../plan/exchange';
import { planned, StepList } from '../../plan/step';
import type { StageRoutes } from './route';

/*
 * Cross-origin resource sharing of HTTP APIs.
 * @see https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-cors.html
 */

/** Whether a request asks what scripts of another origin may do. */
function isPreflight({ method, headers }: Pick<Received, 'method' | 'headers'>): boolean {
  return method === 'OPTIONS' && headerValue(headers, 'origin') !== undefined && headerValue(headers, 'access-control-request-method') !== undefined;
}

/** The statuses of preflights that the service answers. */
const PREFLIGHT_STATUSES: Readonly<Record<Protocol, number>> = { 'rest': 204, 'http': 204, 'function-url': 200, 'websocket': 204 };

/** Preflights that the service answers: 204 or 200, and for an origin of the list what it may do. */
export function planHttpPreflight({ cors, protocol }: Pick<ServedStage, 'cors' | 'protocol'>): StageRoutes['unrouted'] {
  if (cors === undefined) return () => undefined;
  const answer = planned<{ readonly received: Received }, { readonly received: Received }>('answerPreflight', ({ received }, results) => {
    const headers = corsHeaders(cors, received.headers, preflightHeaders(cors));
    results.replied({ status: PREFLIGHT_STATUSES[protocol], headers, body: Buffer.alloc(0) });
  });
  const own = { label: 'cors preflight', steps: StepList.begin<{ readonly received: Received }>().then(answer).toArray() };
  return ({ received }) => (isPreflight(received) ? own : undefined);
}

/** The reply with the API's own CORS headers in place of the integration's; only requests of another origin have them. */
export function withCors(reply: GatewayReply, cors: HttpCorsSpec, { headers: requestHeaders }: Pick<Received, 'headers'>): GatewayReply {
  if (headerValue(requestHeaders, 'origin') === undefined) return reply;
  const listed = replyOf(reply);
  const headers = listed.headers.filter(({ name }) => !lowerName(name).startsWith('access-control-'));
  return { ...listed, headers: [...headers, ...corsHeaders(cors, requestHeaders, responseHeaders(cors))] };
}

function preflightHeaders(cors: HttpCorsSpec): HeaderField[] {
  return [
    ...listed('Access-Control-Allow-Methods', cors.allowMethods),
    ...listed('Access-Control-Allow-Headers', cors.allowHeaders),
    ...(cors.maxAgeSeconds === undefined ? [] : [{ name: 'Access-Control-Max-Age', value: String(cors.maxAgeSeconds) }]),
    ...responseHeaders(cors),
  ];
}

function responseHeaders({ allowCredentials, exposeHeaders }: HttpCorsSpec): HeaderField[] {
  return [
    ...(allowCredentials ? [{ name: 'Access-Control-Allow-Credentials', value: 'true' }] : []),
    ...listed('Access-Control-Expose-Headers', exposeHeaders),
  ];
}

function listed(name: string, values: readonly string[]): HeaderField[] {
  return values.length === 0 ? [] : [{ name, value: values.join(',') }];
}

/** The headers for an origin of the list; none for others. */
function corsHeaders(cors: HttpCorsSpec, requestHeaders: HeaderList, others: readonly HeaderField[]): HeaderField[] {
  const origin = headerValue(requestHeaders, 'origin') ?? '';
  const allowed = allowedOrigin(cors, origin);
  return allowed === undefined ? [] : [{ name: 'Access-Control-Allow-Origin', value: allowed }, ...others];
}

/** `*` if any origin may, else the request's own. Origins are compared in lower case, as browsers send them. */
function allowedOrigin({ allowOrigins }: HttpCorsSpec, origin: string): string | undefined {
  if (allowOrigins.includes('*')) return '*';
  const sent = origin.toLowerCase();
  const isAllowed = allowOrigins.some((allowed) => {
    const lower = allowed.toLowerCase();
    return lower === sent || (lower === 'https://*' && sent.startsWith('https://')) || (lower === 'http://*' && sent.startsWith('http://'));
  });
  return isAllowed ? origin : undefined;
}
