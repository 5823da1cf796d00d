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
  const client = async (gateway: SharingGateway, name: KeyName): Promise<void> => {
    while (!isStopped) {
      await ask(agent, gateway, { key: KEYS[name].value, answers: answers[name] });
      await wait(KEYS[name].pauseMs);
    }
  };
  const names = Object.keys(KEYS) as KeyName[]; // its keys
  const clients = Promise.all(gateways.flatMap((gateway) => names.map(async (name) => client(gateway, name))));
  return {
    answers,
    stop: async () => {
      isStopped = true;
      await clients;
      agent.destroy();
    },
  };
}

interface Asked {
  readonly key: string;
  readonly answers: Answers;
}

async function ask(agent: Agent, { url, deaths }: SharingGateway, { key, answers }: Asked): Promise<void> {
  const [sentAt, before] = [performance.now(), deaths()];
  const status = await new Promise<number | string>((resolve) => {
    get(url, { agent, headers: { 'x-api-key': key } }, (response) => {
      response.resume().on('end', () => resolve(response.statusCode ?? 0));
    }).on('error', ({ message }) => resolve(message));
  });
  // who kills a gateway gets no answers of it
  if (before % 2 === 1 || before !== deaths()) return countPassed(status, answers);
  answers.slowestMs = Math.max(answers.slowestMs, performance.now() - sentAt);
  countPassed(status, answers);
  if (status === 200) return;
  if (status === 429) answers.refused += 1;
  else if (status === 503) answers.unavailable += 1;
  else answers.odd.push(String(status));
}

function countPassed(status: number | string, answers: Answers): void {
  if (status === 200) answers.passed += 1;
}
