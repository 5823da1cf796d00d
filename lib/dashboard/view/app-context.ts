import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { Actions } from '../state/actions';
import type { AppState } from '../state/app-state';
import { useStore, type Store } from '../state/store';

export interface AppParts {
  readonly store: Store<AppState>;
  readonly actions: Actions;
}

export const AppContext = createContext<AppParts | undefined>(undefined);

export function useApp(): AppParts {
  const parts = useContext(AppContext);
  if (parts === undefined) throw new Error('a component is outside of the App');
  return parts;
}

export function useActions(): Actions {
  return useApp().actions;
}

export function useAppState<Value>(select: (state: AppState) => Value): Value {
  return useStore(useApp().store, select);
}
