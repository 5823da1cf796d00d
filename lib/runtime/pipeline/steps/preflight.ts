import type { CorsSpec } from '../../../spec';
import { policyRequest, requireAllow, type ResourcePolicy } from '../../authorizers';
import { headerValue, type HeaderField, type HeaderList } from '../../http/headers';
import type { Received, RequestPath } from '../../http/request';
import type { ServedStage } from '../../plan/exchange';
import { planned, StepList, unneeded, type Planned, type Step } from '../../plan/step';

/** A preflight as seen by its steps. */
interface PreflightRequest extends RequestPath {
  readonly received: Received;
  readonly stage: ServedStage;
}

declare const allowed: unique symbol;

/** A preflight that the API's resource policy allows. */
type AllowedPreflight = PreflightRequest & { readonly [allowed]: true };

/**
 * The steps of OPTIONS on a resource with CORS. It is answered without backend, authorization, API key and body.
 * @see docs/internals/parity-evidence.md, Endpoints
 */
export function planPreflight(cors: CorsSpec, resourcePolicy: ResourcePolicy | undefined): readonly Step[] {
  return StepList.begin<PreflightRequest>().then(planAdmission(resourcePolicy)).then(planAnswer(cors)).toArray();
}

/** @throws POLICY_DENIED, POLICY_NOT_ALLOWED, METHOD_ARN_TOO_LONG, by the step */
function planAdmission(resourcePolicy: ResourcePolicy | undefined): Planned<PreflightRequest, AllowedPreflight> {
  if (resourcePolicy === undefined) return unneeded();
  return planned('admitPreflight', (request) => {
    const access = policyRequest(request);
    requireAllow(resourcePolicy(access), { access, stage: request.stage, policy: 'resource-based' });
  });
}

function planAnswer(cors: CorsSpec): Planned<AllowedPreflight, AllowedPreflight> {
  const headers = preflightHeaders(cors);
  return planned('answerPreflight', ({ received }, results) => {
    const all = [...originHeaders(cors, received.headers), ...headers];
    results.replied({ status: cors.statusCode, headers: all, body: Buffer.alloc(0) });
  });
}

function preflightHeaders(cors: CorsSpec): HeaderList {
  const headers: HeaderField[] = [
    { name: 'Content-Type', value: 'application/json' },
    { name: 'Access-Control-Allow-Headers', value: cors.allowHeaders.join(',') },
    { name: 'Access-Control-Allow-Methods', value: cors.allowMethods.join(',') },
  ];
  if (cors.allowCredentials) headers.push({ name: 'Access-Control-Allow-Credentials', value: 'true' });
  if (cors.maxAgeSeconds !== undefined) headers.push({ name: 'Access-Control-Max-Age', value: String(cors.maxAgeSeconds) });
  return headers;
}

/** Returns the headers that CORS adds to the response of a mapped method, unless the method maps them itself. */
export function corsResponseHeaders(cors: CorsSpec, requestHeaders: HeaderList): HeaderField[] {
  const headers = originHeaders(cors, requestHeaders);
  if (cors.allowCredentials) headers.push({ name: 'Access-Control-Allow-Credentials', value: 'true' });
  if (cors.exposeHeaders.length > 0) headers.push({ name: 'Access-Control-Expose-Headers', value: cors.exposeHeaders.join(',') });
  return headers;
}

/**
 * A single origin is sent as it is; of several, the one that matches the request's, or else the first. The client's text is
 * never reflected.
 */
function originHeaders({ allowOrigins }: CorsSpec, requestHeaders: HeaderList): HeaderField[] {
  const first = allowOrigins[0] ?? '*';
  if (allowOrigins.length === 1) return [{ name: 'Access-Control-Allow-Origin', value: first }];
  const requested = headerValue(requestHeaders, 'origin');
  const origin = allowOrigins.find((allowedOrigin) => allowedOrigin === requested) ?? first;
  return [{ name: 'Access-Control-Allow-Origin', value: origin }, { name: 'Vary', value: 'Origin' }];
}
