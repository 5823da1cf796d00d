import { GatewayError } from '../../errors';
import { trustedProxies } from '../edge/viewer';
import type { Log, LogEntry } from '../ports';
import type { ServeOptions } from './serve-options';
import type { CutCode, ListenOptions } from '../server/http-server';
import { completeLimits, type ServerLimits } from '../server/server-limits';

/** Rejected or closed connections are logged immediately, and then once a second with their number. */
const REPORT_MS = 1_000;

/** The options of an HTTP server, from the options of `serve`. */
export function listenOptions(options: Pick<ServeOptions, 'serverLimits' | 'trustedProxies'>, log: Log): Omit<ListenOptions, 'host' | 'port' | 'now'> {
  const limits = completeLimits(options.serverLimits);
  return {
    ...limits,
    isTrusted: trustedProxies(options.trustedProxies ?? []),
    onCut: reportCuts(limits, log),
    onDefect: (error) => log(defectOf(error)),
  };
}

function defectOf(error: unknown): LogEntry {
  const { code, message } = new GatewayError('INTERNAL', { reason: error instanceof Error ? error.stack ?? error.message : String(error) });
  return { level: 'error', code, message };
}

/** At most one line per second and kind: an attack should not fill the disk as well. */
function reportCuts({ maxConnections, maxConnectionsPerAddress }: ServerLimits, log: Log): NonNullable<ListenOptions['onCut']> {
  const counts: Record<CutCode, number> = {
    CONNECTIONS_EXCEEDED: 0, ADDRESS_CONNECTIONS_EXCEEDED: 0, CLIENT_TOO_SLOW: 0, ACCEPT_FAILED: 0,
  };
  const details = {
    CONNECTIONS_EXCEEDED: { max: maxConnections },
    ADDRESS_CONNECTIONS_EXCEEDED: { max: maxConnectionsPerAddress },
    CLIENT_TOO_SLOW: {},
    ACCEPT_FAILED: {},
  };
  const waiting = new Set<CutCode>();
  const report = (code: CutCode): void => {
    if (counts[code] === 0) return;
    const { message } = new GatewayError(code, { count: counts[code], ...details[code] });
    log({ level: 'warn', code, message });
    counts[code] = 0;
    waiting.add(code);
    setTimeout(() => {
      waiting.delete(code);
      report(code);
    }, REPORT_MS).unref();
  };
  return (code) => {
    counts[code] += 1;
    if (!waiting.has(code)) report(code);
  };
}
