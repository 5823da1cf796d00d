import { useEffect, useMemo, useRef } from 'preact/hooks';
import { parseFilter } from '../../model/filter';
import { formatCount } from '../../model/format';
import { foldPreflights } from '../../model/preflights';
import { moveFocus } from '../roving-focus';
import { useActions, useAppState } from '../app-context';
import { ChevronIcon } from '../icons';
import { EmptyTimeline, NothingFound } from './empty';
import { RequestRow } from './request-row';
import { Toolbar } from './toolbar';

/** Every request, newest first. */
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

/** The preflights that went well, as one line. */
function Preflights({ count }: { readonly count: number }) {
  const { showPreflights } = useActions();
  const isOpen = useAppState((state) => state.showsPreflights);
  return (
    <button class="preflights" aria-expanded={isOpen} onClick={() => showPreflights(!isOpen)} title="CORS preflights that went well">
      <ChevronIcon />{formatCount(count)} OPTIONS
    </button>
  );
}
