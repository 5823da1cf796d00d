import { CallError, type Client } from '../api/client';
import { limitsReader } from './limits-reader';
import type { AppState, Detail, Notice } from './app-state';
import type { Store } from './store';

/** Functions of the browser that actions call: the clipboard and a timer. */
export interface Browser {
  readonly copy: (text: string) => Promise<void>;
  readonly later: (run: () => void, ms: number) => void;
}

/** The dependencies of the actions. */
export interface ActionParts {
  readonly store: Store<AppState>;
  readonly client: Client;
  readonly browser: Browser;
  readonly notify: (kind: Notice['kind'], text: string, action?: Notice['action']) => void;
  /** Runs a call of the API; a failure becomes a notice. */
  readonly attempt: (run: () => Promise<void>) => void;
  readonly show: (detail: Detail) => void;
  readonly readLimits: () => Promise<void>;
}

const NOTICE_MS = { done: 2500, failed: 8000 };
/** A notice with an action stays as long as somebody needs to decide. */
const ACTION_MS = 8000;

export function actionParts(store: Store<AppState>, client: Client, browser: Browser): ActionParts {
  const { get, set } = store;
  let lastNotice = 0;
  const notify: ActionParts['notify'] = (kind, text, action) => {
    const id = ++lastNotice;
    set({ notices: [...get().notices, { id, kind, text, action }] });
    browser.later(() => closeNotice(store, id), action === undefined ? NOTICE_MS[kind] : ACTION_MS);
  };
  return {
    store,
    client,
    browser,
    notify,
    attempt: (run) => {
      run().catch((error: unknown) => {
        if (error instanceof CallError && error.status === 401) set({ connection: 'refused' });
        else notify('failed', error instanceof Error ? error.message : String(error));
      });
    },
    show: (detail) => set({ detail, tab: 'requests' }),
    readLimits: limitsReader(store, client, browser.later),
  };
}

export function closeNotice({ get, set }: Store<AppState>, id: number): void {
  set({ notices: get().notices.filter((notice) => notice.id !== id) });
}
