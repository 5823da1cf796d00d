import type { SystemPorts } from '../../ports';
import { lineWriter } from '../../system/line-writer';
import { jsonLog } from '../../system/log-json';
import { textLog } from '../../system/log-text';
import type { FromWorker, WorkerSettings } from './messages';

export interface WorkerLog extends Pick<SystemPorts, 'log' | 'accessLog'> {
  readonly flush: () => void;
}

/** Lines on the worker's output, which the primary writes whole, or entries over the channel. */
export function workerLog({ log, hasAccessLog }: WorkerSettings, post: (message: FromWorker) => void): WorkerLog {
  const accessLog = hasAccessLog ? { accessLog: (entry) => post({ type: 'access-log', entry }) } satisfies Partial<SystemPorts> : {};
  if (log === 'none') return { log: () => undefined, ...accessLog, flush: () => undefined };
  if (log === 'entries') return { log: (entry) => post({ type: 'log', entry }), ...accessLog, flush: () => undefined };
  // the primary is gone; this process ends with it
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
  const lines = lineWriter((text) => void process.stdout.write(text), (text) => void process.stdout.write(text, 'latin1'));
  process.on('exit', lines.flush);
  const write = log.format === 'json' ? jsonLog(lines.write) : textLog(lines.write, { color: log.hasColor, writeUtf8: lines.writeUtf8 });
  return { log: write, ...accessLog, flush: lines.flush };
}
