import { formatCount } from '../../model/format';
import { useActions, useAppState } from '../app-context';
import { PauseIcon, PlayIcon, SearchIcon } from '../icons';

/** Filter, pause, clear. */
export function Toolbar({ shown }: { readonly shown: number }) {
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
