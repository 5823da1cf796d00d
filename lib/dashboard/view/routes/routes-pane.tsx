import { useMemo } from 'preact/hooks';
import { isPreflightRoute } from '../../model/preflights';
import { routeTree, type TreeLine } from '../../model/route-tree';
import { shownApi, shownStage } from '../../state/shown';
import type { ConnectionSummary, RouteState } from '../../protocol';
import { closeText } from '../../model/connections';
import { formatTime } from '../../model/format';
import { useActions, useAppState } from '../app-context';
import { KeyIcon, LimitIcon, LockIcon } from '../icons';
import { Method } from '../method';
import { moveFocus } from '../roving-focus';

export function RoutesPane() {
  const { newRequest } = useActions();
  const stage = useAppState(shownStage);
  const api = useAppState(shownApi);
  const requests = useAppState(({ timeline }) => timeline.requests);
  const selected = useAppState(({ detail }) => (detail.kind === 'form' ? detail.route : undefined));
  const lines = useMemo(() => routeTree(stage?.routes ?? []), [stage]);
  const counts = useMemo(() => {
    const own = requests.filter((request) => request.api === api?.name && request.stage === stage?.name);
    return countsOf(own.map(({ method, route }) => `${method} ${route}`));
  }, [requests, api, stage]);
  const routes = lines.flatMap((line) => line.routes);
  const first = routes.find((route) => !isPreflightRoute(route)) ?? routes[0];
  const current = selected ?? (first === undefined ? undefined : idOf(first));
  return (
    <section class="routes pane" aria-label="Routes">
      <div class="group-head">
        <h2>Routes</h2>
        {stage !== undefined && api?.keepsConnections === false && <button class="small" onClick={newRequest} title="Any method and path (n)">New request</button>}
      </div>
      {lines.length === 0
        ? <p class="hint">This API has no methods.</p>
        : (
          <div role="tree" aria-label="Routes" onKeyDown={(event) => moveFocus(event)}>
            {lines.map((line) => <Resource key={line.path} line={line} current={current} selected={selected} counts={counts} />)}
          </div>
        )}
      <ConnectionsList />
    </section>
  );
}

interface ResourceProps {
  readonly line: TreeLine;
  /** The route that Tab leads to. */
  readonly current: string | undefined;
  readonly selected: string | undefined;
  readonly counts: ReadonlyMap<string, number>;
}

function Resource({ line: { label, path, depth, routes }, current, selected, counts }: ResourceProps) {
  const preflight = routes.find(isPreflightRoute);
  return (
    <>
      <div class="resource" style={{ '--depth': String(depth) }}>
        <span class="resource-name" role="treeitem" aria-level={depth + 1} title={path}>{label}</span>
        {preflight !== undefined && <PreflightLine route={preflight} depth={depth} current={current} selected={selected} />}
      </div>
      {routes.filter((route) => route !== preflight).map((route) => {
        const id = idOf(route);
        return (
          <RouteLine
            key={id} route={route} depth={depth} isCurrent={id === current} isSelected={id === selected} count={counts.get(id) ?? 0}
          />
        );
      })}
    </>
  );
}

interface PreflightProps {
  readonly route: RouteState;
  readonly depth: number;
  readonly current: string | undefined;
  readonly selected: string | undefined;
}

function PreflightLine({ route, depth, current, selected }: PreflightProps) {
  const { selectRoute } = useActions();
  const id = idOf(route);
  return (
    <button
      class={`preflight ${route.isNew ? 'is-new' : ''}`} role="treeitem" aria-level={depth + 2} aria-selected={id === selected} data-item
      tabIndex={id === current ? 0 : -1} title={titleOf(route)} aria-label={titleOf(route)} onClick={() => selectRoute(route)}
    >
      OPTIONS
    </button>
  );
}

function idOf({ method, path }: RouteState): string {
  return `${method} ${path}`;
}

function countsOf(ids: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const id of ids) counts.set(id, (counts.get(id) ?? 0) + 1);
  return counts;
}

interface RouteLineProps {
  readonly route: RouteState;
  readonly depth: number;
  readonly isCurrent: boolean;
  readonly isSelected: boolean;
  readonly count: number;
}

function RouteLine({ route, depth, isCurrent, isSelected, count }: RouteLineProps) {
  const { selectRoute } = useActions();
  const { method, integrationLabel, authorizer, apiKeyRequired, throttle, isNew, unavailable } = route;
  return (
    <button
      class="route" role="treeitem" aria-level={depth + 2} aria-selected={isSelected} data-item tabIndex={isCurrent ? 0 : -1}
      style={{ '--depth': String(depth) }} title={titleOf(route)} aria-label={titleOf(route)} onClick={() => selectRoute(route)}
    >
      <Method name={method} />
      <span class={`route-target ${unavailable === undefined ? '' : 'is-unavailable'}`}>{integrationLabel}</span>
      {isNew && <span class="mark-new">new</span>}
      {authorizer !== undefined && <LockIcon />}
      {apiKeyRequired && <KeyIcon />}
      {throttle !== undefined && <LimitIcon />}
      <span class="route-count">{count === 0 ? '' : count}</span>
    </button>
  );
}

function titleOf(route: RouteState): string {
  const { method, path, integrationLabel, authorizer, apiKeyRequired, throttle, isNew, unavailable } = route;
  return [
    `${method} ${path}`, integrationLabel, ...(authorizer === undefined ? [] : [`authorizer ${authorizer.name ?? authorizer.type}`]),
    ...(apiKeyRequired ? ['needs an API key'] : []), ...(throttle === undefined ? [] : [`${throttle.rateLimit} a second`]), ...(isNew ? ['new or changed'] : []), ...(unavailable === undefined ? [] : [unavailable]),
  ].join(', ');
}

function ConnectionsList() {
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
