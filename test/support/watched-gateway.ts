import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { request } from 'undici';
import { Api, MockIntegration } from 'synthgate';
import { synthesize, type Declare } from './declared-gateway';

/** The worst measurements of a gateway's main thread since the last query. */
export interface Watched {
  /** Longest time that one turn of the event loop kept the thread busy, in ms of processor time. */
  readonly busyMs: number;
  /** JavaScript heap of the main thread. */
  readonly heapMiB: number;
  /** Memory of the process, its workers included. */
  readonly residentMiB: number;
}

export interface HostileRequest {
  readonly path: string;
  readonly method?: 'GET' | 'POST';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** A built gateway in a process of its own, the main thread of which is watched. */
export interface WatchedGateway {
  /** Sends the request while polling `/ping` of the same gateway; returns what the main thread did meanwhile. */
  readonly attack: (hostile: HostileRequest) => Promise<Attacked>;
  readonly close: () => Promise<void>;
}

export interface Attacked extends Watched {
  /** Status of the hostile request; 0 where there was none within the time. */
  readonly status: number;
  /** Longest time that `/ping` waited, by the clock. */
  readonly pingMs: number;
}

/** After blocking this long, the gateway is killed and the next attack gets a new one. */
const PATIENCE_MS = 4_000;
const PING_EVERY_MS = 10;

/** Declares `/ping` in addition to what is given, synthesizes and serves. */
export async function watchGateway(declare: (api: Api, ...given: Parameters<Declare>) => void): Promise<WatchedGateway> {
  const folder = mkdtempSync(path.join(tmpdir(), 'synthgate-watched-'));
  synthesize(folder, (app) => {
    const api = new Api(app, 'Watched', { deployOptions: { stageName: 'dev' } });
    api.root.addResource('ping').addMethod('GET', mockOf('pong'));
    declare(api, app);
  });
  let served = await serveWatched(folder);
  return {
    attack: async (hostile) => {
      if (hasEnded(served.child)) served = await serveWatched(folder);
      return attack(served, hostile);
    },
    close: async () => {
      const ended = hasEnded(served.child) ? undefined : once(served.child, 'exit');
      served.child.kill('SIGKILL');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

interface Served {
  readonly child: ChildProcess;
  /** Address of the stage. */
  readonly url: string;
}

/** Serves and warms up. */
async function serveWatched(folder: string): Promise<Served> {
  const child = fork(path.join(__dirname, 'watched-program.mjs'), [folder], { execArgv: [], stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  const [{ url }] = await once(child, 'message') as [{ readonly url: string }];
  const served = { child, url: `${url}/dev` };
  for (let warm = 0; warm < 5; warm += 1) await ping(served.url);
  await report(child);
  return served;
}

function hasEnded({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode !== null || signalCode !== null;
}

/** An integration that answers with a text. */
export function mockOf(text: string, requestTemplate = '{"statusCode": 200}', requestParameters: Record<string, string> = {}): MockIntegration {
  return new MockIntegration({
    requestParameters,
    requestTemplates: { 'application/json': requestTemplate },
    integrationResponses: [{ statusCode: '200', responseTemplates: { 'application/json': text } }],
  });
}

async function attack({ url: base, child }: Served, hostile: HostileRequest): Promise<Attacked> {
  let isOver = false;
  const answered = sendHostile(base, hostile).finally(() => { isOver = true; });
  let pingMs = 0;
  do {
    pingMs = Math.max(pingMs, await ping(base));
    await new Promise((resolve) => setTimeout(resolve, PING_EVERY_MS));
  } while (!isOver && pingMs < PATIENCE_MS);
  const watched = await report(child);
  return { status: pingMs < PATIENCE_MS ? await answered : 0, pingMs, ...watched };
}

async function sendHostile(base: string, { path: target, method = 'POST', headers = {}, body }: HostileRequest): Promise<number> {
  try {
    const response = await request(`${base}${target}`, { method, headers: { 'content-type': 'application/json', ...headers }, body: body ?? null });
    await response.body.dump();
    return response.statusCode;
  } catch {
    return 0; // the gateway was ended
  }
}

/** Time until `/ping` is answered, in ms. */
async function ping(base: string): Promise<number> {
  const before = performance.now();
  try {
    const response = await request(`${base}/ping`, { headersTimeout: PATIENCE_MS, signal: AbortSignal.timeout(PATIENCE_MS) });
    await response.body.dump();
  } catch {
    return PATIENCE_MS;
  }
  return performance.now() - before;
}

/** Ends a gateway that does not answer. */
async function report(child: ChildProcess): Promise<Watched> {
  const timeout = AbortSignal.timeout(PATIENCE_MS);
  try {
    const answered = once(child, 'message', { signal: timeout });
    child.send('report');
    const [watched] = await answered as [Watched];
    return watched;
  } catch {
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
    return { busyMs: Infinity, heapMiB: 0, residentMiB: 0 };
  }
}
