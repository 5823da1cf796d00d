// Predicates about the connection: how many responses, in which order, and when it ends.
import type { RunFacts } from '../case-run';
import { valuesOf } from '../responses';
import { NO_PROBE, type NamedPredicate } from './predicate';

/** The timeouts that the gateway is started with, and what a check of them allows on top. */
const IDLE_MS = 1_000;
const CLOSE_MS = 600;

export const CONNECTION_PREDICATES: readonly NamedPredicate[] = [
  {
    pattern: /^responses([<>])(\d+)$/,
    check: ({ read }, sign, count) => {
      const seen = read.finals.length;
      return (sign === '>' ? seen > Number(count) : seen < Number(count)) ? `${seen} responses` : undefined;
    },
  },
  { pattern: /^hang$/, check: ({ isLate }) => (isLate ? 'neither response nor close in time' : undefined) },
  {
    pattern: /^keep-alive-after(?:-refusal)?$/,
    check: async (run) => (await closesWithin(run, CLOSE_MS) ? undefined : 'the connection is open'),
  },
  {
    pattern: /^server-honours-client-keepalive$/,
    check: async (run) => (await closesWithin(run, IDLE_MS * 4 * run.patience) ? undefined : 'the idle connection is not closed'),
  },
  {
    pattern: /^server-side-open>(\d+)s$/,
    check: async ({ exchange, fixture, patience }, seconds) => {
      await waitUntil(exchange.startedMs + Number(seconds) * 1_000 + 500 * patience);
      const isOpen = await fixture.gateway.probe('isOpen', exchange.peer);
      if (isOpen === undefined) return NO_PROBE;
      return isOpen ? `the gateway holds the connection after ${seconds} s` : undefined;
    },
  },
  {
    pattern: /^second-silently-lost-on-open-connection$/,
    check: async (run) => {
      const hasAll = run.read.finals.length >= run.exchange.requests.length;
      return hasAll || await closesWithin(run, CLOSE_MS) ? undefined : 'a request has no response, and the connection is open';
    },
  },
  { pattern: /^(?:out-of-order|wrong-order)$/, check: order },
];

/** Each response belongs to the request of its position: by what the function saw, and by when the gateway received it. */
function order({ read, calls, exchange }: RunFacts): string | undefined {
  let before = -Infinity;
  for (const [index, { headers }] of read.finals.entries()) {
    const [id] = valuesOf(headers, 'x-amzn-requestid');
    const call = calls.find(({ event }) => event.requestContext.requestId === id);
    if (call === undefined) continue;
    const { path, requestTimeEpoch = before } = call.event.requestContext;
    const query = new URLSearchParams(call.event.queryStringParameters ?? {}).toString();
    const seen = query === '' ? path : `${path}?${query}`;
    const sent = exchange.requests[index]?.target;
    if (seen !== sent) return `response ${index + 1} is for ${seen}, request ${index + 1} was ${sent}`;
    if (requestTimeEpoch < before) return `response ${index + 1} is for an earlier request than the one before it`;
    before = requestTimeEpoch;
  }
  return undefined;
}

/** Whether the server ends the connection; the last look is after a turn of the gateway, so that a busy machine counts for nothing. */
async function closesWithin({ exchange, fixture }: RunFacts, ms: number): Promise<boolean> {
  for (const endMs = performance.now() + ms; performance.now() < endMs && !exchange.isClosed;) {
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  await fixture.gateway.probe('turn');
  await new Promise((resolve) => setImmediate(resolve));
  return exchange.isClosed;
}

async function waitUntil(ms: number): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, Math.max(0, ms - performance.now())));
}
