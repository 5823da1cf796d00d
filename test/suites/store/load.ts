import { Agent, get } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { KEYS, type KeyName, type SharingGateway } from './gateways';

/** Requests of a key, over all gateways. */
export interface Answers {
  passed: number;
  refused: number;
  /** Answers other than 200, 429 and, of quotas, 503. */
  readonly odd: string[];
  unavailable: number;
  slowestMs: number;
}

/** Clients that ask all gateways with all keys until they are stopped. */
export interface Load {
  readonly answers: Readonly<Record<KeyName, Answers>>;
  readonly stop: () => Promise<void>;
}

export function startLoad(gateways: readonly SharingGateway[]): Load {
  const agent = new Agent({ keepAlive: true });
  const none = (): Answers => ({ passed: 0, refused: 0, unavailable: 0, odd: [], slowestMs: 0 });
  const answers = { Slow: none(), Fast: none(), Counted: none() };
  let isStopped = false;
  const client = async (url: string, name: KeyName): Promise<void> => {
    while (!isStopped) {
      await ask(agent, url, { key: KEYS[name].value, answers: answers[name] });
      await wait(KEYS[name].pauseMs);
    }
  };
  const names = Object.keys(KEYS) as KeyName[]; // its keys
  const clients = Promise.all(gateways.flatMap(({ url }) => names.map(async (name) => client(url, name))));
  return {
    answers,
    stop: async () => {
      isStopped = true;
      await clients;
      agent.destroy();
    },
  };
}

async function ask(agent: Agent, url: string, { key, answers }: { readonly key: string; readonly answers: Answers }): Promise<void> {
  const sentAt = performance.now();
  const status = await new Promise<number | string>((resolve) => {
    get(url, { agent, headers: { 'x-api-key': key } }, (response) => {
      response.resume().on('end', () => resolve(response.statusCode ?? 0));
    }).on('error', ({ message }) => resolve(message));
  });
  answers.slowestMs = Math.max(answers.slowestMs, performance.now() - sentAt);
  if (status === 200) answers.passed += 1;
  else if (status === 429) answers.refused += 1;
  else if (status === 503) answers.unavailable += 1;
  else answers.odd.push(String(status));
}
