import { createHash, timingSafeEqual } from 'node:crypto';
import { CATALOG, GatewayError, type ErrorCode } from '../../errors';
import { stageSegment } from '../../spec';
import { headerValue, headerValues, type HeaderField, type HeaderList } from '../http/headers';
import { TokenBucket } from '../throttling/token-bucket';
import { answerCall, errorReply, replyOf } from './dashboard/answer-call';
import type { DashboardPorts, Page } from './dashboard/dashboard-ports';
import { METRICS_TYPE } from '../metrics/write-text';
import type { Received } from '../http/request';
import type { Reply } from '../http/reply';
import type { ServedApi, ServingProcesses } from './served';
import type { StoreState } from '../throttling/throttling';

export interface Managed {
  /** The bearer token that requests must send. */
  readonly token: string;
  readonly apis: () => readonly ServedApi[];
  readonly processes: () => ServingProcesses;
  readonly store?: (() => StoreState) | undefined;
  readonly metrics: () => Promise<string>;
  readonly dashboard: DashboardPorts | undefined;
  /** Monotonic clock, in ms. */
  readonly monotonicNow: () => number;
  readonly onDefect?: (error: unknown) => void;
}

const REFERENCE = '/reference';

/** Wrong tokens that get 401: a burst of ten, then one a second; more get 429. */
const GUESSES = { rateLimit: 1, burstLimit: 10 };

/** URLs of the management port are short. */
const URL_LENGTH = 2_048;

const PATHS = new Map<string, (managed: Managed) => Reply | Promise<Reply>>([
  ['/health', ({ processes, store }: Managed) => {
    const { wanted, serving } = processes();
    const isServing = serving.length > 0;
    const status = isServing ? 'ok' : 'unavailable';
    const json = { status, processes: { wanted, serving: serving.length }, ...(store && { store: store() }) };
    return replyOf({ status: isServing ? 200 : 503, json });
  }],
  ['/metrics', ({ metrics }: Managed) => metrics().then((text) => replyOf({ text, mediaType: METRICS_TYPE }))],
  ['/api/deployments', ({ apis }: Managed) => replyOf({ json: {
    items: apis().flatMap(({ name, apiId, url, stages }) =>
      stages.map((stage) => ({ api: name, apiId, url: `${url}${stageSegment(stage.name)}`, stage: stage.name, fingerprint: stage.fingerprint, source: stage.source }))),
  } })],
]);

/**
 * The management port: for programs on the same machine that know the token, and for the dashboard's page. All other pages are
 * rejected before the token is checked: none may use the port under another name (DNS rebinding), requests of other origins are
 * refused, and there are no CORS headers. Without a dashboard the port is read-only. It shares the head checks, limits and
 * timeouts of the gateway's own port, and nothing else.
 */
export function managementHandler(managed: Managed) {
  const gate: Gate = { expected: digest(`Bearer ${managed.token}`), guesses: new TokenBucket(GUESSES, managed.monotonicNow()) };
  return {
    urlLength: () => URL_LENGTH,
    refuse: (_: Received, error: unknown): Reply =>
      refusal(statusOf(error), GatewayError.isGatewayError(error) ? error.code : undefined),
    handle: (received: Received, respond: (reply: Reply) => void): void => {
      // details are in the gateway's own log; the client learns none of them
      const fail = (error: unknown): void => {
        managed.onDefect?.(error);
        respond(refusal(500));
      };
      try {
        const reply = answer(received, managed, gate);
        if (reply instanceof Promise) reply.then(respond, fail);
        else respond(reply);
      } catch (error) {
        fail(error);
      }
    },
  };
}

interface Gate {
  readonly expected: Buffer;
  readonly guesses: TokenBucket;
}

