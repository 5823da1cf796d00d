import { GatewayError } from '../../errors';
import { describeProtocol } from '../../spec';
import type { HttpsOptions } from '../certificates/server-certificate';
import type { SystemPorts } from '../ports';
import { listen, type HttpListener, type ListenOptions } from '../server/http-server';
import type { Snapshot } from '../metrics/series';
import type { ManageConnection } from '../plan/manage-connections';
import type { Connections } from '../web-sockets';
import type { ServingProcesses } from '../management/served';
import { SERVE_DEFAULTS, type ServeOptions } from './serve-options';
import { connectionCertificate } from './connection-trust';
import { endpointHandler } from './domains';
import { endpointsOf, type Endpoint } from './endpoints';
import { openCertificate } from './renew-certificate';
import type { Load } from './load';

/** The listeners of the APIs, in this process or in others. */
export interface Listeners {
  /** One per endpoint, in order. */
  readonly ports: readonly number[];
  readonly processes: () => ServingProcesses;
  /** How many requests are being answered; undefined if that is known to other processes only. */
  readonly requestsInFlight: () => number | undefined;
  /** The metrics of other processes; none if this one serves. */
  readonly snapshots: () => Promise<readonly Snapshot[]>;
  /** Resolves when a load is served everywhere. @param resetsLimits - whether used limits are reset, too */
  readonly load: (next: Load, resetsLimits: boolean) => Promise<void>;
  /** Resolves when processes for the first calls of functions have started, where some are kept ready. */
  readonly warm: Promise<void>;
  /** Asks clients to go elsewhere; new connections are accepted all the same. */
  readonly drain: () => void;
  /** Accepts nothing more, waits up to `graceMs` for requests in flight, then closes the remaining connections. */
  readonly close: (graceMs: number) => Promise<void>;
}

export interface ListenersParts {
  readonly host: string | undefined;
  /** The port of an endpoint, by its index; 0: a free one. */
  readonly portOf: (index: number) => number;
  readonly listening: Omit<ListenOptions, 'host' | 'port' | 'now'>;
  readonly https: HttpsOptions;
  readonly basePaths: ServeOptions['basePaths'];
  /** Wall clock of the system, by which certificates are valid: nobody advances it. */
  readonly systemNow: () => number;
  readonly ports: SystemPorts;
  readonly pid: number;
  readonly connections: Connections;
  /** Runs commands on connections, also on those of other processes. */
  readonly manageConnection: ManageConnection;
}

/** Serves the APIs in this process. @throws PORT_IN_USE, LISTEN_FAILED, HTTPS_CERTIFICATE_INVALID, HTTPS_AUTHORITY_UNUSABLE */
export async function openListeners(current: () => Load, parts: ListenersParts): Promise<Listeners> {
  const { host = SERVE_DEFAULTS.host, portOf, ports, pid } = parts;
  const renewal = { options: { ...parts.https, host }, now: parts.systemNow, log: ports.log };
  const { certificate, renew } = await openCertificate(renewal);
  const listening = { ...parts.listening, ...(certificate === undefined ? {} : { certificate }) };
  const endpoints = endpointsOf(current().apis, parts);
  const plain = endpoints.some((endpoint) => keepsConnections(endpoint, current())) ? await connectionCertificate(renewal) : undefined;
  const listeners: HttpListener[] = [];
  const close = async (graceMs: number): Promise<void> => {
    const whenLeft = parts.connections.close(graceMs);
    await Promise.all(listeners.map((each) => each.close(graceMs)));
    await whenLeft();
  };
  try {
    for (const [index, endpoint] of endpoints.entries()) {
      const gateways = (): Load['gateways'] => current().gateways;
      const ofConnections = keepsConnections(endpoint, current()) ? plain?.certificate : undefined;
      const handler = endpointHandler(gateways, endpoint, parts);
      const secured = ofConnections === undefined ? listening : { ...listening, certificate: ofConnections, acceptsPlain: true };
      listeners.push(await listen(handler, { ...secured, host, port: portOf(index), now: ports.now }));
    }
  } catch (error) {
    await close(0);
    throw error;
  }
  // with HTTPS all have one certificate, without it those of WebSocket APIs; the others have none to replace
  const stopRenewing = (plain?.renew ?? renew)((renewed) => listeners.forEach((each) => each.useCertificate(renewed)));
  return {
    ports: listeners.map(({ port }) => port),
    processes: () => ({ wanted: 1, serving: [pid] }),
    requestsInFlight: () => listeners.reduce((sum, each) => sum + each.requestsInFlight(), 0),
    warm: Promise.resolve(), // the engine of this process knows
    drain: () => listeners.forEach((each) => each.drain()),
    snapshots: () => Promise.resolve([]),
    load: () => Promise.resolve(), // requests look up the current one
    close: (graceMs) => {
      stopRenewing();
      return close(graceMs);
    },
  };
}

/** Whether the clients of an endpoint connect and stay. */
function keepsConnections(endpoint: Endpoint, { apis }: Load): boolean {
  if (endpoint.type !== 'api') return false;
  return apis.some(({ name, definition }) => name === endpoint.api && describeProtocol(definition).keepsConnections);
}

const LAST_PORT = 65_535;

/** The port that the options give an endpoint, by its index; 0: a free one. @throws OPTION_INVALID past the last port */
export function portOfApi({ port = SERVE_DEFAULTS.port }: Pick<ServeOptions, 'port'>, index: number): number {
  if (port === 0) return 0;
  if (port + index > LAST_PORT) {
    const allowed = `at most ${LAST_PORT - index}, because each API has a port of its own`;
    throw new GatewayError('OPTION_INVALID', { option: 'port', given: String(port), allowed });
  }
  return port + index;
}
