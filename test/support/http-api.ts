import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Api, MockIntegration } from 'synthgate';
import { serve, type LogEntry, type ServeOptions } from 'synthgate/runtime';
import { routePathOf, stableId, type GatewaySpecInput } from '../../lib/spec';
import { functionOf, synthesize, type DeclaredGateway } from './declared-gateway';

export type ServedHttpApi = Pick<DeclaredGateway, 'url' | 'serving' | 'log' | 'close'>;

type Resources = NonNullable<GatewaySpecInput['resources']>;
type Method = NonNullable<NonNullable<Resources[string]['methods']>['GET']>;

/** A route as tests write it: a function's name, or a whole method. */
export type HttpRoute = string | Method;

/** The members of the definitions of both kinds. */
interface RoutedDefinition extends Pick<GatewaySpecInput, 'authorizers'> {
  /** Texts of handlers by name of the function. */
  readonly functions?: Readonly<Record<string, string>>;
  /** By route key: `GET /pets`, `$default`, `join`. */
  readonly routes: Readonly<Record<string, HttpRoute>>;
  /** Names of stages, or their settings. Default: `$default`. */
  readonly stages?: GatewaySpecInput['stages'];
}

export interface HttpApiDefinition extends RoutedDefinition {
  readonly cors?: GatewaySpecInput['api']['cors'];
}

export interface WebSocketApiDefinition extends RoutedDefinition, Pick<GatewaySpecInput, 'models' | 'apiKeys' | 'usagePlans'> {
  readonly api?: Partial<GatewaySpecInput['api']>;
}

/** Serves an HTTP API by its spec, with functions as users' apps have them. */
export async function serveHttpApi(
  { cors, ...definition }: HttpApiDefinition, options: Partial<ServeOptions> = {},
): Promise<ServedHttpApi> {
  const api = { id: 'api123', name: 'Shop', ...(cors === undefined ? {} : { cors }) };
  return serveRoutes(definition, (functions, { authorizers = {}, stages = { $default: {} }, routes }) => (
    { protocol: 'http', api, functions, authorizers, stages, resources: resourcesOf(routes) }), options);
}

/** Serves a WebSocket API in the same way; its stage is `prod` if no other is declared. */
export async function serveWebSocketApi(definition: WebSocketApiDefinition, options: Partial<ServeOptions> = {}): Promise<ServedHttpApi> {
  return serveRoutes(definition, webSocketSpec(definition), options);
}

/** Writes the assembly of a WebSocket API. */
export function writeWebSocketApi(directory: string, definition: WebSocketApiDefinition): void {
  writeSpec(directory, definition, webSocketSpec(definition));
}

function webSocketSpec({ models = {}, apiKeys = {}, usagePlans = {}, api: settings = {} }: WebSocketApiDefinition): SpecOf {
  const api = { id: 'ws123', name: 'Shop', ...settings };
  return (functions, { authorizers = {}, stages = { prod: {} }, routes }) => (
    { protocol: 'websocket', api, functions, authorizers, stages, models, apiKeys, usagePlans, resources: messageRoutes(routes) });
}

type SpecOf = (functions: GatewaySpecInput['functions'], definition: RoutedDefinition) => Omit<GatewaySpecInput, 'format'>;

async function serveRoutes(definition: RoutedDefinition, specOf: SpecOf, options: Partial<ServeOptions>): Promise<ServedHttpApi> {
  const folder = mkdtempSync(path.join(tmpdir(), 'synthgate-http-'));
  const directory = path.join(folder, 'gateway.out');
  const log: LogEntry[] = [];
  writeSpec(directory, definition, specOf);
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

/** Writes an assembly whose API is replaced by another one with its functions. */
function writeSpec(directory: string, definition: RoutedDefinition, specOf: SpecOf): void {
  const { functions = {} } = definition;
  synthesize(directory, (app) => {
    const { root } = new Api(app, 'Shop');
    root.addMethod('GET', new MockIntegration());
    for (const [name, handler] of Object.entries(functions)) root.addResource(name).addMethod('GET', functionOf(app, name, handler));
  });
  const file = path.join(directory, 'Shop.gateway.json');
  const { functions: bundled, format } = JSON.parse(readFileSync(file, 'utf8')) as GatewaySpecInput; // by our own synthesis
  writeFileSync(file, JSON.stringify({ format, ...specOf(bundled, definition) }));
}

/** The resources of a WebSocket API's routes. */
function messageRoutes(routes: RoutedDefinition['routes']): Resources {
  return Object.fromEntries(Object.entries(routes)
    .map(([key, route]) => [routePathOf(key), { id: stableId(key), methods: { ANY: methodOf(route) } }]));
}

function methodOf(route: HttpRoute): Method {
  return typeof route === 'string' ? { integration: { type: 'proxy', function: route } } : route;
}

/** The resources of routes by their keys. */
function resourcesOf(routes: HttpApiDefinition['routes']): Resources {
  const resources: Resources = {};
  for (const [key, route] of Object.entries(routes)) {
    const [method = '', at = ''] = key === '$default' ? ['ANY', '/$default'] : key.split(' ');
    const known = resources[at] ?? { id: stableId(at), methods: {} };
    resources[at] = { ...known, methods: { ...known.methods, [method]: methodOf(route) } };
  }
  return resources;
}
