import { createWriteStream, mkdirSync, type WriteStream } from 'node:fs';
import path from 'node:path';
import type { Log, WriteAccessLog } from '../runtime';
import type { Terminal } from './terminal';

/** Writes access logs: to the output, or to the files that stages name. */
export interface AccessLogWriter {
  readonly write: WriteAccessLog;
  /** Writes the rest and closes the files. */
  readonly close: () => Promise<void>;
}

/** Opens a writer. It appends to files; a file that cannot be written is reported once and does not affect requests. */
export function openAccessLogs({ out, directory }: Pick<Terminal, 'out' | 'directory'>, log: Log): AccessLogWriter {
  /** Undefined for a file that could not be opened. */
  const files = new Map<string, WriteStream | undefined>();
  const report = (destination: string, error: unknown): void =>
    log({ level: 'error', message: `the access log ${destination} is not written: ${error instanceof Error ? error.message : String(error)}` });
  const open = (destination: string): WriteStream | undefined => {
    const file = path.resolve(directory, destination);
    files.set(destination, undefined);
    try {
      mkdirSync(path.dirname(file), { recursive: true });
    } catch (error) {
      report(destination, error);
      return undefined;
    }
    const stream = createWriteStream(file, { flags: 'a' });
    stream.on('error', (error) => report(destination, error));
    files.set(destination, stream);
    return stream;
  };
  return {
    write: ({ destination, line }) => {
      if (destination === 'stdout') return out(`${line}\n`);
      const stream = files.has(destination) ? files.get(destination) : open(destination);
      if (stream?.destroyed === false) stream.write(`${line}\n`);
    },
    close: async () => {
      await Promise.all([...files.values()].map((stream) => new Promise<void>((resolve) => {
        if (stream === undefined || stream.destroyed) resolve();
        else stream.end(resolve);
      })));
    },
  };
}
