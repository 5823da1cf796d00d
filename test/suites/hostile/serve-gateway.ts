// The gateway under test: `synthgate serve` in a process of its own, with short timeouts, and a probe inside.
import { spawn, type ChildProcess } from 'node:child_process';
import path from 'node:path';
import { builtProgram, program } from '../repository';
import { until } from '../until';
import type { ProbeRequest, ProbeResults } from './probe-protocol';

const START_MS = 60_000;
const KILL_MS = 10_000;

/** 2 s for headers, 5 s for a whole request, 1 s for an idle connection. */
const OPTIONS = [
  '--headers-timeout', '2', '--request-timeout', '5', '--idle-timeout', '1', '--send-timeout', '5',
  '--api-key', 'Good=good-key', '--port', '0', '--management-port', '0', '--shutdown-timeout', '1', '--no-watch', '--no-color',
];

/** Limits that an attacker who controls the environment would loosen; the gateway's own settings win. */
const NODE_OPTIONS = '--insecure-http-parser --max-http-header-size=100000000';

export interface Ports {
  readonly data: number;
  readonly management: number;
}

export interface GatewayProcess {
  readonly ports: Ports;
  readonly printed: () => string;
  /** Exit code or signal once it has ended. */
  readonly exit: () => number | string | undefined;
  readonly probe: Probe;
  readonly close: () => Promise<void>;
}

/** Queries the probe inside the gateway; undefined once it has ended. A result also means that its event loop has turned. */
export type Probe = <Name extends keyof ProbeResults>(name: Name, details?: object) => Promise<ProbeResults[Name] | undefined>;

export interface GatewayOptions {
  readonly flags?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
}

/** Serves an assembly. @throws Error when it does not start */
export async function startGateway(assembly: string, { flags = [], environment = {} }: GatewayOptions = {}): Promise<GatewayProcess> {
  const child = spawn(process.execPath, ['--require', builtProgram('hostile-probe'), program, 'serve', assembly, ...OPTIONS, ...flags], {
    cwd: path.dirname(assembly), env: { ...process.env, ...environment, NODE_OPTIONS }, stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  let printed = '';
  let exit: number | string | undefined;
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (data: Buffer) => { printed += data.toString(); });
  const ended = new Promise<void>((resolve) => {
    child.on('close', (code, signal) => {
      exit = code ?? signal ?? undefined;
      resolve();
    });
  });
  const ports = await until(() => {
    if (exit !== undefined) throw new Error(`the gateway does not start:\n${printed}`);
    return portsIn(printed);
  }, START_MS);
  if (ports === undefined) throw new Error(`the gateway does not start within ${START_MS} ms`);
  return {
    ports,
    printed: () => printed,
    exit: () => exit,
    probe: probeOf(child, () => exit !== undefined),
    close: async () => {
      child.kill('SIGTERM');
      const kill = setTimeout(() => child.kill('SIGKILL'), KILL_MS);
      await ended;
      clearTimeout(kill);
    },
  };
}

function portsIn(printed: string): Ports | undefined {
  const data = /https?:\/\/127\.0\.0\.1:(\d+)\/dev/.exec(printed)?.[1];
  const management = /management:\s+http:\/\/127\.0\.0\.1:(\d+)/.exec(printed)?.[1];
  return management === undefined ? undefined : { data: Number(data), management: Number(management) };
}

function probeOf(child: ChildProcess, hasEnded: () => boolean): Probe {
  const waiting = new Map<number, (result: never) => void>();
  let last = 0;
  child.on('message', (message) => {
    const { id, result } = message as { readonly id: number; readonly result: never }; // only the probe sends
    waiting.get(id)?.(result);
    waiting.delete(id);
  });
  child.on('close', () => waiting.forEach((resolve) => resolve(undefined as never))); // as the type of Probe says
  return (name, details = {}) => new Promise((resolve) => {
    if (hasEnded()) {
      resolve(undefined);
      return;
    }
    last += 1;
    waiting.set(last, resolve);
    const request: ProbeRequest = { ...details, id: last, name };
    child.send(request);
  });
}
