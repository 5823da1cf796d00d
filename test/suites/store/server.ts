import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';

/** A real store that keeps every write, so that a kill loses nothing that it confirmed. */
export interface Server {
  readonly socket: string;
  readonly start: () => Promise<void>;
  readonly kill: () => Promise<void>;
  readonly pause: () => void;
  readonly resume: () => void;
}

/** The program of the store; undefined if none is installed. */
export function serverProgram(): string | undefined {
  return ['valkey-server', 'redis-server'].find((name) => spawnSync(name, ['--version']).status === 0);
}

export function createServer(program: string, directory: string): Server {
  const socket = path.join(directory, 'store.sock');
  let child: ChildProcess | undefined;
  return {
    socket,
    start: async () => {
      const settings = ['--port', '0', '--unixsocket', socket, '--dir', directory, '--save', '', '--appendonly', 'yes', '--appendfsync', 'always'];
      const started = spawn(program, settings, { stdio: ['ignore', 'pipe', 'inherit'] });
      child = started;
      await new Promise<void>((resolve, reject) => {
        started.once('exit', (code) => reject(new Error(`the store ended with ${String(code)}`)));
        started.stdout.on('data', (lines: Buffer) => { if (/ready to accept connections/i.test(lines.toString())) resolve(); });
      });
    },
    kill: async () => {
      if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
      const gone = once(child, 'exit');
      child.kill('SIGKILL');
      await gone;
    },
    pause: () => void child?.kill('SIGSTOP'),
    resume: () => void child?.kill('SIGCONT'),
  };
}
