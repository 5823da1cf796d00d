// HAProxy as others run it, but without the retries that would hide a lost request: a request that a gateway does not answer is a 503 or
// a cut connection for its client. What it knows of the gateways comes from its own checks of /readyz.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import path from 'node:path';
import { until } from '../until';

const PROGRAMS = ['/usr/sbin/haproxy', '/usr/local/sbin/haproxy', '/usr/bin/haproxy', '/usr/local/bin/haproxy'];

/** How often it asks each gateway whether it is ready; the first answer of another kind counts. */
const CHECK_MS = 200;
/** A machine that runs everything at once is slow. */
const SEEN_MS = 30_000;

/** A gateway, as the balancer sees it. */
export interface Member {
  readonly port: number;
  readonly healthPort: number;
}

export interface Balancer {
  /** The socket on which clients reach the gateways: `http` is read and balanced by request, `tcp` passed on by connection. */
  readonly sockets: { readonly http: string; readonly tcp: string };
  /** Resolves when it sends requests to all gateways, as whoever restarts them waits before the next. */
  readonly seesAll: () => Promise<void>;
  readonly close: () => Promise<void>;
}

/** The program; undefined if it is not installed. */
export function balancerProgram(): string | undefined {
  return PROGRAMS.find((file) => existsSync(file));
}

/** Starts the balancer. @throws with what it printed */
export async function startBalancer(program: string, directory: string, members: readonly Member[]): Promise<Balancer> {
  const sockets = { http: path.join(directory, 'http.sock'), tcp: path.join(directory, 'tcp.sock'), admin: path.join(directory, 'admin.sock') };
  const file = path.join(directory, 'haproxy.cfg');
  writeFileSync(file, configuration(sockets, members));
  const checked = spawnSync(program, ['-c', '-f', file], { encoding: 'utf8' });
  if (checked.status !== 0) throw new Error(`haproxy refuses its configuration:\n${checked.stdout}${checked.stderr}`);
  const child = spawn(program, ['-db', '-f', file], { stdio: ['ignore', 'ignore', 'pipe'] });
  let errors = '';
  child.stderr.on('data', (data: Buffer) => { errors += data.toString(); });
  const ended = new Promise<void>((resolve) => { child.once('close', () => resolve()); });
  const isOpen = await until(() => child.exitCode !== null || (existsSync(sockets.http) && existsSync(sockets.tcp)));
  if (isOpen === undefined || child.exitCode !== null) throw new Error(`haproxy does not start: ${errors}`);
  return {
    sockets,
    seesAll: async () => {
      const seen = await until(async () => (await statesOf(sockets.admin)).every((state) => state === 'UP'), SEEN_MS);
      if (seen === undefined) throw new Error(`haproxy sees ${(await statesOf(sockets.admin)).join(', ')}`);
    },
    close: async () => {
      child.kill('SIGKILL');
      await ended;
    },
  };
}

/** The states of the gateways, from the table of the admin socket: `pxname,svname,…` with a status for each server. */
function statesOf(socketPath: string): Promise<readonly string[]> {
  return new Promise((resolve, reject) => {
    const socket = connect(socketPath, () => socket.end('show stat\n'));
    let text = '';
    socket.on('data', (data) => { text += data.toString(); });
    socket.on('error', reject).on('close', () => {
      const [head = '', ...rows] = text.trim().split('\n').map((line) => line.replace('# ', ''));
      const column = head.split(',').indexOf('status');
      resolve(rows.filter((row) => row.includes(',gateway')).map((row) => row.split(',')[column] ?? ''));
    });
  });
}

interface Sockets {
  readonly http: string;
  readonly tcp: string;
  readonly admin: string;
}

function configuration(sockets: Sockets, members: readonly Member[]): string {
  const servers = members.map(({ port, healthPort }, index) =>
    `  server gateway${index} 127.0.0.1:${port} check port ${healthPort} inter ${CHECK_MS}ms fall 1 rise 1`).join('\n');
  const backend = (mode: string): string => `backend ${mode}
  mode ${mode}
  balance roundrobin
  option httpchk GET /readyz
  http-check expect status 200
${servers}`;
  return `global
  maxconn 2000
  stats socket unix@${sockets.admin} level admin
defaults
  retries 0
  timeout connect 5s
  timeout client 60s
  timeout server 60s
  timeout check 2s
frontend clients_http
  mode http
  bind unix@${sockets.http}
  default_backend http
frontend clients_tcp
  mode tcp
  bind unix@${sockets.tcp}
  default_backend tcp
${backend('http')}
${backend('tcp')}
`;
}
