import { CONNECT_ROUTE, describeProtocol, routePathOf, type FunctionSpec } from '../../spec';
import { exampleCalls, type ExampleCalls, type ExampleSource } from '../inspection/example-calls';
import type { StageState } from '../inspection/protocol';
import type { LoadedApi } from '../plan/loaded';
import { keyValue, type KeySource } from '../pipeline/compile';
import { missingInFunction, type FunctionSettings } from '../pipeline/function-versions';
import { apiState } from './dashboard/state';
import type { ServeOptions } from './serve-options';

interface Callers {
  readonly options: Pick<ServeOptions, 'localIssuer'>;
  readonly keyValueOf: KeySource & FunctionSettings;
}

/**
 * Calls to try of one stage, to be printed: a key's value is among them if it is in the definition, or is a local one. That of a WebSocket
 * API is its handshake, if it has a route for it.
 */
export function exampleCallsOf(api: LoadedApi, stage: string, { options, keyValueOf }: Callers): ExampleCalls {
  const { stages, keys } = apiState(withoutWaiting(api, keyValueOf), {
    served: undefined, changes: [], credentials: [], hasLocalIssuer: options.localIssuer !== undefined, showsSecrets: true,
    keyValue: (key) => shownValue(key, api.definition.apiKeys[key]?.value, keyValueOf),
  });
  const state = stages.find(({ name }) => name === stage);
  const source = { keys, isKeySent: api.definition.api.apiKeySource === 'HEADER' };
  if (state === undefined) return { calls: [], tokenAuthorizers: [], obstacles: [] };
  return describeProtocol(api.definition).keepsConnections ? handshakeOf(state, source) : exampleCalls(state, source);
}

/** A handshake is a request to the stage itself. */
function handshakeOf(stage: StageState, source: ExampleSource): ExampleCalls {
  const path = routePathOf(CONNECT_ROUTE);
  const { calls, ...rest } = exampleCalls({ ...stage, routes: stage.routes.filter((route) => route.path === path) }, source);
  return { ...rest, calls: calls.map((call) => ({ ...call, path: call.path.slice(path.length) })) };
}

/** The API with functions that wait for a value as unavailable: their calls answer 503. */
function withoutWaiting(api: LoadedApi, settings: FunctionSettings): LoadedApi {
  const waiting = ([name, spec]: [string, FunctionSpec]): [string, FunctionSpec] => {
    const [missing] = missingInFunction(name, spec, settings);
    return [name, missing === undefined ? spec : { ...spec, unavailable: `${missing.where} needs ${missing.token}, which has no value here` }];
  };
  const stages = api.stages.map((stage) => {
    const functions = Object.fromEntries(Object.entries(stage.deployed.functions).map(waiting));
    return { ...stage, deployed: { ...stage.deployed, functions } };
  });
  return { ...api, stages };
}

/** The value of a key, or a text in its place if it was given to the runtime: terminals and logs of CI keep what is printed. */
function shownValue(key: string, value: string | undefined, from: KeySource): string | undefined {
  const used = keyValue(key, value, from);
  const isGiven = Object.hasOwn(from.apiKeys, key);
  const known = keyValue(key, value, { apiKeys: {}, values: {}, localApiKeys: isGiven ? undefined : from.localApiKeys });
  return used === undefined || used === known ? used : `<value of ${key}>`;
}
