import type { Reply } from '../http/reply';
import type { HeaderField } from '../http/headers';
import type { Received } from '../http/request';
import type { RequestHandler } from '../server/request-handler';
import { HEALTH_ROUTES, type HealthAnswer, type HealthParts } from './health-routes';

/** Its URLs are short. */
const URL_LENGTH = 1_024;

/** The handler of the health port. @param onDefect - receives what is thrown by a defect */
export function healthHandler(parts: HealthParts, onDefect: (error: unknown) => void): RequestHandler {
  return {
    urlLength: () => URL_LENGTH,
    refuse: () => textReply(400, 'bad request'),
    handle: (received, respond) => {
      answer(received, parts).then(respond, (error: unknown) => {
        onDefect(error);
        respond(textReply(500, 'error'));
      });
    },
  };
}

async function answer({ method, target }: Received, parts: HealthParts): Promise<Reply> {
  const [path = ''] = target.split('?', 1);
  const route = HEALTH_ROUTES.get(path);
  if (route === undefined) return textReply(404, 'not found');
  if (method !== 'GET' && method !== 'HEAD') return textReply(405, 'method not allowed', [{ name: 'Allow', value: 'GET, HEAD' }]);
  return reply(await route(parts));
}

function textReply(status: number, text: string, headers: readonly HeaderField[] = []): Reply {
  return reply({ status, text }, headers);
}

const PLAIN_TEXT = 'text/plain; charset=utf-8';

function reply(
  { status, text, contentType = PLAIN_TEXT }: Omit<HealthAnswer, 'status'> & { readonly status: number }, headers: readonly HeaderField[] = [],
): Reply {
  const own = [
    { name: 'Content-Type', value: contentType },
    { name: 'Cache-Control', value: 'no-store' },
    { name: 'X-Content-Type-Options', value: 'nosniff' },
  ];
  return { status, headers: [...own, ...headers], body: Buffer.from(`${text}\n`) };
}
