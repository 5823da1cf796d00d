import { CallError, type Client } from '../api/client';
import type { BucketState } from '../protocol';
import type { AppState, Detail, Notice } from './app-state';
import type { Store } from './store';

export interface Browser {
  readonly copy: (text: string) => Promise<void>;
  readonly later: (run: () => void, ms: number) => void;
}

const NOTICE_MS = { done: 2500, failed: 8000 };
/** A notice with an action stays as long as somebody needs to decide. */
const ACTION_MS = 8000;

export type ActionParts = ReturnType<typeof actionParts>;

export function actionParts(store: Store<AppState>, client: Client, browser: Browser) {
  const { get, set } = store;
  let lastNotice = 0;
  const notify = (kind: Notice['kind'], text: string, action?: Notice['action']): void => {
    const id = ++lastNotice;
    set({ notices: [...get().notices, { id, kind, text, action }] });
    browser.later(() => closeNotice(store, id), action === undefined ? NOTICE_MS[kind] : ACTION_MS);
  };
  return {
    store,
    client,
    browser,
    notify,
    /** Runs a call of the API; a failure becomes a notice. */
    attempt: (run: () => Promise<void>): void => {
      run().catch((error: unknown) => {
        if (error instanceof CallError && error.status === 401) set({ connection: 'refused' });
        else notify('failed', error instanceof Error ? error.message : String(error));
      });
    },
    show: (detail: Detail): void => set({ detail, tab: 'requests' }),
    readLimits: limitsReader(store, client, browser.later),
  };
}

export function closeNotice({ get, set }: Store<AppState>, id: number): void {
  set({ notices: get().notices.filter((notice) => notice.id !== id) });
}

const REFILL_MS = 1000;

/** Reads quotas, buckets and caches, and again while a bucket refills: no request tells of that. */
function limitsReader(
  { get, set }: Store<AppState>, client: Client, later: (run: () => void, ms: number) => void,
): () => Promise<void> {
  let isDue = false;
  const readAgain = (): void => {
    isDue = false;
    if (get().connection === 'live') read().catch(() => undefined); // a lost connection is seen by the stream
  };
  const read = async (): Promise<void> => {
    const limits = await client.limits();
    set({ limits });
    if (isDue || !limits.buckets.some(isRefilling)) return;
    isDue = true;
    later(readAgain, REFILL_MS);
  };
  return read;
}

function isRefilling({ tokens, burstLimit, rateLimit }: BucketState): boolean {
  return rateLimit > 0 && tokens < burstLimit;
}
