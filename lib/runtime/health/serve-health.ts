import { GatewayError } from '../../errors';
import { listen, type HttpListener, type ListenOptions } from '../server/http-server';
import { healthHandler } from './health';
import type { HealthParts } from './health-routes';

/** Probes are few; a port that is open to others has no more for them. */
const MAX_CONNECTIONS = 256;

export interface ServeHealthParts extends HealthParts {
  /** As for the APIs, without a certificate: a probe does not check one. */
  readonly listening: Omit<ListenOptions, 'port'>;
}

/** An open health port. */
export interface OpenHealth {
  /** `http://0.0.0.0:4001`. */
  readonly url: string;
  readonly close: HttpListener['close'];
}

/** Opens the health port, if one is configured. @param port - 0: a free one @throws PORT_IN_USE, LISTEN_FAILED */
export async function serveHealth(port: number | undefined, { listening, ...parts }: ServeHealthParts): Promise<OpenHealth | undefined> {
  if (port === undefined) return undefined;
  const { host, onDefect = () => undefined } = listening;
  const limits = { maxConnections: MAX_CONNECTIONS, maxConnectionsPerAddress: MAX_CONNECTIONS };
  try {
    const listener = await listen(healthHandler(parts, onDefect), { ...listening, ...limits, isTrusted: () => false, port });
    return { url: `http://${host.includes(':') ? `[${host}]` : host}:${listener.port}`, close: () => listener.close(0) };
  } catch (error) {
    if (!GatewayError.isGatewayError(error) || error.code !== 'PORT_IN_USE') throw error;
    throw new GatewayError('PORT_IN_USE', { ...error.details, option: 'healthPort' }, { cause: error });
  }
}
