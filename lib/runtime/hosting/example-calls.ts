import { exampleCalls, type ExampleCalls } from '../inspection/example-calls';
import type { LoadedApi } from '../plan/loaded';
import { keyValue, type KeySource } from '../pipeline/compile';
import { apiState } from './dashboard/state';
import type { ServeOptions } from './serve-options';

/** What decides which calls are accepted. */
interface Callers {
  readonly options: Pick<ServeOptions, 'localIssuer'>;
  readonly keyValueOf: KeySource;
}

/** Calls to try of one stage, with the values of keys. */
export function exampleCallsOf(api: LoadedApi, stage: string, { options, keyValueOf }: Callers): ExampleCalls {
  const { stages, keys } = apiState(api, {
    served: undefined, changes: [], credentials: [], hasLocalIssuer: options.localIssuer !== undefined, showsSecrets: true,
    keyValue: (key) => keyValue(key, api.definition.apiKeys[key]?.value, keyValueOf),
  });
  const state = stages.find(({ name }) => name === stage);
  return state === undefined ? { calls: [], tokenAuthorizers: [], obstacles: [] } : exampleCalls(state, { keys, isKeySent: api.definition.api.apiKeySource === 'HEADER' });
}
