import type { ApiState, StageState } from '../protocol';
import type { AppState } from './app-state';

type Chosen = Pick<AppState, 'gateway' | 'api' | 'stage'>;

/** The API whose routes are shown. */
export function shownApi({ gateway, api }: Chosen): ApiState | undefined {
  return gateway?.apis.find(({ name }) => name === api) ?? gateway?.apis[0];
}

/** Its stage. */
export function shownStage(state: Chosen): StageState | undefined {
  const api = shownApi(state);
  return api?.stages.find(({ name }) => name === state.stage) ?? api?.stages[0];
}
