import { closeSync, mkdirSync, openSync } from 'node:fs';
import { mkdir, open, type FileHandle } from 'node:fs/promises';
import path from 'node:path';
import { GatewayError } from '../errors';
import type { Log, WriteAccessLog } from '../runtime';
import { countLosses, type Losses } from './count-losses';
import { lineBatch } from './standard-stream';
import type { Terminal } from './terminal';

/** Maximum number of bytes that wait for a disk. */
const MAX_WAITING_BYTES = 16 * 1024 * 1024;

/**
 * Opens a writer of access logs: to the output, or to the files that stages name, which it appends to. Lines that cannot be written are
 * counted and reported; the next line is tried again.
 */
export function openAccessLogs({ out, directory }: Pick<Terminal, 'out' | 'directory'>, log: Log) {
  const files = new Map<string, AccessLogFile>();
  const fileOf = (destination: string): AccessLogFile => {
    const known = files.get(destination);
    if (known !== undefined) return known;
    const losses = countLosses(`the access log ${destination}`, { failing: log, recovered: log });
    const file = new AccessLogFile(path.resolve(directory, destination), losses);
    files.set(destination, file);
    return file;
  };
  return {
    write: ({ destination, line }: Parameters<WriteAccessLog>[0]) => {
      if (destination === 'stdout') out(`${line}\n`);
      else fileOf(destination).write(`${line}\n`);
    },
    /** Makes sure that a file can be written. @throws OUTPUT_NOT_WRITTEN */
    require: (destination: string) => requireFile(path.resolve(directory, destination)),
    /** Closes the files, so that the next line opens those that have the names now: a rotation has renamed the old ones. */
    reopen: () => files.forEach((file) => file.reopen()),
    /** Writes the rest and closes the files. */
    close: async () => { await Promise.all([...files.values()].map((file) => file.close())); },
  };
}

function requireFile(file: string): void {
  try {
    mkdirSync(path.dirname(file), { recursive: true });
    closeSync(openSync(file, 'a'));
  } catch (cause) {
    throw new GatewayError('OUTPUT_NOT_WRITTEN', { output: file, reason: cause instanceof Error ? cause.message : String(cause) }, { cause });
  }
}

/** A file that is opened with its first line, and again after each error: it may have been the disk's. */
class AccessLogFile {
  #handle: FileHandle | undefined;
  #waiting: Buffer[] = [];
  #waitingBytes = 0;
  #writing: Promise<void> | undefined;
  /** Whether the file ends within a line. */
  #isTorn = false;
  /** Whether the file of this name may be another one. */
  #isStale = false;

  public constructor(private readonly file: string, private readonly losses: Losses) {}

  public write(line: string): void {
    const bytes = Buffer.from(line);
    if (this.#waitingBytes + bytes.length > MAX_WAITING_BYTES) {
      this.losses.lost(1, new Error('the disk is slower than the requests'));
      return;
    }
    this.#waiting.push(bytes);
    this.#waitingBytes += bytes.length;
    this.#run();
  }

  public reopen(): void {
    this.#isStale = true;
    this.#run();
  }

  public async close(): Promise<void> {
    while (this.#writing !== undefined) await this.#writing;
    await this.#closeHandle();
    this.losses.close();
  }

  #run(): void {
    this.#writing ??= this.#writeAll().finally(() => {
      this.#writing = undefined;
      // a line that came after the last look
      if (this.#waiting.length > 0 || this.#isStale) this.#run();
    });
  }

  async #writeAll(): Promise<void> {
    while (this.#waiting.length > 0 || this.#isStale) {
      if (this.#isStale) {
        this.#isStale = false;
        this.#isTorn = false;
        await this.#closeHandle();
      }
      const bytes = Buffer.concat(this.#waiting);
      this.#waiting = [];
      this.#waitingBytes = 0;
      await this.#append(bytes);
    }
  }

  async #append(lines: Buffer): Promise<void> {
    const { bytes, stoppedAfter } = lineBatch(lines, this.#isTorn);
    let written = 0;
    try {
      const handle = this.#handle ??= await this.#open();
      while (written < bytes.length) written += (await handle.write(bytes, written)).bytesWritten;
    } catch (error) {
      const { isTorn, lost } = stoppedAfter(written);
      this.#isTorn = isTorn;
      this.losses.lost(lost, error as NodeJS.ErrnoException); // what opening and writing reject with
      await this.#closeHandle();
      return;
    }
    this.#isTorn = false;
    this.losses.written();
  }

  async #open(): Promise<FileHandle> {
    await mkdir(path.dirname(this.file), { recursive: true });
    return open(this.file, 'a');
  }

  /** A disk that refused a write may refuse to close, too; its lines are counted. */
  async #closeHandle(): Promise<void> {
    const handle = this.#handle;
    this.#handle = undefined;
    await handle?.close().catch(() => undefined);
  }
}
