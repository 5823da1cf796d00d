import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { accessSync, constants } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import path from 'node:path';
import { Redis } from 'ioredis';
import { newDirectory } from './temporary-directory';

/** A server of shared limits, on a Unix socket of its own. */
export interface StoreServer {
  /** The URL for the option `store`. */
  readonly url: string;
  /** A client for the test's own questions. */
  readonly client: Redis;
  /** Starts it again after `kill`. */
  readonly start: () => Promise<void>;
  /** Sends a signal; resolves when a killed one is gone. */
  readonly signal: (signal: NodeJS.Signals) => Promise<void>;
  readonly close: () => Promise<void>;
}

/** The file of the server: Valkey, or Redis as Debian has it. */
function serverFile(): string {
  const folders = (process.env.PATH ?? '').split(path.delimiter);
  const files = ['valkey-server', 'redis-server'].flatMap((name) => folders.map((folder) => path.join(folder, name)));
  const file = files.find((candidate) => {
    try {
      accessSync(candidate, constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
  if (file === undefined) throw new Error('neither valkey-server nor redis-server is installed: node scripts/system-packages.mjs');
  return file;
}

/** A port of 127.0.0.1 that nobody has. */
export async function freePort(): Promise<number> {
  const listener = createServer().listen(0, '127.0.0.1');
  await once(listener, 'listening');
  const { port: free } = listener.address() as AddressInfo; // a TCP server that listens has one
  listener.close();
  await once(listener, 'close');
  return free;
}

/** Starts a server. @param settings - further arguments; it keeps nothing on disk without one */
export async function startStoreServer(...settings: readonly string[]): Promise<StoreServer> {
  const directory = newDirectory('synthgate-store-');
  const socket = path.join(directory, 'store.sock');
  let child: ChildProcess;
  const client = new Redis(socket, { lazyConnect: true, retryStrategy: () => 20 });
  client.on('error', () => undefined); // it is killed on purpose
  const start = async (): Promise<void> => {
    child = spawn(serverFile(), ['--port', '0', '--unixsocket', socket, '--dir', directory, '--save', '', '--daemonize', 'no', ...settings], { stdio: ['ignore', 'pipe', 'inherit'] });
    await new Promise<void>((resolve, reject) => {
      child.once('exit', (code) => reject(new Error(`the store ended with ${String(code)}`)));
      child.stdout?.on('data', (lines: Buffer) => { if (lines.includes('Ready to accept connections') || lines.includes('ready to accept connections')) resolve(); });
    });
  };
  const signal = async (name: NodeJS.Signals): Promise<void> => {
    const gone = name === 'SIGKILL' ? once(child, 'exit') : undefined;
    child.kill(name);
    await gone;
  };
  await start();
  return {
    url: `unix://${socket}`, client, start, signal,
    close: async () => {
      client.disconnect();
      if (child.exitCode === null && child.signalCode === null) await signal('SIGKILL');
    },
  };
}
