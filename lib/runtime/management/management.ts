import { createHash, timingSafeEqual } from 'node:crypto';
import { CATALOG, GatewayError } from '../../errors';
import { headerValue, headerValues, type HeaderField } from '../http/headers';
import { TokenBucket } from '../throttling/token-bucket';
import type { Received } from '../http/request';
import type { Reply } from '../http/reply';
import type { ServedApi, ServingProcesses } from './served';

/** The data behind the management port. */
export interface Managed {
  /** The bearer token that requests must send. */
  readonly token: string;
  readonly apis: () => readonly ServedApi[];
  readonly processes: () => ServingProcesses;
  /** Monotonic clock, in ms. */
  readonly monotonicNow: () => number;
}

/** Wrong tokens that get 401: a burst of ten, then one a second; more get 429. */
const GUESSES = { rateLimit: 1, burstLimit: 10 };

/** URLs of the management port are short. */
const URL_LENGTH = 2_048;

/** What each path answers to GET. */
const PATHS = new Map<string, (managed: Managed) => { readonly status?: number; readonly content: unknown }>([
  ['/health', ({ processes }: Managed) => {
    const { wanted, serving } = processes();
    const isServing = serving.length > 0;
    return { status: isServing ? 200 : 503, content: { status: isServing ? 'ok' : 'unavailable', processes: { wanted, serving: serving.length } } };
  }],
  ['/api/deployments', ({ apis }: Managed) => ({ content: {
    items: apis().flatMap(({ name, apiId, url, stages }) =>
      stages.map((stage) => ({ api: name, apiId, url: `${url}/${stage.name}`, stage: stage.name, fingerprint: stage.fingerprint, source: stage.source }))),
  } })],
]);

/**
 * The management port: read-only, for programs on the same machine that know the token. Browsers are rejected before the
 * token is checked: a page may not use the port under another name (DNS rebinding), cross-site requests are refused, and
 * there are no CORS headers. It shares the head checks, limits and time-outs of the gateway's own port, and nothing else.
 */
export function managementHandler(managed: Managed) {
  const gate: Gate = { expected: digest(`Bearer ${managed.token}`), guesses: new TokenBucket(GUESSES, managed.monotonicNow()) };
  return {
    urlLength: () => URL_LENGTH,
    refuse: (_: Received, error: unknown): Reply => refusal(statusOf(error)),
    handle: (received: Received, respond: (reply: Reply) => void): void => {
      let reply: Reply;
      try {
        reply = answer(received, managed, gate);
      } catch {
        reply = refusal(500); // details are in the gateway's own log; the client learns none of them
      }
      respond(reply);
    },
  };
}

interface Gate {
  readonly expected: Buffer;
  readonly guesses: TokenBucket;
}

function answer({ method, target, headers, port }: Received, managed: Managed, gate: Gate): Reply {
  if (!isOwnHost(headerValue(headers, 'host') ?? '', port)) return refusal(421);
  const site = headerValue(headers, 'sec-fetch-site');
  if (headerValues(headers, 'origin').length > 0 || (site !== undefined && site !== 'none' && site !== 'same-origin')) return refusal(403);
  if (!timingSafeEqual(digest(headerValue(headers, 'authorization') ?? ''), gate.expected)) return refuseGuess(gate, managed.monotonicNow());
  const page = PATHS.get(target.split('?', 1)[0] ?? '');
  if (page === undefined) return refusal(404);
  if (method !== 'GET' && method !== 'HEAD') return refusal(405, [{ name: 'Allow', value: 'GET, HEAD' }]);
  const { status = 200, content } = page(managed);
  return reply(status, content);
}

/**
 * The right token is always accepted: 256 random bits cannot be guessed, and otherwise another program could lock the owner
 * out by guessing.
 */
function refuseGuess({ guesses }: Gate, now: number): Reply {
  if (!guesses.has(now)) return refusal(429, [{ name: 'Retry-After', value: '1' }]);
  guesses.take();
  return refusal(401, [{ name: 'WWW-Authenticate', value: 'Bearer' }]);
}

function isOwnHost(host: string, port: number): boolean {
  return ['127.0.0.1', 'localhost', '[::1]'].some((name) => host.toLowerCase() === `${name}:${port}`);
}

const MESSAGES: Readonly<Record<number, string>> = {
  401: 'Unauthorized', 403: 'Forbidden', 404: 'Not Found', 405: 'Method Not Allowed', 421: 'Misdirected Request', 429: 'Too Many Requests',
};

function refusal(status: number, headers: readonly HeaderField[] = []): Reply {
  return reply(status, { message: MESSAGES[status] ?? 'Bad Request' }, headers);
}

function reply(status: number, content: unknown, headers: readonly HeaderField[] = []): Reply {
  const always = [
    { name: 'Content-Type', value: 'application/json' },
    { name: 'Cache-Control', value: 'no-store' },
    { name: 'X-Content-Type-Options', value: 'nosniff' },
  ];
  return { status, headers: [...always, ...headers], body: Buffer.from(JSON.stringify(content)) };
}

/** The server rejects with errors of the catalog; 413 has its status from its gateway response. */
function statusOf(error: unknown): number {
  const row: { readonly status?: number } = GatewayError.isGatewayError(error) ? CATALOG[error.code] : {};
  return row.status ?? (GatewayError.isGatewayError(error) ? 413 : 500);
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
