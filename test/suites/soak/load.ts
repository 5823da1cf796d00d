// Clients that send all kinds of requests at the same time, until they are stopped.
import { Agent } from 'node:http';
import { BAD_CLIENTS, KINDS, type KindOfRequest, type RequestContext } from './kinds';
import type { Random } from './statistics';

const CLIENTS = 10;
const BAD = 2;
/** Between two requests of one client, from and to; the processor is for the faults as well. */
const PAUSE_MS = { from: 10, to: 60 };
const PAUSE_BAD_MS = { from: 100, to: 300 };

/** The results of the requests of one kind. */
export interface KindCount {
  readonly isBad: boolean;
  sent: number;
  failed: number;
  slowestMs: number;
  totalMs: number;
  readonly problems: string[];
}

export interface Load {
  readonly counts: ReadonlyMap<string, KindCount>;
  /** Resolves when the last response is there. */
  readonly stop: () => Promise<void>;
}

/** Begins to send. */
export function startLoad({ mixed, deployed, http, socket }: Omit<RequestContext, 'random'>, random: Random): Load {
  const agent = new Agent({ keepAlive: true, maxSockets: 2 * (CLIENTS + BAD) });
  for (const target of [mixed, deployed, http]) Object.assign(target, { agent });
  const context = { mixed, deployed, http, socket, random };
  const newCount = (isBad: boolean) => ({ kind }: KindOfRequest): [string, KindCount] =>
    [kind, { isBad, sent: 0, failed: 0, slowestMs: 0, totalMs: 0, problems: [] }];
  const counts = new Map([...KINDS.map(newCount(false)), ...BAD_CLIENTS.map(newCount(true))]);
  let isStopped = false;
  const client = async (kinds: readonly KindOfRequest[], { from, to }: typeof PAUSE_MS): Promise<void> => {
    while (!isStopped) {
      const kind = choose(kinds, random());
      const count = counts.get(kind.kind);
      if (count !== undefined) await sendOnce(kind, context, count);
      await new Promise((resolve) => setTimeout(resolve, from + random() * (to - from)));
    }
  };
  const clients = Promise.all([
    ...Array.from({ length: CLIENTS }, () => client(KINDS, PAUSE_MS)),
    ...Array.from({ length: BAD }, () => client(BAD_CLIENTS, PAUSE_BAD_MS)),
  ]);
  return {
    counts,
    stop: async () => {
      isStopped = true;
      await clients;
      agent.destroy();
    },
  };
}

/** The kind at a position between 0 and 1, each as wide as its share. */
export function choose<Kind extends { readonly share: number }>(kinds: readonly Kind[], position: number): Kind {
  let left = position * kinds.reduce((sum, { share }) => sum + share, 0);
  const kind = kinds.find(({ share }) => (left -= share) < 0) ?? kinds.at(-1);
  if (kind === undefined) throw new Error('nothing to choose from');
  return kind;
}

async function sendOnce({ send }: KindOfRequest, context: RequestContext, count: KindCount): Promise<void> {
  const startedAt = performance.now();
  const problem = await send(context).catch(errorText);
  const passedMs = performance.now() - startedAt;
  count.sent += 1;
  count.totalMs += passedMs;
  count.slowestMs = Math.max(count.slowestMs, passedMs);
  if (problem === undefined) return;
  count.failed += 1;
  count.problems.push(`${new Date().toISOString().slice(11, 19)} ${problem}`);
}

/** An error with its code. */
export function errorText(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { code = '', message }: NodeJS.ErrnoException = error;
  return `${code} ${message}`.trim();
}
