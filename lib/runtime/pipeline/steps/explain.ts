import { headerValue, type HeaderField } from '../../http/headers';
import type { Reply } from '../../http/reply';
import type { RequestProgress, RoutedRequest } from '../../plan/exchange';

/** The request header that asks for an explanation, and the response header that contains it. */
const EXPLAIN_HEADER = 'x-synthgate-explain';

/**
 * Why a browser would reject the response of a proxy integration on a resource with CORS.
 * @see docs/internals/parity-evidence.md, Endpoints
 */
export function explainCors({ received }: Pick<RoutedRequest, 'received'>, reply: Reply): string | undefined {
  if (headerValue(received.headers, 'origin') === undefined) return undefined;
  if (headerValue(reply.headers, 'access-control-allow-origin') !== undefined) return undefined;
  return 'the preflight succeeds, but the function sent no Access-Control-Allow-Origin, so browsers block this response';
}

/** The explaining header, if the gateway explains itself to this client and there is an explanation. */
export function explainHeader({ explain }: Pick<Reply, 'explain'>, { explains, received }: Pick<RequestProgress, 'explains' | 'received'>): HeaderField[] {
  if (explains === false || explain === undefined) return [];
  if (explains !== 'always' && headerValue(received.headers, EXPLAIN_HEADER) === undefined) return [];
  return [{ name: EXPLAIN_HEADER, value: explain.replaceAll('…', '...').replace(/[–—]/g, '-').replace(/[^\x20-\x7e]+/g, ' ') }];
}
