import type { ApiState, StageState } from '../protocol';
import type { AppState } from './app-state';

type Chosen = Pick<AppState, 'gateway' | 'api' | 'stage'>;

export function shownApi({ gateway, api }: Chosen): ApiState | undefined {
  return gateway?.apis.find(({ name }) => name === api) ?? gateway?.apis[0];
}

/** Its stage: `prod`, if there is one, until another is chosen; the terminal prints that, too. */
export function shownStage(state: Chosen): StageState | undefined {
  const api = shownApi(state);
  const named = (wanted: string | undefined) => api?.stages.find(({ name }) => name === wanted);
  return named(state.stage) ?? named('prod') ?? api?.stages[0];
}
