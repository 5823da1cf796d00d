import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Api, MockIntegration } from 'synthgate';
import { serve, type LogEntry, type ServeOptions } from 'synthgate/runtime';
import { stableId, type GatewaySpecInput } from '../../lib/spec';
import { functionOf, synthesize, type DeclaredGateway } from './declared-gateway';

export type ServedHttpApi = Pick<DeclaredGateway, 'url' | 'serving' | 'log' | 'close'>;

type Resources = NonNullable<GatewaySpecInput['resources']>;
type Method = NonNullable<NonNullable<Resources[string]['methods']>['GET']>;

/** A route as tests write it: a function's name, or a whole method. */
export type HttpRoute = string | Method;

export interface HttpApiDefinition extends Pick<GatewaySpecInput, 'authorizers'> {
  /** Texts of handlers by name of the function. */
  readonly functions?: Readonly<Record<string, string>>;
  /** By route key: `GET /pets`, `$default`. */
  readonly routes: Readonly<Record<string, HttpRoute>>;
  /** Names of stages, or their settings. Default: `$default`. */
  readonly stages?: GatewaySpecInput['stages'];
  readonly cors?: GatewaySpecInput['api']['cors'];
}

/** Serves an HTTP API by its spec, with functions as users' apps have them. */
export async function serveHttpApi(definition: HttpApiDefinition, options: Partial<ServeOptions> = {}): Promise<ServedHttpApi> {
  const folder = mkdtempSync(path.join(tmpdir(), 'synthgate-http-'));
  const directory = path.join(folder, 'gateway.out');
  const log: LogEntry[] = [];
  writeHttpApi(directory, definition);
  const serving = await serve({
    source: directory, port: 0, watch: false, shutdownTimeoutMs: 5_000, log: (entry) => log.push(entry), ...options,
  });
  return {
    url: serving.apis[0].url,
    serving,
    log,
    close: async () => {
      await serving.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Writes the assembly of an HTTP API. */
function writeHttpApi(directory: string, definition: HttpApiDefinition): void {
  const { functions = {}, routes, stages = { $default: {} }, cors, authorizers = {} } = definition;
  synthesize(directory, (app) => {
    const { root } = new Api(app, 'Shop');
    root.addMethod('GET', new MockIntegration());
    for (const [name, handler] of Object.entries(functions)) root.addResource(name).addMethod('GET', functionOf(app, name, handler));
  });
  const file = path.join(directory, 'Shop.gateway.json');
  const { functions: bundled, format } = JSON.parse(readFileSync(file, 'utf8')) as GatewaySpecInput; // by our own synthesis
  const api = { id: 'api123', name: 'Shop', ...(cors === undefined ? {} : { cors }) };
  const spec: GatewaySpecInput = { format, protocol: 'http', api, functions: bundled, authorizers, stages, resources: resourcesOf(routes) };
  writeFileSync(file, JSON.stringify(spec));
}

/** The resources of routes by their keys. */
function resourcesOf(routes: HttpApiDefinition['routes']): Resources {
  const resources: Resources = {};
  for (const [key, route] of Object.entries(routes)) {
    const [method = '', at = ''] = key === '$default' ? ['ANY', '/$default'] : key.split(' ');
    const integrated: Method = typeof route === 'string' ? { integration: { type: 'proxy', function: route } } : route;
    const known = resources[at] ?? { id: stableId(at), methods: {} };
    resources[at] = { ...known, methods: { ...known.methods, [method]: integrated } };
  }
  return resources;
}
