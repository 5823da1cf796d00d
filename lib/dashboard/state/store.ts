import { useLayoutEffect, useReducer, useRef } from 'preact/hooks';

export interface Store<State> {
  readonly get: () => State;
  readonly set: (patch: Partial<State>) => void;
  readonly subscribe: (listener: () => void) => () => void;
}

export function createStore<State>(initial: State): Store<State> {
  let state = initial;
  const listeners = new Set<() => void>();
  return {
    get: () => state,
    set: (patch) => {
      state = { ...state, ...patch };
      listeners.forEach((listener) => listener());
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** Returns the value that `select` picks; the component renders again when it changes. */
export function useStore<State, Value>(store: Store<State>, select: (state: State) => Value): Value {
  const [, renderAgain] = useReducer((count: number, _: undefined) => count + 1, 0);
  const value = select(store.get());
  const last = useRef({ value, select });
  last.current = { value, select };
  useLayoutEffect(() => {
    const update = (): void => {
      if (last.current.select(store.get()) !== last.current.value) renderAgain(undefined);
    };
    update();
    return store.subscribe(update);
  }, [store]);
  return value;
}
