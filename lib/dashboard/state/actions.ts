import type { Client } from '../api/client';
import type { AppState } from './app-state';
import { connectionActions } from './connection-actions';
import { formActions } from './form-actions';
import { gatewayActions } from './gateway-actions';
import { actionParts, closeNotice, type Browser } from './notices';
import { pageActions } from './page-actions';
import { recordActions } from './record-actions';
import type { Store } from './store';

/** The actions of the page. */
export type Actions = ReturnType<typeof createActions>;

export function createActions(store: Store<AppState>, client: Client, browser: Browser) {
  const parts = actionParts(store, client, browser);
  return {
    notify: parts.notify,
    closeNotice: (id: number) => closeNotice(store, id),
    ...recordActions(parts),
    ...connectionActions(parts),
    ...formActions(parts),
    ...gatewayActions(parts),
    ...pageActions(parts),
  };
}
