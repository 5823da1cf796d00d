// Resource usage of processes, from Linux's /proc; elsewhere there are no figures.
import { spawnSync } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';

const PROCESSES = '/proc';
const BYTES_PER_KIB = 1024;
const ticksPerSecond = Number(spawnSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }).stdout) || 100;

/**
 * CPU time that a process and everything below it have used so far, in ms of user and system time, children that ended and
 * were waited for included. NaN if the system does not report it.
 */
export function cpuMs(pid) {
  const tree = treeOf(pid);
  if (tree.length === 0) return Number.NaN;
  return (tree.reduce((sum, { ticks }) => sum + ticks, 0) * 1_000) / ticksPerSecond;
}

/** CPU time of the process alone, in ms. NaN if the system does not report it. */
export function ownCpuMs(pid) {
  const [own] = treeOf(pid);
  return own === undefined ? Number.NaN : (own.ownTicks * 1_000) / ticksPerSecond;
}

/** Processes below the given one, each with its command line. */
export function descendantsOf(pid) {
  return treeOf(pid).slice(1).map((one) => ({ pid: one.pid, command: commandOf(one.pid) }));
}

/** The command line of a process; empty when it is gone. */
export function commandOf(pid) {
  return read(`${pid}/cmdline`)?.replaceAll('\0', ' ').trim() ?? '';
}

/** Resident and proportional memory of a process in MB of 1,000,000 bytes; the latter counts shared pages by their share. */
export function memoryMB(pid) {
  const text = read(`${pid}/smaps_rollup`) ?? '';
  const megabytes = (name) => (Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(text)?.[1] ?? Number.NaN) * BYTES_PER_KIB) / 1e6;
  return { residentMB: megabytes('Rss'), proportionalMB: megabytes('Pss') };
}

/** The process itself comes first; empty when it is gone, or where there is no /proc. */
function treeOf(pid) {
  const all = processes();
  const below = (parent) => all.filter(({ ppid }) => ppid === parent).flatMap((one) => [one, ...below(one.pid)]);
  return all.filter((one) => one.pid === pid).flatMap((one) => [one, ...below(pid)]);
}

function processes() {
  try {
    return readdirSync(PROCESSES).filter((name) => /^\d+$/.test(name)).flatMap((name) => {
      const text = read(`${name}/stat`);
      return text === undefined ? [] : [parseStat(text)];
    });
  } catch {
    return [];
  }
}

/** One /proc/<pid>/stat. The name of the program is in parentheses and may contain anything. @see proc_pid_stat(5) */
export function parseStat(text) {
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ').map(Number);
  const [, ppid] = fields;
  const [user, system, userOfChildren, systemOfChildren] = fields.slice(11, 15);
  return { pid: Number.parseInt(text, 10), ppid, ticks: user + system + userOfChildren + systemOfChildren, ownTicks: user + system };
}

function read(name) {
  try {
    return readFileSync(`${PROCESSES}/${name}`, 'utf8');
  } catch {
    return undefined;
  }
}
