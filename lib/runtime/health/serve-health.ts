import { GatewayError } from '../../errors';
import { listen, type HttpListener, type ListenOptions } from '../server/http-server';
import type { GivenLimits } from '../server/server-limits';
import { healthHandler } from './health';
import type { HealthParts } from './health-routes';

/** Limits of the health port. Probes are few and short, and whoever reaches the port must not keep them from their answers. */
export const HEALTH_LIMITS: GivenLimits = {
  maxConnections: 1_024, maxConnectionsPerAddress: 32, headersTimeoutMs: 5_000, requestTimeoutMs: 5_000, idleTimeoutMs: 5_000,
};

export interface ServeHealthParts extends HealthParts {
  /** With `HEALTH_LIMITS`, and without a certificate: a probe does not check one. */
  readonly listening: Omit<ListenOptions, 'port'>;
}

export interface OpenHealth {
  /** `http://0.0.0.0:4001`. */
  readonly url: string;
  readonly close: HttpListener['close'];
}

/** Opens the health port, if one is configured. @param port - 0: a free one @throws PORT_IN_USE, LISTEN_FAILED */
export async function serveHealth(port: number | undefined, { listening, ...parts }: ServeHealthParts): Promise<OpenHealth | undefined> {
  if (port === undefined) return undefined;
  const { host, onDefect = () => undefined } = listening;
  try {
    const listener = await listen(healthHandler(parts, onDefect), { ...listening, closesOldest: true, port });
    listener.drain(); // a connection that is kept would count for nothing
    return { url: `http://${host.includes(':') ? `[${host}]` : host}:${listener.port}`, close: () => listener.close(0) };
  } catch (error) {
    if (!GatewayError.isGatewayError(error) || error.code !== 'PORT_IN_USE') throw error;
    throw new GatewayError('PORT_IN_USE', { ...error.details, option: 'healthPort' }, { cause: error });
  }
}
