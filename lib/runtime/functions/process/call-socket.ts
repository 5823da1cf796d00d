import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readSync, rmSync } from 'node:fs';
import { connect, createServer, type Socket } from 'node:net';
import path from 'node:path';
import type { FrameEncoding } from '../wire/frame-writer';

const TOKEN_BYTES = 16;
/** More than the kernel keeps for one socket, so that one read takes all there is. */
const READ_BYTES = 1024 * 1024;
/** The shortest limit of a socket's path: 104 bytes on macOS, 108 on Linux, with the zero at the end. */
const MAX_PATH_BYTES = 100;

/**
 * The socket from which a process takes its calls, one at a time, each when it begins it. The gateway keeps both ends open,
 * so it can read back what the process has not read. The kernel hands every byte out once: a call that the gateway
 * has read back was not begun and never will be, whatever the process says, forges or closes; any other may have begun. A process
 * cannot put bytes back, since its end only writes towards the gateway, and a socket cannot be opened through /proc.
 */
export class CallSocket {
  public readonly theirs: Socket;

  private constructor(private readonly ours: Socket, theirs: Socket) {
    this.theirs = theirs;
    for (const end of [ours, theirs]) end.on('error', () => undefined).unref();
  }

  /** @param directory - of the process that will use it; nothing is left in it */
  public static async open(directory: string): Promise<CallSocket> {
    const { file, remove } = socketPath(directory);
    const server = createServer({ pauseOnConnect: true }).unref();
    try {
      server.listen({ path: file, exclusive: true }); // by this process: in a worker, the primary would have to open it and send it
      await once(server, 'listening');
      const ours = connect(file);
      // together: whichever fails, the other one must not be left waiting, or fail unheard
      const ends = Promise.all([once(server, 'connection') as Promise<[Socket]>, once(ours, 'connect')]);
      const [[theirs]] = await Promise.race([ends, unaccepted(ours)]);
      const socket = new CallSocket(ours, theirs);
      if (!socket.#isWhole()) throw new Error('another process has connected to the socket of an instance');
      return socket;
    } finally {
      server.close();
      remove();
    }
  }

  /** The descriptor of the end of the process, in this process. */
  public get fd(): number {
    return numberOf(this.theirs, 'fd', -1);
  }

  public write(data: string | Uint8Array, encoding: FrameEncoding): void {
    this.ours.write(data, encoding);
  }

  /** Closes the socket. @returns how many of the bytes written were read, by whichever process; no more can be */
  public takeBack(): number {
    if (this.theirs.destroyed) return Infinity;
    const acceptedBytes = numberOf(this.ours, 'bytesWritten', Infinity) - numberOf(this.ours, 'writeQueueSize', 0);
    // what the kernel has not accepted yet, it will never get
    this.ours.destroy();
    const unreadBytes = this.#readAll();
    this.close();
    return acceptedBytes - TOKEN_BYTES - unreadBytes;
  }

  /** For a process that has ended, or has never started. */
  public close(): void {
    this.ours.destroy();
    this.theirs.destroy();
  }

  #readAll(): number {
    const buffer = Buffer.allocUnsafe(READ_BYTES);
    try {
      return readSync(this.fd, buffer, 0, READ_BYTES, null);
    } catch {
      return 0; // nothing is left in it
    }
  }

  /** Whether both ends belong together: the path was there for others, too, for a moment. */
  #isWhole(): boolean {
    const token = randomBytes(TOKEN_BYTES);
    this.ours.write(token);
    const received = Buffer.alloc(TOKEN_BYTES);
    try {
      return readSync(this.fd, received, 0, TOKEN_BYTES, null) === TOKEN_BYTES && token.equals(received);
    } catch {
      return false;
    }
  }
}

/** Rejects when the connection ends: without a descriptor left, the system connects a socket, and Node closes it unaccepted. */
async function unaccepted(ours: Socket): Promise<never> {
  await once(ours, 'close');
  throw Object.assign(new Error('EMFILE: too many open files, accept'), { code: 'EMFILE' });
}

function socketPath(directory: string): { readonly file: string; readonly remove: () => void } {
  const file = path.join(directory, 'calls');
  if (Buffer.byteLength(file) <= MAX_PATH_BYTES) return { file, remove: () => undefined };
  const short = mkdtempSync('/tmp/synthgate-');
  return { file: path.join(short, 'calls'), remove: () => rmSync(short, { recursive: true, force: true }) };
}

/** A number of the handle behind a socket, for which Node has no public name. */
function numberOf(socket: Socket, name: 'fd' | 'bytesWritten' | 'writeQueueSize', otherwise: number): number {
  const handle: unknown = Reflect.get(socket, '_handle');
  const value: unknown = typeof handle === 'object' && handle !== null ? Reflect.get(handle, name) : undefined;
  return typeof value === 'number' ? value : otherwise;
}
