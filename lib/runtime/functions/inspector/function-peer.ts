import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import type { Socket } from 'node:net';
import { isMissing, systemCode } from '../../state/system-error';
import { otherUser } from '../process/function-user';

/** Linux alone tells which process holds the other end of a connection. */
export const KNOWS_PEERS = process.platform === 'linux';

interface End {
  readonly localPort: number;
  readonly remotePort: number;
  readonly uid: number;
  /** Number of the socket; 0 once its process has closed it. */
  readonly inode: string;
}

/**
 * Whether a connection of this machine may come from a function: from one of these processes, from one that they have started,
 * or from the user that functions have to themselves. The answer is yes as well where the holder of the other end is not found, or
 * cannot be determined.
 *
 * @param functions - ids of processes, each of which leads a session
 */
export function isFromFunction({ localPort, remotePort }: Pick<Socket, 'localPort' | 'remotePort'>, functions: ReadonlySet<number>): boolean {
  const ends = ['/proc/net/tcp', '/proc/net/tcp6'].flatMap(readEnds);
  const peers = ends.filter((end) => end.localPort === remotePort && end.remotePort === localPort);
  if (peers.length === 0 || peers.some(({ uid, inode }) => inode === '0' || uid === otherUser()?.uid)) return true;
  const links = new Set(peers.map(({ inode }) => `socket:[${inode}]`));
  const processes = readProcesses();
  if (processes.some(({ pid, session }) => functions.has(session ?? NaN) && holdsOne(pid, links) !== false)) return true;
  // one that hides its session may be of a function, unless another one holds the connection
  const isHiding = processes.some(({ session }) => session === undefined);
  return isHiding && !processes.some(({ pid, session }) => session !== undefined && holdsOne(pid, links) === true);
}

/** @see https://www.kernel.org/doc/Documentation/networking/proc_net_tcp.txt */
function readEnds(file: string): End[] {
  return linesOf(file).slice(1).map((line) => {
    const [, local = '', remote = '', , , , , uid = '', , inode = ''] = line.trim().split(/\s+/);
    return { localPort: portOf(local), remotePort: portOf(remote), uid: Number(uid), inode };
  });
}

/** A system without IPv6 has no list of it. */
function linesOf(file: string): string[] {
  return (readIfThere(() => readFileSync(file, 'utf8')) ?? '').split('\n').filter((line) => line !== '');
}

function portOf(address: string): number {
  return Number.parseInt(address.slice(address.lastIndexOf(':') + 1), 16);
}

interface Process {
  readonly pid: string;
  /** NaN for one that has ended, undefined for one that may not be looked at: `/proc` can be mounted with `hidepid`. */
  readonly session: number | undefined;
}

function readProcesses(): Process[] {
  return readdirSync('/proc').filter((pid) => /^\d+$/.test(pid)).map((pid) => ({ pid, session: readIfAllowed(() => sessionOf(pid)) }));
}

/** The numbers follow the name, which may contain anything. */
function sessionOf(pid: string): number {
  const status = readIfThere(() => readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? '';
  const [, , , session] = status.slice(status.lastIndexOf(')') + 2).split(' ');
  return Number(session);
}

/** Undefined for a process that may not be looked at. */
function holdsOne(pid: string, links: ReadonlySet<string>): boolean | undefined {
  const directory = `/proc/${pid}/fd`;
  return readIfAllowed(() => {
    const descriptors = readIfThere(() => readdirSync(directory)) ?? [];
    return descriptors.some((descriptor) => links.has(readIfThere(() => readlinkSync(`${directory}/${descriptor}`)) ?? ''));
  });
}

function readIfAllowed<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (['EACCES', 'EPERM'].includes(systemCode(error))) return undefined;
    throw error;
  }
}

/** Undefined for what has ended meanwhile. */
function readIfThere<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (isMissing(error) || systemCode(error) === 'ESRCH') return undefined;
    throw error;
  }
}
