import type { CorsSpec } from '../../spec';
import { headerValue, type HeaderField, type HeaderList } from '../headers';
import type { Reply } from '../exchange';

/** The preflight answer of a resource, ready but for the origin. */
export interface Preflight {
  readonly cors: CorsSpec;
  readonly resourcePath: string;
  readonly headers: HeaderList;
}

/** Prepares the answer to OPTIONS on a resource with CORS. */
export function compilePreflight(resourcePath: string, cors: CorsSpec): Preflight {
  const headers: HeaderField[] = [
    { name: 'Content-Type', value: 'application/json' },
    { name: 'Access-Control-Allow-Headers', value: cors.allowHeaders.join(',') },
    { name: 'Access-Control-Allow-Methods', value: cors.allowMethods.join(',') },
  ];
  if (cors.allowCredentials) headers.push({ name: 'Access-Control-Allow-Credentials', value: 'true' });
  if (cors.maxAgeSeconds !== undefined) headers.push({ name: 'Access-Control-Max-Age', value: String(cors.maxAgeSeconds) });
  return { cors, resourcePath, headers };
}

/**
 * Answers a preflight without a backend: no authorization, no API key, no body.
 * @see base specification, Endpoints, rules 2 to 4
 */
export function answerPreflight({ cors, headers }: Preflight, requestHeaders: HeaderList): Reply {
  return { status: cors.statusCode, headers: [...originHeaders(cors, requestHeaders), ...headers], body: Buffer.alloc(0) };
}

/** What CORS adds to the response of a mapped method, unless the method maps the header itself. */
export function corsResponseHeaders(cors: CorsSpec, requestHeaders: HeaderList): HeaderField[] {
  const headers = originHeaders(cors, requestHeaders);
  if (cors.allowCredentials) headers.push({ name: 'Access-Control-Allow-Credentials', value: 'true' });
  if (cors.exposeHeaders.length > 0) headers.push({ name: 'Access-Control-Expose-Headers', value: cors.exposeHeaders.join(',') });
  return headers;
}

/** One origin is sent as it is; of several, the one that asks, or else the first: the client's text is never reflected. */
function originHeaders({ allowOrigins }: CorsSpec, requestHeaders: HeaderList): HeaderField[] {
  const first = allowOrigins[0] ?? '*';
  if (allowOrigins.length === 1) return [{ name: 'Access-Control-Allow-Origin', value: first }];
  const asking = headerValue(requestHeaders, 'origin');
  const origin = allowOrigins.find((allowed) => allowed === asking) ?? first;
  return [{ name: 'Access-Control-Allow-Origin', value: origin }, { name: 'Vary', value: 'Origin' }];
}
