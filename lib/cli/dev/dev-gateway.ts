import path from 'node:path';
import { GatewayError } from '../../errors';
import { serve, SERVE_DEFAULTS, type ServeOptions, type Serving } from '../../runtime';
import type { Pending } from './dev-state';

/** How many ports are tried from the first. */
export const PORTS_TRIED = 20;

export interface DevGatewayOptions {
  /** The assembly. */
  readonly source: string;
  /** A directory of this gateway alone. */
  readonly directory: string;
  /** Called again for each service: files with variables of functions may have changed. */
  readonly serveOptions: (source: string) => ServeOptions;
  /** Whether the port was asked for; otherwise the next free one is taken. */
  readonly isPortFixed: boolean;
  /** Whether variables of functions depend on the definition, as those of a deployed stack do. @default false */
  readonly isEnvironmentDerived?: boolean;
}

/** The gateway of a development server, which keeps its ports while its APIs and options change. */
export class DevGateway {
  #serving: Serving | undefined;
  /** The first port, once there is an API. */
  #port: number | undefined;
  #managementPort: number | undefined;

  public constructor(private readonly options: DevGatewayOptions) {}

  /** Undefined while nothing is served. */
  public get serving(): Serving | undefined {
    return this.#serving;
  }

  /** Serves what was built; again, on the same port. What cannot be served does not end what is. */
  public async serve(): Promise<Serving> {
    const { source, serveOptions, isPortFixed } = this.options;
    const wanted = serveOptions(source);
    const options = { ...wanted, managementPort: this.#managementPort ?? wanted.managementPort, watch: false };
    if (this.#serving !== undefined) {
      await this.#tryOut(options);
      await this.close();
    }
    const isFixed = this.#port !== undefined || isPortFixed;
    const serving = this.#serving = await serveFrom(this.#port ?? options.port ?? SERVE_DEFAULTS.port, options, isFixed ? 1 : PORTS_TRIED);
    if (serving.apis.length > 0) this.#port = serving.port;
    if (serving.management !== undefined) this.#managementPort = Number(new URL(serving.management.url).port);
    return serving;
  }

  /** Takes changes into the gateway that serves. */
  public async reload({ options, definition }: Pending): Promise<void> {
    const { serveOptions, source, isEnvironmentDerived = false } = this.options;
    const isEnvironmentNew = options || (definition && isEnvironmentDerived);
    const { functionEnvironment = {} } = isEnvironmentNew ? serveOptions(source) : {};
    await this.#serving?.reload(isEnvironmentNew ? { functionEnvironment } : {});
  }

  public async close(): Promise<void> {
    await this.#serving?.close();
    this.#serving = undefined;
  }

  /** Serves beside the gateway for a moment, without its state. @throws what keeps it from being served */
  async #tryOut(options: ServeOptions): Promise<void> {
    if (options.ignoreDeployments !== true) return; // what is deployed is in the state
    const stateDirectory = path.join(this.options.directory, 'trial.state');
    const alone = { managementPort: undefined, dashboard: undefined, inspect: undefined, prewarm: false };
    const trial = await serve({ ...options, ...alone, port: 0, stateDirectory });
    await trial.close();
  }
}

/** Serves on the first port that is free. @throws PORT_IN_USE */
export async function serveFrom(port: number, options: ServeOptions, attempts: number): Promise<Serving> {
  try {
    return await serve({ ...options, port });
  } catch (error) {
    const isTaken = GatewayError.isGatewayError(error) && error.code === 'PORT_IN_USE' && error.details.option === undefined;
    if (!isTaken || attempts === 1 || port === 0) throw error;
    return serveFrom(port + 1, options, attempts - 1);
  }
}
