import { spawn, type ChildProcess } from 'node:child_process';
import path from 'node:path';

export interface CommandLine {
  readonly line: string;
  readonly folder: string;
  readonly environment?: Readonly<Record<string, string>>;
}

export interface Ended {
  readonly code: number | null;
  /** Everything that it has printed. */
  readonly output: string;
}

/** Runs a command to its end. */
export type Command = (commandLine: CommandLine) => Promise<Ended>;

/** A command that runs on. */
export interface Started {
  readonly output: () => string;
  readonly hasEnded: () => boolean;
  /** Ends it, and what it has started. */
  readonly stop: () => Promise<void>;
}

const AT_MOST_MS = 300_000;
const STOP_MS = 10_000;

/** Runs a command as in a shell of a developer whose PATH has the package managers of `programs`. */
export async function runCommand(commandLine: CommandLine, programs: string): Promise<Ended> {
  const { child, output } = start(commandLine, programs);
  const timer = setTimeout(() => signal(child, 'SIGKILL'), AT_MOST_MS);
  const code = await ended(child);
  clearTimeout(timer);
  return { code, output: output() };
}

export function startCommand(commandLine: CommandLine, programs: string): Started {
  const { child, output } = start(commandLine, programs);
  const end = ended(child);
  return {
    output,
    hasEnded: () => child.exitCode !== null || child.signalCode !== null,
    stop: async () => {
      const timer = setTimeout(() => signal(child, 'SIGKILL'), STOP_MS);
      signal(child, 'SIGTERM');
      await end;
      clearTimeout(timer);
    },
  };
}

interface Running {
  readonly child: ChildProcess;
  readonly output: () => string;
}

function start({ line, folder, environment }: CommandLine, programs: string): Running {
  const env = { ...ownEnvironment(programs), ...environment };
  const child = spawn(line, { cwd: folder, shell: true, detached: true, env, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text: string) => { output += text; });
  return { child, output: () => output };
}

function ended(child: ChildProcess): Promise<number | null> {
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', resolve);
  });
}

/** Sends a signal to the whole group: a package manager is the parent of what it runs. */
function signal({ pid }: ChildProcess, name: NodeJS.Signals): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, name);
  } catch (error) {
    // the group has ended meanwhile
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
}

/** The environment without what tells a program that it runs in this repository, in npm, in a test or in CI. */
function ownEnvironment(programs: string): NodeJS.ProcessEnv {
  const own = Object.entries(process.env).filter(([name]) => !/^(npm_|NODE_(?:OPTIONS|PATH|ENV)$|INIT_CWD$|CI$|FORCE_COLOR$|JEST_|VITEST)/.test(name));
  return { ...Object.fromEntries(own), PATH: [programs, process.env.PATH].join(path.delimiter), NO_COLOR: '1' };
}
