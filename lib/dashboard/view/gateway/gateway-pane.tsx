import { useState } from 'preact/hooks';
import { formatDate, formatDuration, parseDuration } from '../../model/format';
import { useActions, useAppState } from '../app-context';
import { Limits } from './limits';

export function GatewayPane() {
  return (
    <section class="gateway pane" aria-label="Clock and limits">
      <Clock />
      <Limits />
    </section>
  );
}

const STEPS = [['+1 s', 1000], ['+1 min', 60_000], ['+1 h', 3_600_000], ['+1 day', 86_400_000]] as const;

/** Moves the gateway's clock, so that limits and caches run out without waiting. */
function Clock() {
  const { moveClock } = useActions();
  const clock = useAppState(({ gateway }) => gateway?.clock);
  const offsetMs = clock?.offsetMs ?? 0;
  return (
    <div class="group">
      <div class="group-head">
        <h2>Clock</h2>
        <button
          class="ghost" disabled={offsetMs === 0} onClick={() => moveClock({ reset: true })} aria-label="Reset the clock"
          title="Back to the system's clock; limits and caches start again"
        >
          reset
        </button>
      </div>
      <p class="clock-now" role="status">
        {offsetMs === 0 ? 'now' : <b>{formatDuration(offsetMs)} ahead</b>}
        {offsetMs !== 0 && clock !== undefined && <span class="hint">{formatDate(clock.now)}</span>}
      </p>
      <div class="buttons">
        {STEPS.map(([label, advanceMs]) => <button key={label} onClick={() => moveClock({ advanceMs })}>{label}</button>)}
      </div>
      <CustomStep />
    </div>
  );
}

function CustomStep() {
  const { moveClock, notify } = useActions();
  const [text, setText] = useState('');
  const advance = (event: Event): void => {
    event.preventDefault();
    const advanceMs = parseDuration(text);
    if (advanceMs === undefined || advanceMs <= 0) return notify('failed', 'Not a duration. Try 90s, 36h or 1d 2h.');
    moveClock({ advanceMs });
    setText('');
  };
  return (
    <form class="inline-form" onSubmit={advance}>
      <input aria-label="Advance the clock by" placeholder="90s, 36h, 1d 2h" value={text} onInput={({ currentTarget }) => setText(currentTarget.value)} />
      <button>advance</button>
    </form>
  );
}
