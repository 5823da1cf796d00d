// The function that is well, asked all the time by several clients: what it answers must not change.
import { Agent, request } from 'node:http';

const CLIENTS = 4;
/** Between two requests of one client; the processor is for the faults as well. */
const PAUSE_MS = 10;

/** Begins to ask; `stop` resolves with what was seen. */
export function loadNeighbour({ host, port }) {
  const agent = new Agent({ keepAlive: true, maxSockets: CLIENTS });
  const seen = { requests: 0, errors: [], slowestMs: 0 };
  let isStopped = false;
  const client = async () => {
    while (!isStopped) {
      const startedAt = performance.now();
      const problem = await askOnce({ host, port, agent });
      seen.requests += 1;
      seen.slowestMs = Math.max(seen.slowestMs, Math.round(performance.now() - startedAt));
      if (problem !== undefined) seen.errors.push(problem);
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
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

function askOnce({ host, port, agent }) {
  return new Promise((resolve) => {
    const asked = request({ host, port, agent, path: '/prod/neighbour' }, (response) => {
      let body = '';
      response.setEncoding('utf8').on('data', (text) => {
        body += text;
      });
      response.on('end', () => resolve(response.statusCode === 200 && body === 'ok' ? undefined : `${response.statusCode} ${body.slice(0, 100)}`));
    });
    asked.on('error', (error) => resolve(error.message));
    asked.end();
  });
}
