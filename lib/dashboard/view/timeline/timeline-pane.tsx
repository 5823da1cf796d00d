import { useEffect, useMemo, useRef } from 'preact/hooks';
import { Component, h, type ComponentChild, type FunctionComponent } from 'preact';
import { parseFilter } from '../../model/filter';
import { capitalized, formatCount, formatMs, formatTime, shownPath, statusKind } from '../../model/format';
import { foldPreflights } from '../../model/preflights';
import { shownApi, shownStage } from '../../state/shown';
import type { RequestSummary } from '../../protocol';
import { moveFocus } from '../roving-focus';
import { useActions, useAppState } from '../app-context';
import { ChevronIcon, CopyIcon, PauseIcon, PlayIcon, SearchIcon } from '../icons';
import { Method } from '../method';

export function TimelinePane() {
  const { selectRequest } = useActions();
  const requests = useAppState(({ timeline }) => timeline.requests);
  const filter = useAppState((state) => state.filter);
  const selected = useAppState(({ detail }) => (detail.kind === 'request' ? detail.id : undefined));
  const showsPreflights = useAppState((state) => state.showsPreflights);
  const isFiltered = filter.trim() !== '';
  const { shown, folded } = useMemo(() => {
    if (isFiltered) return { shown: requests.filter(parseFilter(filter)), folded: 0 };
    const withoutPreflights = foldPreflights(requests, selected);
    return showsPreflights ? { ...withoutPreflights, shown: requests } : withoutPreflights;
  }, [requests, filter, showsPreflights, selected]);
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' }), [selected]);
  const current = shown.some(({ id }) => id === selected) ? selected : shown[0]?.id;
  return (
    <section class="timeline pane" aria-label="Requests">
      <Toolbar shown={shown.length} />
      {requests.length === 0 && <EmptyTimeline />}
      {isFiltered && requests.length > 0 && shown.length === 0 && <NothingFound />}
      {folded > 0 && <Preflights count={folded} />}
      <div ref={list} class="requests" role="listbox" aria-label="Requests" onKeyDown={(event) => moveFocus(event, { letters: true })}>
        {shown.map((request) => (
          <RequestRow
            key={request.id} request={request} isCurrent={request.id === current} isSelected={request.id === selected}
            onSelect={selectRequest}
          />
        ))}
      </div>
    </section>
  );
}

function Preflights({ count }: { readonly count: number }) {
  const { showPreflights } = useActions();
  const isOpen = useAppState((state) => state.showsPreflights);
  return (
    <button class="preflights" aria-expanded={isOpen} onClick={() => showPreflights(!isOpen)} title="CORS preflights that went well">
      <ChevronIcon />{formatCount(count)} OPTIONS
    </button>
  );
}

function Toolbar({ shown }: { readonly shown: number }) {
  const { setFilter, pause, clear } = useActions();
  const filter = useAppState((state) => state.filter);
  const { requests, waiting, isPaused } = useAppState(({ timeline }) => timeline);
  return (
    <div class="toolbar">
      <label class="filter">
        <SearchIcon />
        <input
          id="filter" type="search" value={filter} placeholder="status>=400 method:POST" aria-label="Filter requests" title="Press / to filter, ? for the fields"
          autocomplete="off" spellcheck={false} onInput={({ currentTarget }) => setFilter(currentTarget.value)}
        />
        <span class="filter-count" role="status">{filter.trim() === '' ? '' : `${formatCount(shown)} of ${formatCount(requests.length)}`}</span>
      </label>
      <button class={isPaused ? 'is-paused' : ''} aria-pressed={isPaused} onClick={() => pause(!isPaused)} title="Pause the list (p)">
        {isPaused ? <PlayIcon /> : <PauseIcon />}
        <span>{isPaused ? `${formatCount(waiting.length)} new` : 'pause'}</span>
      </button>
      <button onClick={clear} title="Clear the list (x)">clear</button>
    </div>
  );
}

function EmptyTimeline() {
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

function NothingFound() {
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

interface RequestRowProps {
  readonly request: RequestSummary;
  /** Whether Tab leads to it. */
  readonly isCurrent: boolean;
  readonly isSelected: boolean;
  readonly onSelect: (id: string) => void;
}

/** One request: what was asked and answered, and below it why, or who answered. */
const RequestRow = memo(({ request, isCurrent, isSelected, onSelect }: RequestRowProps) => {
  const { id, at, method, query, status, ms, why, replayOf, isBlockedByCors } = request;
  const path = shownPath(request);
  return (
    <div
      class="request-row" role="option" aria-selected={isSelected} data-item tabIndex={isCurrent ? 0 : -1}
      onClick={() => onSelect(id)} onFocus={() => onSelect(id)}
    >
      <Method name={method} />
      <span class="request-path" title={query === '' ? path : `${path}?${query}`}>{path}{query !== '' && <span class="query">?{query}</span>}</span>
      <span class={`status status-${statusKind(status)}`}>{status}</span>
      <time class="request-time">{formatTime(at)}</time>
      <span class={`request-why ${why === undefined ? '' : 'is-why'}`}>
        {replayOf !== undefined && <span class="mark">replay</span>}
        {isBlockedByCors === true && <span class="mark mark-cors">CORS</span>}
        {why === undefined ? request.function ?? request.route : capitalized(why)}
      </span>
      <span class="request-ms">{formatMs(ms)}</span>
    </div>
  );
});

/** A component that renders again only when one of its properties is another value. */
function memo<Props extends object>(render: (props: Props) => ComponentChild): FunctionComponent<Props> {
  class Memo extends Component<Props> {
    override shouldComponentUpdate(next: Readonly<Props>): boolean {
      return Object.entries(next).some(([name, value]) => value !== (this.props as Record<string, unknown>)[name]);
    }

    render(): ComponentChild {
      return render(this.props);
    }
  }
  return (props) => h(Memo, props);
}
