import { GatewayError } from '../../errors';
import { trustedProxies } from '../edge/viewer';
import type { Log, LogEntry } from '../ports';
import type { ServeOptions } from './serve-options';
import type { CutCode, ListenOptions } from '../server/http-server';
import { completeLimits, type ServerLimits } from '../server/server-limits';
import { defectText } from '../system/defect-text';
import { rareReports, type RareReports } from '../rare-reports';

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
  const { code, message } = new GatewayError('INTERNAL', { reason: defectText(error) });
  return { level: 'error', code, message };
}

/** At most one line per second and kind. */
function reportCuts({ maxConnections, maxConnectionsPerAddress }: ServerLimits, log: Log): NonNullable<ListenOptions['onCut']> {
  const reportsOf = (details: Readonly<Record<string, number>>) => rareReports((code: CutCode, count) => {
    const { message } = new GatewayError(code, { count, ...details });
    log({ level: 'warn', code, message });
  });
  const reports: Readonly<Record<CutCode, RareReports<CutCode>>> = {
    CONNECTIONS_EXCEEDED: reportsOf({ max: maxConnections }),
    ADDRESS_CONNECTIONS_EXCEEDED: reportsOf({ max: maxConnectionsPerAddress }),
    CLIENT_TOO_SLOW: reportsOf({}),
    ACCEPT_FAILED: reportsOf({}),
  };
  return (code) => reports[code].add(code);
}
