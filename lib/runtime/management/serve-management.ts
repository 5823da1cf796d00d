import { GatewayError } from '../../errors';
import type { SystemPorts } from '../ports';
import { listen, type HttpListener, type ListenOptions } from '../server/http-server';
import type { RequestHandler } from '../server/request-handler';
import { newManagementToken, writeManagementAddress } from '../state/management-token';
import type { DashboardPorts } from './dashboard/dashboard-ports';
import { managementHandler } from './management';
import type { ServedApi, ServingProcesses } from './served';
import type { StoreState } from '../throttling/throttling';

/** Other machines cannot reach the port, whatever address the APIs listen on. */
const HOST = '127.0.0.1';
const FIRST_PORT = 4_000;
const PORTS_TRIED = 20;
/** A page keeps its connections open; its requests are answered at once. */
const PAGE_GRACE_MS = 500;

export interface ManagementParts {
  readonly stateDirectory: string;
  /** As for the APIs, except for the host, and without trusted proxies: none can be in between on one machine. */
  readonly listening: Omit<ListenOptions, 'host' | 'port' | 'now'>;
  readonly apis: () => readonly ServedApi[];
  readonly processes: () => ServingProcesses;
  readonly store?: (() => StoreState) | undefined;
  readonly metrics: () => Promise<string>;
  readonly clocks: Pick<SystemPorts, 'now' | 'monotonicNow'>;
  /** The dashboard, if there is one, and the token that it keeps over restarts. */
  readonly dashboard?: {
    readonly ports: DashboardPorts; readonly token: string; readonly close: () => void;
    /** Another token, for another port: whoever listens where the page was can have the first. */
    readonly renewToken: () => string;
    /** Where the page was at the last start: it may still be open. */
    readonly lastUrl?: string | undefined;
  } | undefined;
}

/** Opens the management port for the option or a dashboard. @param port - 0: a free one @throws PORT_IN_USE, STATE_NOT_WRITABLE */
export async function serveManagement(port: number | undefined, parts: ManagementParts) {
  const { apis, processes, store, dashboard, metrics, clocks: { now, monotonicNow } } = parts;
  if (port === undefined && dashboard === undefined) return undefined;
  const handlerFor = (token: string): RequestHandler => managementHandler({
    token, apis, processes, store, monotonicNow, metrics, dashboard: dashboard?.ports,
    onDefect: (error) => parts.listening.onDefect?.(error),
  });
  const options = { ...parts.listening, now, host: HOST, isTrusted: () => false };
  const { listener, token } = port === undefined && dashboard !== undefined ? await listenAgain(dashboard, handlerFor, options)
    : await listenAt(port ?? 0, { token: dashboard?.token ?? newManagementToken(), handlerFor, options });
  try {
    // only now: a start that fails must not replace the token of a running gateway
    const url = `http://${HOST}:${listener.port}`;
    const tokenFile = writeManagementAddress(parts.stateDirectory, { url, token });
    const close = (graceMs: number): Promise<void> => {
      if (dashboard === undefined) return listener.close(graceMs);
      dashboard.close();
      return listener.close(Math.min(graceMs, PAGE_GRACE_MS));
    };
    return { close, served: { url, tokenFile, dashboardUrl: dashboard && `${url}/?token=${token}` } };
  } catch (error) {
    await listener.close(0);
    throw error;
  }
}

interface Listening {
  readonly listener: HttpListener;
  readonly token: string;
}

type HandlerFor = (token: string) => RequestHandler;
type ManagementListening = Omit<ListenOptions, 'port'>;

interface Fixed {
  readonly token: string;
  readonly handlerFor: HandlerFor;
  readonly options: ManagementListening;
}

/** Listens on the given port. @throws PORT_IN_USE with the option that gave it */
async function listenAt(port: number, { token, handlerFor, options }: Fixed): Promise<Listening> {
  try {
    return { token, listener: await listen(handlerFor(token), { ...options, port }) };
  } catch (error) {
    if (!GatewayError.isGatewayError(error) || error.code !== 'PORT_IN_USE') throw error;
    throw new GatewayError('PORT_IN_USE', { ...error.details, option: 'managementPort' }, { cause: error });
  }
}

/** The port of the last start, if it is one of those that are tried. */
function keptPort(lastUrl: string | undefined): number | undefined {
  const port = lastUrl === undefined ? 0 : Number(new URL(lastUrl).port);
  return port >= FIRST_PORT && port < FIRST_PORT + PORTS_TRIED ? port : undefined;
}

/** Listens where the page was at the last start, with its token; if that is taken, on the first free port, with another token. */
async function listenAgain(
  { token, lastUrl, renewToken }: NonNullable<ManagementParts['dashboard']>, handlerFor: HandlerFor, options: ManagementListening,
): Promise<Listening> {
  const port = keptPort(lastUrl);
  try {
    if (port !== undefined) return { token, listener: await listen(handlerFor(token), { ...options, port }) };
  } catch (error) {
    if (!isTaken(error)) throw error;
  }
  const renewed = renewToken();
  return { token: renewed, listener: await listenFrom(FIRST_PORT, handlerFor(renewed), options) };
}

function isTaken(error: unknown): boolean {
  return GatewayError.isGatewayError(error) && error.code === 'PORT_IN_USE';
}

/** Listens on the first free port, or on any. */
async function listenFrom(port: number, handler: RequestHandler, options: Omit<ListenOptions, 'port'>): Promise<HttpListener> {
  try {
    return await listen(handler, { ...options, port });
  } catch (error) {
    if (!isTaken(error) || port === 0) throw error;
    return listenFrom(port + 1 < FIRST_PORT + PORTS_TRIED ? port + 1 : 0, handler, options);
  }
}
