import { GatewayError } from '../../errors';
import { isAddressRange } from '../edge/addresses';
import { trustedProxies, type IsTrusted } from '../edge/viewer';
import type { Log } from '../ports';
import type { ServeOptions } from './serve-options';
import type { CutCode, ListenOptions } from '../server/http-server';
import { SERVER_LIMIT_DEFAULTS, type ServerLimits } from '../server/limits';

/** Rejected or closed connections are logged immediately, and then once a second with their number. */
const REPORT_MS = 1_000;

/**
 * The options of an HTTP server, from the options of `serve`.
 * @throws OPTION_INVALID
 */
export function listenOptions(options: Pick<ServeOptions, 'serverLimits' | 'trustedProxies'>, log: Log): Omit<ListenOptions, 'host' | 'port' | 'now'> {
  const limits = checkedLimits(options.serverLimits ?? {});
  return { ...limits, isTrusted: checkedProxies(options.trustedProxies ?? []), onCut: reportCuts(limits, log) };
}

function checkedLimits(given: Partial<ServerLimits>): ServerLimits {
  const limits: ServerLimits = { ...SERVER_LIMIT_DEFAULTS, ...given };
  for (const [name, value] of Object.entries(limits)) {
    if (!Number.isSafeInteger(value) || value < 1) {
      throw new GatewayError('OPTION_INVALID', { option: `serverLimits.${name}`, given: String(value), allowed: 'a whole number above 0' });
    }
  }
  return limits;
}

function checkedProxies(ranges: readonly string[]): IsTrusted {
  const wrong = ranges.find((range) => !isAddressRange(range));
  if (wrong === undefined) return trustedProxies(ranges);
  throw new GatewayError('OPTION_INVALID', { option: 'trustedProxies', given: wrong, allowed: 'an IP address or a range such as 10.0.0.0/8' });
}

/** At most one line per second and kind: an attack should not fill the disk as well. */
function reportCuts({ maxConnections, maxConnectionsPerAddress }: ServerLimits, log: Log): NonNullable<ListenOptions['onCut']> {
  const counts: Record<CutCode, number> = { CONNECTIONS_EXCEEDED: 0, ADDRESS_CONNECTIONS_EXCEEDED: 0, CLIENT_TOO_SLOW: 0 };
  const details = {
    CONNECTIONS_EXCEEDED: { max: maxConnections },
    ADDRESS_CONNECTIONS_EXCEEDED: { max: maxConnectionsPerAddress },
    CLIENT_TOO_SLOW: {},
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
