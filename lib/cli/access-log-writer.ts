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
  const files = new Map<string, WriteStream>();
  const open = (destination: string): WriteStream => {
    const file = path.resolve(directory, destination);
    mkdirSync(path.dirname(file), { recursive: true });
    const stream = createWriteStream(file, { flags: 'a' });
    stream.on('error', ({ message }) => log({ level: 'error', message: `the access log ${destination} is not written: ${message}` }));
    files.set(destination, stream);
    return stream;
  };
  return {
    write: ({ destination, line }) => {
      if (destination === 'stdout') return out(`${line}\n`);
      const stream = files.get(destination) ?? open(destination);
      if (!stream.destroyed) stream.write(`${line}\n`);
    },
    close: async () => {
      await Promise.all([...files.values()].map((stream) => new Promise<void>((resolve) => {
        if (stream.destroyed) resolve();
        else stream.end(resolve);
      })));
    },
  };
}
