import { execFile } from 'node:child_process';
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { promisify } from 'node:util';
import { GatewayError } from '../errors';
import { flagName } from './serve-flags';

export interface PortOwner {
  readonly pid: number;
  readonly name: string;
}

const LISTENING = '0A';
const LSOF_TIMEOUT_MS = 2_000;

/** Returns the process that listens on a port of this machine; undefined if it cannot be seen, as for processes of other users. */
export async function portOwner(port: number): Promise<PortOwner | undefined> {
  return process.platform === 'linux' ? ownerInProc(port) : ownerByLsof(port);
}

/** ` by node (pid 812)`; empty if it is not known. */
export function ownerText(owner: PortOwner | undefined): string {
  return owner === undefined ? '' : ` by ${owner.name} (pid ${owner.pid})`;
}

/** Adds to PORT_IN_USE who has the port, and which option selects another. */
export async function namingPortOwner<Value>(listen: () => Promise<Value>): Promise<Value> {
  try {
    return await listen();
  } catch (error) {
    if (!GatewayError.isGatewayError(error) || error.code !== 'PORT_IN_USE') throw error;
    const holder = ownerText(await portOwner(Number(error.details.port)));
    const option = flagName(String(error.details.option ?? 'port')) ?? '--port';
    throw new GatewayError('PORT_IN_USE', { ...error.details, holder, option }, { cause: error });
  }
}

/** @see https://docs.kernel.org/networking/proc_net_tcp.html */
function ownerInProc(port: number): PortOwner | undefined {
  const address = `:${port.toString(16).toUpperCase().padStart(4, '0')}`;
  const sockets = ['/proc/net/tcp', '/proc/net/tcp6'].flatMap((file) => attempt(() => readFileSync(file, 'utf8'), '').split('\n'))
    .map((line) => line.trim().split(/\s+/))
    .filter(([, local = '', , state]) => local.endsWith(address) && state === LISTENING)
    .map((fields) => `socket:[${fields[9] ?? ''}]`);
  if (sockets.length === 0) return undefined;
  const pid = attempt(() => readdirSync('/proc'), []).find((name) => /^\d+$/.test(name) && hasOneOf(name, sockets));
  return pid === undefined ? undefined : { pid: Number(pid), name: attempt(() => readFileSync(`/proc/${pid}/comm`, 'utf8').trim(), 'a process') };
}

function hasOneOf(pid: string, sockets: readonly string[]): boolean {
  const directory = `/proc/${pid}/fd`;
  return attempt(() => readdirSync(directory), []).some((name) => sockets.includes(attempt(() => readlinkSync(`${directory}/${name}`), '')));
}

async function ownerByLsof(port: number): Promise<PortOwner | undefined> {
  try {
    const { stdout } = await promisify(execFile)('lsof', ['-nP', `-iTCP:${port}`, '-sTCP:LISTEN', '-Fpc'], { timeout: LSOF_TIMEOUT_MS });
    return fromLsof(stdout);
  } catch {
    // it is not installed, or nobody listens
    return undefined;
  }
}

/** From lines such as `p812` and `cnode`. */
export function fromLsof(output: string): PortOwner | undefined {
  const [pid, name] = [/^p(\d+)$/m.exec(output)?.[1], /^c(.+)$/m.exec(output)?.[1]];
  return pid === undefined ? undefined : { pid: Number(pid), name: name ?? 'a process' };
}

/** Processes end while they are looked at, and those of others cannot be read. */
function attempt<Value>(read: () => Value, otherwise: Value): Value {
  try {
    return read();
  } catch {
    return otherwise;
  }
}
