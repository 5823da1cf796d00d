import { capitalized } from '../../model/format';
import { stackOf } from '../../model/stack';
import type { RequestRecord, Why } from '../../protocol';
import { shownStage } from '../../state/shown';
import { useActions, useAppState } from '../app-context';

export function WhyBox({ why: { code, sentence, fix, nearest }, record }: { readonly why: Why; readonly record: RequestRecord }) {
  const trace = code === 'FUNCTION_ERROR' ? stackOf(record.result?.text) : undefined;
  return (
    <div class={`why ${record.status >= 500 ? 'why-server' : ''}`} role="note" aria-label="Why">
      <p class="why-sentence"><b class="why-label">Why</b>{capitalized(sentence)}</p>
      {trace === undefined ? fix !== undefined && <p class="why-fix">{fix}</p> : <pre class="why-trace" tabIndex={0} aria-label="Stack">{trace}</pre>}
      <div class="why-actions">
        <code class="why-code">{code}</code>
        {nearest !== undefined && <Nearest route={nearest} />}
        <Remedies record={record} />
      </div>
    </div>
  );
}

/** The form of the route that was probably meant, if this stage has it. */
function Nearest({ route }: { readonly route: string }) {
  const { selectRoute } = useActions();
  const stage = useAppState(shownStage);
  const meant = stage?.routes.find(({ method, path }) => [`${method} ${path}`, `${method} /${stage.name}${path}`].includes(route));
  return meant === undefined ? null : <button onClick={() => selectRoute(meant)}>try {route}</button>;
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
      <button onClick={() => resetLimits({}, 'Limits and caches reset')}>reset limits</button>
      <button onClick={() => replay(id)}>replay</button>
    </>
  );
}
