import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { Api, App, MockIntegration, Period } from 'synthgate';
import type { ServeOptions } from 'synthgate/runtime';
import { builtProgram } from '../repository';

/** Limits of the keys, and how often each gateway is asked with them. */
export const KEYS = {
  Slow: { value: 'key-of-a-slow-client-0001', throttle: { rateLimit: 20, burstLimit: 12 }, quota: undefined, pauseMs: 25 },
  Fast: { value: 'key-of-a-fast-client-0001', throttle: { rateLimit: 150, burstLimit: 60 }, quota: undefined, pauseMs: 8 },
  Counted: { value: 'key-of-a-counted-client-1', throttle: undefined, quota: 200, pauseMs: 30 },
} as const;

export type KeyName = keyof typeof KEYS;

/** Messages of a gateway's process. */
export type FromGateway =
  | { readonly type: 'serving'; readonly port: number; readonly url: string }
  | { readonly type: 'log'; readonly code: string | undefined; readonly message: string }
  /** The most that its event loop was late. */
  | { readonly type: 'late'; readonly ms: number };

/** One life of a gateway, from its start until it is killed. */
export interface Life {
  /** The part of each limit that it passes without the store: all of it, if it never knew of others. */
  readonly part: number;
  /** How long it was without the store, in ms, with a time for absences that nobody noticed at once. */
  readonly awayMs: number;
}

/** A gateway that shares limits with others, in a process of its own. */
export interface SharingGateway {
  readonly url: string;
  readonly lives: () => readonly Life[];
  readonly isConnected: () => boolean;
  /** How often it was killed; requests of that time get no answer. */
  readonly deaths: () => number;
  readonly lateMs: () => number;
  /** Kills it, and starts it again with the same state after a time. */
  readonly kill: (downMs: number) => Promise<void>;
  readonly close: () => Promise<void>;
}

/** How long requests may fail before the store counts as away. */
const NOTICED_MS = 300;

export function synthesize(directory: string): string {
  const source = path.join(directory, 'gateway.out');
  const app = new App({ outdir: source });
  const api = new Api(app, 'Shop');
  api.root.addMethod('GET', new MockIntegration(), { apiKeyRequired: true });
  for (const [name, { value, throttle, quota }] of Object.entries(KEYS)) {
    const limits = { ...(throttle && { throttle }), ...(quota !== undefined && { quota: { limit: quota, period: Period.WEEK } }) };
    const plan = api.addUsagePlan(`${name}Plan`, { apiStages: [{ stage: api.deploymentStage }], ...limits });
    plan.addApiKey(api.addApiKey(name, { value }));
  }
  app.synth();
  return source;
}

/** Serves the API; its quotas are closed while the store is away. @param part - of each limit, which it passes without the store */
export async function startGateway(options: ServeOptions, part: number): Promise<SharingGateway> {
  const ended: Life[] = [];
  let deaths = 0;
  let lateMs = 0;
  let process = await run(options, part);
  const look = (): void => { lateMs = Math.max(lateMs, process.lateMs()); };
  return {
    url: process.url,
    lives: () => [...ended, process.life()],
    isConnected: () => process.isConnected(),
    deaths: () => deaths,
    lateMs: () => {
      look();
      return lateMs;
    },
    kill: async (downMs) => {
      look();
      deaths += 1;
      ended.push(process.life());
      await process.kill();
      await wait(downMs);
      process = await run({ ...options, port: process.port }, 1);
      deaths += 1; // what was sent until now may have met nobody
    },
    close: () => process.close(),
  };
}

/** Starts a process; resolves when it serves. */
async function run(options: ServeOptions, part: number) {
  const child = fork(builtProgram('store-gateway'), [JSON.stringify({ port: 0, watch: false, storeQuota: 'closed', ...options })]);
  const gone = once(child, 'exit');
  let awaySince: number | undefined;
  let awayMs = 0;
  let lateMs = 0;
  const noteLog = ({ code, message }: Extract<FromGateway, { readonly type: 'log' }>): void => {
    if (code === 'STORE_AWAY') awaySince = performance.now();
    if (!message.includes('answers again') || awaySince === undefined) return;
    awayMs += performance.now() - awaySince + NOTICED_MS;
    awaySince = undefined;
  };
  const { port, url } = await new Promise<Extract<FromGateway, { readonly type: 'serving' }>>((resolve, reject) => {
    void gone.then(() => reject(new Error('a gateway ended before it served')));
    child.on('message', (message: FromGateway) => {
      if (message.type === 'serving') resolve(message);
      else if (message.type === 'late') lateMs = message.ms;
      else noteLog(message);
    });
  });
  return {
    port, url,
    life: (): Life => ({ part, awayMs: awayMs + NOTICED_MS + (awaySince === undefined ? 0 : performance.now() - awaySince) }),
    isConnected: () => awaySince === undefined && child.exitCode === null && child.signalCode === null,
    lateMs: () => lateMs,
    kill: async () => {
      child.kill('SIGKILL');
      await gone;
    },
    close: async () => {
      if (child.connected) child.send('close');
      await gone;
    },
  };
}
