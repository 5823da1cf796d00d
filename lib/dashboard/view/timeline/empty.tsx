import { shownApi, shownStage } from '../../state/shown';
import { useActions, useAppState } from '../app-context';
import { CopyIcon } from '../icons';

/** Before the first request: what to try. */
export function EmptyTimeline() {
  const { copyText } = useActions();
  const api = useAppState(shownApi);
  const stage = useAppState(shownStage);
  const connection = useAppState((state) => state.connection);
  const open = stage?.routes.filter(({ authorizer, apiKeyRequired }) => authorizer === undefined && !apiKeyRequired);
  const route = open?.find(({ method }) => method === 'GET') ?? stage?.routes[0];
  if (api === undefined || stage === undefined || route === undefined) {
    return <div class="empty"><p class="hint">{connection === 'live' ? 'This gateway serves no API.' : 'Connecting to the gateway…'}</p></div>;
  }
  const method = route.method === 'GET' || route.method === 'ANY' ? '' : `-X ${route.method} `;
  const command = api.keepsConnections ? `npx wscat --connect ${stage.url}` : `curl ${method}${stage.url}${route.path.replace(/\{[^}]+\}/g, '1')}`;
  return (
    <div class="empty">
      <h3>No requests yet</h3>
      <p>Call your API, and each request appears here with every step that it took.</p>
      <div class="code-box">
        <button class="ghost code-copy" onClick={() => copyText(command, 'command')} aria-label="Copy the command"><CopyIcon /></button>
        <pre class="code" tabIndex={0}>{command}</pre>
      </div>
      <p class="hint">Or choose a route, and {api.keepsConnections ? 'connect' : 'send a request'} from this page.</p>
    </div>
  );
}

export function NothingFound() {
  const { setFilter } = useActions();
  const filter = useAppState((state) => state.filter);
  return (
    <div class="empty">
      <h3>Nothing matches <code>{filter}</code></h3>
      <p class="hint">Try <code>status&gt;=400</code>, <code>method:POST</code>, <code>path:/pets*</code> or part of a path. <kbd>?</kbd> has all fields.</p>
      <button onClick={() => setFilter('')}>Show all requests</button>
    </div>
  );
}
