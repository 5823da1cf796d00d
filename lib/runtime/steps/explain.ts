import type { Reply, Scene, Validated } from '../exchange';
import { headerValue, type HeaderField } from '../headers';

/** The request header by which a client asks why, and the response header that answers. */
export const EXPLAIN_HEADER = 'x-synthgate-explain';

/**
 * What a browser will hold against the answer of a proxy integration, in the words of the base specification.
 * @see base specification, Endpoints, rule 5
 */
export function explainCors({ plan, received }: Validated, reply: Reply): string | undefined {
  if (plan.cors === undefined || plan.mapsResponses || headerValue(received.headers, 'origin') === undefined) return undefined;
  if (headerValue(reply.headers, 'access-control-allow-origin') !== undefined) return undefined;
  return 'the preflight is right, but the function sent no Access-Control-Allow-Origin, so a browser refuses this answer (rule 5)';
}

/** The header that says why, where the gateway explains itself, the client asks, and there is something to say. */
export function explainHeader(reply: Reply, { explains, received }: Scene): HeaderField[] {
  if (!explains || reply.explain === undefined || headerValue(received.headers, EXPLAIN_HEADER) === undefined) return [];
  return [{ name: EXPLAIN_HEADER, value: reply.explain.replace(/[^\x20-\x7e]+/g, ' ') }];
}
