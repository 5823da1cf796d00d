import type { RequestRecord, Why } from '../../protocol';
import { useActions } from '../app-context';

interface WhyBoxProps {
  readonly why: Why;
  readonly record: RequestRecord;
}

/** Why the gateway answered itself, and what to do. */
export function WhyBox({ why: { code, sentence, fix, nearest }, record }: WhyBoxProps) {
  return (
    <div class={`why ${record.status >= 500 ? 'why-server' : ''}`} role="note" aria-label="Why">
      <p class="why-sentence"><b class="why-label">Why</b>{sentence}</p>
      {fix !== undefined && <p class="why-fix">{fix}</p>}
      {nearest !== undefined && <p class="why-fix">Did you mean <code>{nearest}</code>?</p>}
      <div class="why-actions">
        <code class="why-code">{code}</code>
        <Remedies record={record} />
      </div>
    </div>
  );
}

/** Where time or a reset would let the request through. */
function Remedies({ record: { id, stoppedAt } }: { readonly record: RequestRecord }) {
  const { moveClock, resetLimits, replay } = useActions();
  if (stoppedAt !== 'quota' && stoppedAt !== 'throttle') return null;
  return (
    <>
      {stoppedAt === 'quota'
        ? <button onClick={() => moveClock({ advanceMs: 86_400_000 })}>clock +1 day</button>
        : <button onClick={() => moveClock({ advanceMs: 1000 })}>clock +1 s</button>}
      <button onClick={() => resetLimits({}, 'the limits')}>reset limits</button>
      <button onClick={() => replay(id)}>replay</button>
    </>
  );
}
