import path from 'node:path';
import { Api, App, MockIntegration, Period } from 'synthgate';
import { serve, type LogEntry } from 'synthgate/runtime';

/** Limits of the keys, and how often each gateway is asked with them. */
export const KEYS = {
  Slow: { value: 'key-of-a-slow-client-0001', throttle: { rateLimit: 20, burstLimit: 12 }, quota: undefined, pauseMs: 25 },
  Fast: { value: 'key-of-a-fast-client-0001', throttle: { rateLimit: 150, burstLimit: 60 }, quota: undefined, pauseMs: 8 },
  Counted: { value: 'key-of-a-counted-client-1', throttle: undefined, quota: 200, pauseMs: 30 },
} as const;

export type KeyName = keyof typeof KEYS;

/** A gateway that shares limits with others. */
export interface SharingGateway {
  readonly url: string;
  /** How long it was without the store until now, in ms, with a second for each absence that nobody noticed at once. */
  readonly awayMs: () => number;
  readonly isConnected: () => boolean;
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

/** Serves the API; its quotas are closed while the store is away. */
export async function startGateway(source: string, stateDirectory: string, port: number): Promise<SharingGateway> {
  let awaySince: number | undefined;
  let awayMs = 0;
  const log = ({ code, message }: LogEntry): void => {
    if (code === 'STORE_AWAY') awaySince = performance.now();
    if (!message.includes('answers again') || awaySince === undefined) return;
    awayMs += performance.now() - awaySince + NOTICED_MS;
    awaySince = undefined;
  };
  const serving = await serve({ source, stateDirectory, port: 0, watch: false, store: `redis://127.0.0.1:${port}`, storeQuota: 'closed', log });
  return {
    url: `${serving.apis[0]?.url ?? ''}/prod/`,
    awayMs: () => awayMs + NOTICED_MS + (awaySince === undefined ? 0 : performance.now() - awaySince),
    isConnected: () => awaySince === undefined,
    close: () => serving.close(),
  };
}
