// The gateway of the faults: the built command in a process of its own, with directories and an environment of its own.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';

const root = path.resolve(import.meta.dirname, '../..');
const program = path.join(root, 'bin/synthgate');
const START_MS = 180_000;
const STOP_MS = 30_000;

/** Synthesizes the fixture and serves it; the log is kept as entries. */
export async function startGateway(fixture) {
  const directory = mkdtempSync(path.join(tmpdir(), 'synthgate-faults-'));
  const temporary = mkdtempSync(path.join(tmpdir(), 'synthgate-faults-tmp-'));
  const assembly = path.join(directory, 'gateway.out');
  synthesize(fixture, assembly);
  const child = spawn(process.execPath, [program, 'serve', assembly, '--port', '0', '--json-logs', '--account-limit', 'off', '--instance-idle-timeout', '2'], {
    cwd: directory, stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, TMPDIR: temporary, GW_SECRET: 'gateway-secret' },
  });
  const gateway = { child, directory, temporary, assembly, entries: [], errors: '', ended: undefined };
  child.on('exit', (code, signal) => {
    gateway.ended = signal ?? code;
  });
  child.stderr.on('data', (data) => {
    gateway.errors += data;
  });
  keepEntries(gateway);
  const url = new URL(await urlOf(gateway));
  return Object.assign(gateway, { host: url.hostname, port: Number(url.port) });
}

/** Asks it to end; says what is left: of its processes, and of what it wrote. */
export async function stopGateway({ child, directory, temporary }) {
  const left = { processes: [], files: [] };
  if (child.exitCode === null && child.signalCode === null) {
    const gone = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGTERM');
    const timer = setTimeout(() => child.kill('SIGKILL'), STOP_MS);
    left.exit = await gone;
    clearTimeout(timer);
  }
  left.processes = processesIn(temporary);
  left.files = readdirSync(temporary);
  for (const one of [directory, temporary]) rmSync(one, { recursive: true, force: true });
  return left;
}

/** Resident memory in MiB, 0 where the system does not tell. */
export function residentMiB(pid) {
  try {
    return Math.round(Number(/^VmRSS:\s*(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024);
  } catch {
    return 0;
  }
}

/** Whether a process runs; one that ended and was not collected does not. */
export function isRunning(pid) {
  try {
    return !/^State:\s*Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
}

function synthesize(fixture, assembly) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, 'synth', '--app', fixture, '--output', assembly], { cwd: root, encoding: 'utf8' });
  if (status !== 0) throw new Error(`the fixture is not synthesized:\n${stdout}${stderr}`);
}

function keepEntries(gateway) {
  createInterface({ input: gateway.child.stdout }).on('line', (line) => {
    try {
      const entry = JSON.parse(line);
      // of what is well, nothing is looked at
      if (entry.function !== 'Neighbour' && !(line.includes('/prod/neighbour') && entry.level === 'info')) gateway.entries.push(entry);
    } catch {
      gateway.errors += `${line}\n`;
    }
  });
}

async function urlOf(gateway) {
  const endsAt = Date.now() + START_MS;
  for (;;) {
    const served = gateway.entries.find(({ message }) => message === 'serving');
    if (served !== undefined) return (served.apis ?? served.fields.apis)[0].url;
    if (gateway.ended !== undefined || Date.now() > endsAt) throw new Error(`the gateway does not serve (${gateway.ended}): ${gateway.errors}`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

/** Commands that run and have the directory in their arguments: instances, prewarmed processes, reapers. */
function processesIn(directory) {
  if (!existsSync('/proc')) return [];
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid);
  return pids.flatMap((pid) => {
    try {
      const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
      return command.includes(directory) && isRunning(pid) ? [`${pid} ${command.slice(0, 120)}`] : [];
    } catch {
      return [];
    }
  });
}
