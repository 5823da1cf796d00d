import type { SystemPorts } from '../ports';
import type { ServeOptions } from './serve-options';

/** The destination of lines that stages of access logs have for the output. */
const OUTPUT = 'stdout';

/** The same ports; with a log of requests, its lines go where the lines of stages go. */
export function withRequestLog(ports: SystemPorts, { requestLog }: Pick<ServeOptions, 'requestLog'>): SystemPorts {
  const { accessLog } = ports;
  if (requestLog === undefined || accessLog === undefined) return ports;
  const destination = requestLog === '-' ? OUTPUT : requestLog;
  return { ...ports, requestLog: (entry) => accessLog({ ...entry, destination }) };
}
