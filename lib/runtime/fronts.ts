import { handlerOf } from './composition';
import type { SystemPorts } from './ports';
import { SERVE_DEFAULTS, type ServeOptions, type ServingProcesses } from './serve-options';
import { listen, type HttpFront, type ListenOptions } from './server/http-server';
import type { Load } from './serving';

/** Where the APIs are served, by this process or by others. */
export interface Fronts {
  /** Of each API, in their order. */
  readonly ports: readonly number[];
  readonly processes: () => ServingProcesses;
  /** Resolves when a load answers everywhere. @param forgets - whether what was used of limits is forgotten, too */
  readonly load: (next: Load, forgets: boolean) => Promise<void>;
  /** Accepts nothing more, waits for requests in flight up to `graceMs`, then cuts what is left. */
  readonly close: (graceMs: number) => Promise<void>;
}

export interface FrontsParts {
  readonly host: string | undefined;
  /** The port of an API, by its place among the APIs; 0: a free one. */
  readonly portOf: (index: number) => number;
  readonly listening: Omit<ListenOptions, 'host' | 'port' | 'now'>;
  readonly ports: SystemPorts;
  /** Of this process. */
  readonly pid: number;
}

/**
 * Serves each API on a port of its own, in this process.
 * @throws PORT_IN_USE, LISTEN_FAILED
 */
export async function openFronts(current: () => Load, parts: FrontsParts): Promise<Fronts> {
  const { host = SERVE_DEFAULTS.host, portOf, listening, ports, pid } = parts;
  const fronts: HttpFront[] = [];
  const close = async (graceMs: number): Promise<void> => {
    await Promise.all(fronts.map((each) => each.close(graceMs)));
  };
  try {
    for (const [index, { name }] of current().apis.entries()) {
      const handler = handlerOf(() => current().gateways.get(name), ports);
      fronts.push(await listen(handler, { ...listening, host, port: portOf(index), now: ports.now }));
    }
  } catch (error) {
    await close(0);
    throw error;
  }
  return {
    ports: fronts.map(({ port }) => port),
    processes: () => ({ wanted: 1, serving: [pid] }),
    load: () => Promise.resolve(), // requests ask for the current one
    close,
  };
}

/** The port that the options ask for an API, by its place among the APIs; 0: a free one. */
export function portOfApi({ port = SERVE_DEFAULTS.port }: Pick<ServeOptions, 'port'>, index: number): number {
  return port === 0 ? 0 : port + index;
}