function answer(received: Received, managed: Managed, gate: Gate): Reply | Promise<Reply> {
  const { method, target, headers, port } = received;
  const { dashboard } = managed;
  if (!isOwnHost(headerValue(headers, 'host') ?? '', port)) return errorReply(new GatewayError('MANAGEMENT_HOST_WRONG'));
  const [path = ''] = target.split('?', 1);
  const asksForPage = dashboard !== undefined && method === 'GET' && (path === '/' || path === REFERENCE);
  if (!isOwnPage(headers, dashboard !== undefined) && !(asksForPage && isNavigation(headers))) return errorReply(new GatewayError('MANAGEMENT_ORIGIN_REFUSED'));
  // the pages have no secrets: they ask for the token, or find it in their URL or the session of the tab
  if (asksForPage) return path === REFERENCE ? referenceReply(dashboard) : pageReply(dashboard.page());
  if (!timingSafeEqual(digest(headerValue(headers, 'authorization') ?? ''), gate.expected)) return refuseGuess(gate, managed.monotonicNow());
  const page = PATHS.get(path);
  const unknown = new GatewayError('MANAGEMENT_OPERATION_UNKNOWN', { method, path });
  if (page === undefined) return (dashboard && answerCall(received, dashboard)) ?? errorReply(unknown);
  if (method !== 'GET' && method !== 'HEAD') return withHeader(errorReply(unknown, 405), { name: 'Allow', value: 'GET, HEAD' });
  return page(managed);
}

/** The right token is always accepted: 256 random bits cannot be guessed, and no program may lock the owner out by guessing. */
function refuseGuess({ guesses }: Gate, now: number): Reply {
  if (!guesses.has(now)) return withHeader(errorReply(new GatewayError('MANAGEMENT_GUESSES_LIMITED')), { name: 'Retry-After', value: '1' });
  guesses.take();
  return withHeader(errorReply(new GatewayError('MANAGEMENT_TOKEN_WRONG')), { name: 'WWW-Authenticate', value: 'Bearer' });
}

/** Whether no page asks, or, where there is a dashboard, its own. */
function isOwnPage(headers: HeaderList, hasDashboard: boolean): boolean {
  const site = headerValue(headers, 'sec-fetch-site');
  if (site !== undefined && site !== 'none' && site !== 'same-origin') return false;
  const own = `http://${(headerValue(headers, 'host') ?? '').toLowerCase()}`;
  return headerValues(headers, 'origin').every((origin) => hasDashboard && origin === own);
}

/** Whether a browser opens the page, as from the file that leads to it; other pages cannot read or frame what they open. */
function isNavigation(headers: HeaderList): boolean {
  return headerValue(headers, 'origin') === undefined
    && headerValue(headers, 'sec-fetch-mode') === 'navigate' && headerValue(headers, 'sec-fetch-dest') === 'document';
}

function referenceReply({ reference }: DashboardPorts): Reply {
  try {
    return pageReply(reference.page());
  } catch (error) {
    if (!GatewayError.isGatewayError(error)) throw error;
    return errorReply(error, 501);
  }
}

function pageReply(page: Page | undefined): Reply {
  if (page === undefined) {
    const { code, message } = new GatewayError('DASHBOARD_NOT_BUILT');
    return replyOf({ status: 503, json: { code, message } });
  }
  const headers = [
    { name: 'Content-Type', value: 'text/html; charset=utf-8' },
    { name: 'Content-Security-Policy', value: page.contentSecurityPolicy },
    { name: 'Referrer-Policy', value: 'no-referrer' },
    { name: 'X-Frame-Options', value: 'DENY' },
    { name: 'Cross-Origin-Opener-Policy', value: 'same-origin' },
    { name: 'Cross-Origin-Resource-Policy', value: 'same-origin' },
    { name: 'Cache-Control', value: 'no-store' },
    { name: 'X-Content-Type-Options', value: 'nosniff' },
  ];
  return { status: 200, headers, body: page.body };
}

function isOwnHost(host: string, port: number): boolean {
  return ['127.0.0.1', 'localhost', '[::1]'].some((name) => host.toLowerCase() === `${name}:${port}`);
}

function refusal(status: number, code: ErrorCode = 'INTERNAL'): Reply {
  return replyOf({ status, json: { code, message: status === 500 ? 'Internal Server Error' : 'Bad Request' } });
}

function withHeader(reply: Reply, header: HeaderField): Reply {
  return { ...reply, headers: [...reply.headers, header] };
}

/** The server rejects with errors of the catalog; 413 has its status from its gateway response. */
function statusOf(error: unknown): number {
  const row: { readonly status?: number } = GatewayError.isGatewayError(error) ? CATALOG[error.code] : {};
  return row.status ?? (GatewayError.isGatewayError(error) ? 413 : 500);
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
