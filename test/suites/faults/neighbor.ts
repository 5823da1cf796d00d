// The healthy function beside the faults, called all the time by several clients: its responses must not change.
import { Agent, request } from 'node:http';
import type { Endpoint } from './exchange';

const CLIENTS = 4;
/** Between two requests of one client; the processor is for the faults as well. */
const PAUSE_MS = 10;

export interface NeighborCalls {
  requests: number;
  readonly errors: string[];
  slowestMs: number;
}

export interface NeighborLoad {
  readonly seen: Readonly<NeighborCalls>;
  /** Resolves when the last response has come. */
  readonly stop: () => Promise<Readonly<NeighborCalls>>;
}

/** Begins to call. @param pauseMs - between two requests of one client */
export function loadNeighbor({ host, port }: Endpoint, pauseMs = PAUSE_MS): NeighborLoad {
  const agent = new Agent({ keepAlive: true, maxSockets: CLIENTS });
  const seen: NeighborCalls = { requests: 0, errors: [], slowestMs: 0 };
  let isStopped = false;
  const client = async (): Promise<void> => {
    while (!isStopped) {
      const startedAt = performance.now();
      const problem = await callOnce({ host, port, agent });
      seen.requests += 1;
      seen.slowestMs = Math.max(seen.slowestMs, Math.round(performance.now() - startedAt));
      if (problem !== undefined) seen.errors.push(problem);
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
  };
  const clients = Promise.all(Array.from({ length: CLIENTS }, client));
  return {
    seen,
    stop: async () => {
      isStopped = true;
      await clients;
      agent.destroy();
      return seen;
    },
  };
}

function callOnce({ host, port, agent }: Endpoint & { readonly agent: Agent }): Promise<string | undefined> {
  return new Promise((resolve) => {
    const call = request({ host, port, agent, path: '/prod/neighbor' }, (response) => {
      let body = '';
      response.setEncoding('utf8').on('data', (text: string) => {
        body += text;
      });
      response.on('end', () => resolve(response.statusCode === 200 && body === 'ok' ? undefined : `${response.statusCode} ${body.slice(0, 100)}`));
    });
    call.on('error', (error) => resolve(error.message));
    call.end();
  });
}
