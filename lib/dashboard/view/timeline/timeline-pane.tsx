import { useMemo } from 'preact/hooks';
import { parseFilter } from '../../model/filter';
import { moveFocus } from '../roving-focus';
import { useActions, useAppState } from '../app-context';
import { EmptyTimeline, NothingFound } from './empty';
import { RequestRow } from './request-row';
import { Toolbar } from './toolbar';

/** Every request, newest first. */
export function TimelinePane() {
  const { selectRequest } = useActions();
  const requests = useAppState(({ timeline }) => timeline.requests);
  const filter = useAppState((state) => state.filter);
  const selected = useAppState(({ detail }) => (detail.kind === 'request' ? detail.id : undefined));
  const shown = useMemo(() => (filter.trim() === '' ? requests : requests.filter(parseFilter(filter))), [requests, filter]);
  const current = shown.some(({ id }) => id === selected) ? selected : shown[0]?.id;
  return (
    <section class="timeline pane" aria-label="Requests">
      <Toolbar shown={shown.length} />
      {requests.length === 0 && <EmptyTimeline />}
      {requests.length > 0 && shown.length === 0 && <NothingFound />}
      <div class="requests" role="listbox" aria-label="Requests" onKeyDown={(event) => moveFocus(event, { letters: true })}>
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
