import type { SystemPorts } from '../ports';
import { listen, type HttpListener, type ListenOptions } from '../server/http-server';
import { newManagementToken, writeManagementToken } from '../state/management-token';
import { managementHandler } from './management';
import type { ServedApi, ServedManagement, ServingProcesses } from './served';

/** Other machines cannot reach the port, whatever address the APIs listen on. */
const HOST = '127.0.0.1';

export interface ManagementParts {
  readonly stateDirectory: string;
  /** As for the APIs, except for the host, and without trusted proxies: none can be in between on one machine. */
  readonly listening: Omit<ListenOptions, 'host' | 'port' | 'now'>;
  readonly apis: () => readonly ServedApi[];
  readonly processes: () => ServingProcesses;
  readonly clocks: Pick<SystemPorts, 'now' | 'monotonicNow'>;
}

/** An open management port. */
export interface OpenManagement {
  readonly listener: HttpListener;
  readonly served: ServedManagement;
}

/**
 * Opens the management port, if one is configured.
 * @param port - 0: a free one
 * @throws PORT_IN_USE, STATE_NOT_WRITABLE
 */
export async function serveManagement(port: number | undefined, parts: ManagementParts): Promise<OpenManagement | undefined> {
  if (port === undefined) return undefined;
  const token = newManagementToken();
  const { apis, processes, clocks: { now, monotonicNow } } = parts;
  const handler = managementHandler({ token, apis, processes, monotonicNow });
  const listener = await listen(handler, { ...parts.listening, now, port, host: HOST, isTrusted: () => false });
  try {
    // only now: a start that fails must not replace the token of a running gateway
    const tokenFile = writeManagementToken(parts.stateDirectory, token);
    return { listener, served: { url: `http://${HOST}:${listener.port}`, tokenFile } };
  } catch (error) {
    await listener.close(0);
    throw error;
  }
}
