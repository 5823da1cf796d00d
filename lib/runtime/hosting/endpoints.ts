import { GatewayError } from '../../errors';
import { describeProtocol, stageSegment } from '../../spec';
import type { LoadedApi } from '../plan/loaded';
import { readBasePaths, type BasePath } from '../router/base-path';
import type { ServeOptions } from './serve-options';

/** The APIs that a port serves: one, or those that share it below base paths. */
export type Endpoint = { readonly type: 'api'; readonly api: string } | { readonly type: 'shared'; readonly basePaths: readonly BasePath[] };

type NamedApi = Pick<LoadedApi, 'name'> & { readonly definition: Pick<LoadedApi['definition'], 'protocol'> } & { readonly stages: readonly { readonly name: string }[] };

/** The endpoints in the order of their ports: the shared one, then the APIs without a base path. */
export function endpointsOf(apis: readonly Pick<LoadedApi, 'name'>[], { basePaths: given = {} }: Pick<ServeOptions, 'basePaths'>): Endpoint[] {
  const basePaths = readBasePaths(given);
  const own = apis.filter(({ name }) => basePaths.every(({ api }) => api !== name)).map(({ name }): Endpoint => ({ type: 'api', api: name }));
  return basePaths.length === 0 ? own : [{ type: 'shared', basePaths }, ...own];
}

export interface Address {
  /** The index of its endpoint among all. */
  readonly index: number;
  /** The path between the origin and a stage; empty also if the API's base paths name stages. */
  readonly path: string;
  /** Returns the path between the origin and a route; undefined for a stage that no base path leads to. */
  readonly stagePath: (stage: string) => string | undefined;
}

export function addressOf(api: string, endpoints: readonly Endpoint[]): Address {
  const index = endpoints.findIndex((one) => (one.type === 'api' ? one.api === api : one.basePaths.some((path) => path.api === api)));
  const endpoint = endpoints[index];
  if (endpoint?.type !== 'shared') return { index, path: '', stagePath: stageSegment };
  const own = endpoint.basePaths.filter((one) => one.api === api);
  const whole = own.find(({ stage }) => stage === undefined)?.path;
  const stagePath = (name: string): string | undefined =>
    own.find(({ stage }) => stage === name)?.path ?? (whole === undefined ? undefined : `${whole}${stageSegment(name)}`);
  return { index, path: whole ?? '', stagePath };
}

/** Checked once, against the first load: later a stage may go, and come back. @throws OPTION_INVALID, OPTION_NAME_UNKNOWN */
export function requireBasePaths(apis: readonly NamedApi[], { basePaths: given = {} }: Pick<ServeOptions, 'basePaths'>): void {
  const basePaths = readBasePaths(given);
  requireServed(basePaths, apis);
  requireRequests(basePaths, apis);
  requireDifferent(basePaths);
}

/** A misspelled name would serve nothing there. */
function requireServed(basePaths: readonly BasePath[], apis: readonly NamedApi[]): void {
  for (const { api: name, stage } of basePaths) {
    const api = apis.find((one) => one.name === name);
    if (api === undefined) unknown('API', name, `APIs: ${apis.map((one) => one.name).join(', ')}`);
    else if (stage !== undefined && api.stages.every((one) => one.name !== stage)) {
      unknown(`stage of ${name}`, stage, `stages with a deployment: ${api.stages.map((one) => one.name).join(', ') || 'none'}`);
    }
  }
}

/** A WebSocket API has a port of its own, as it shares no domain with others on AWS. */
function requireRequests(basePaths: readonly BasePath[], apis: readonly NamedApi[]): void {
  const kept = apis.filter(({ definition }) => describeProtocol(definition).keepsConnections).map(({ name }) => name);
  const connected = basePaths.find(({ api }) => kept.includes(api));
  if (connected !== undefined) refuse(`${connected.path || '(none)'}=${connected.api}`, 'REST and HTTP APIs; a WebSocket API has a port of its own');
}

function requireDifferent(basePaths: readonly BasePath[]): void {
  const paths = basePaths.map(({ path }) => path);
  const twice = paths.find((path, index) => paths.indexOf(path) !== index);
  if (twice !== undefined) refuse(twice === '' ? '(none)' : twice, 'each base path once');
}

function unknown(what: string, given: string, known: string): never {
  throw new GatewayError('OPTION_NAME_UNKNOWN', { what, given, known });
}

function refuse(given: string, allowed: string): never {
  throw new GatewayError('OPTION_INVALID', { option: 'basePaths', given, allowed });
}
