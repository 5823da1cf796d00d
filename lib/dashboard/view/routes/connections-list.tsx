import { closeText } from '../../model/connections';
import { formatTime } from '../../model/format';
import { shownApi, shownStage } from '../../state/shown';
import type { ConnectionSummary } from '../../protocol';
import { useActions, useAppState } from '../app-context';

export function ConnectionsList() {
  const { connect } = useActions();
  const api = useAppState(shownApi);
  const stage = useAppState(shownStage);
  const all = useAppState(({ connections }) => connections);
  if (api?.keepsConnections !== true) return null;
  const own = all.filter((connection) => connection.api === api.name && connection.stage === stage?.name);
  return (
    <section class="connections" aria-label="Connections">
      <div class="group-head">
        <h2>Connections</h2>
        <button class="small" onClick={connect} title="Connect from this page (n)">Connect</button>
      </div>
      {own.length === 0
        ? <p class="hint">No client has connected yet.</p>
        : <ul>{own.map((connection) => <Line key={connection.id} connection={connection} />)}</ul>}
    </section>
  );
}

function Line({ connection: { id, connectedAt, isOwn, sourceIp, frameCount, closed } }: { readonly connection: ConnectionSummary }) {
  const { selectConnection } = useActions();
  const isSelected = useAppState(({ detail }) => detail.kind === 'connection' && detail.id === id);
  const end = closed === undefined ? 'open' : closeText(closed);
  return (
    <li>
      <button class={`connection ${closed === undefined ? 'is-open' : ''}`} aria-current={isSelected ? 'true' : undefined} onClick={() => selectConnection(id)} title={id}>
        <i class="dot" /><time>{formatTime(connectedAt)}</time><span class="connection-about">{isOwn ? 'this page' : sourceIp} · {end}</span>
        <span class="route-count">{frameCount === 0 ? '' : frameCount}</span>
      </button>
    </li>
  );
}
