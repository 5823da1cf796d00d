// Requests of all kinds, by clients that each wait for an answer before they ask again.
import { http1Client, http2Client, type Call, type Client } from './clients';

/** A kind of request, and how many clients send it. */
interface Kind {
  readonly name: string;
  readonly clients: number;
  readonly call: Call;
}

export interface Load {
  /** How many were answered, right or not. */
  readonly requests: () => number;
  /** Resolves when every request has its answer. */
  readonly stop: () => Promise<LoadResult>;
}

export interface LoadResult {
  readonly requests: number;
  /** By kind. */
  readonly counts: Readonly<Record<string, number>>;
  readonly sentAgain: number;
  /** Problems of requests that were lost: the kind, and what came instead of the answer. */
  readonly lost: readonly string[];
}

export interface LoadOptions {
  readonly socketPath: string;
  readonly protocol: 'HTTP/1.1' | 'HTTP/2';
  /** How long the slow function takes. */
  readonly slowMs: number;
}

const STREAM_MS = 300;
const LINES = Array.from({ length: 10 }, (_, line) => `${line}\n`).join('');

const kindsOf = (slowMs: number): readonly Kind[] => [
  { name: 'plain', clients: 6, call: { path: '/prod/plain', body: 'plain' } },
  { name: 'function', clients: 2, call: { path: '/prod/function', body: 'function' } },
  { name: 'stream', clients: 3, call: { path: `/prod/stream?ms=${STREAM_MS}`, body: LINES } },
  { name: 'slow', clients: 2, call: { path: `/prod/slow?ms=${slowMs}`, body: 'slow' } },
];

/** Begins to send. */
export function startLoad({ socketPath, protocol, slowMs }: LoadOptions): Load {
  const kinds = kindsOf(slowMs);
  const counts: Record<string, number> = Object.fromEntries(kinds.map(({ name }) => [name, 0]));
  const lost: string[] = [];
  const clients: Client[] = [];
  let requests = 0;
  let isStopped = false;
  const run = async ({ name, call }: Kind): Promise<void> => {
    const client = protocol === 'HTTP/2' ? http2Client(socketPath) : http1Client(socketPath);
    clients.push(client);
    while (!isStopped) {
      const problem = await client.send(call);
      requests += 1;
      counts[name] = (counts[name] ?? 0) + 1;
      if (problem !== undefined) lost.push(`${name}: ${problem}`);
    }
  };
  const all = Promise.all(kinds.flatMap((kind) => Array.from({ length: kind.clients }, () => run(kind))));
  return {
    requests: () => requests,
    stop: async () => {
      isStopped = true;
      await all;
      for (const client of clients) client.close();
      return { requests, counts, lost, sentAgain: clients.reduce((sum, client) => sum + client.sentAgain(), 0) };
    },
  };
}
