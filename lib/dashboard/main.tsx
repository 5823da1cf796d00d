import { render } from 'preact';
import { createClient } from './api/client';
import { createActions } from './state/actions';
import { INITIAL_STATE } from './state/app-state';
import { stayConnected } from './state/connection';
import { createStore } from './state/store';
import { App } from './view/app';
import { AppContext } from './view/app-context';

const token = takeToken();
const store = createStore({ ...INITIAL_STATE, connection: token === undefined ? 'refused' as const : INITIAL_STATE.connection });
const client = createClient(token ?? '');
const actions = createActions(store, client, {
  copy: (text) => navigator.clipboard.writeText(text),
  later: (run, ms) => setTimeout(run, ms),
});

const root = document.getElementById('app');
if (root !== null) render(<AppContext.Provider value={{ store, actions }}><App /></AppContext.Provider>, root);
void stayConnected({
  store,
  client,
  actions,
  wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
  isWide: () => matchMedia('(min-width: 761px)').matches, // as in layout.css
});

/** The token of the printed URL, which is taken out of the address bar and of the history; after a reload of the page, that of this tab. */
function takeToken(): string | undefined {
  const url = new URL(location.href);
  const name = 'synthgate-token';
  const printed = url.searchParams.get('token');
  if (printed === null) return sessionStorage.getItem(name) ?? undefined;
  url.searchParams.delete('token');
  history.replaceState(null, '', url.pathname + url.search + url.hash);
  sessionStorage.setItem(name, printed);
  return printed;
}
