import { capitalized, formatBytes, formatMs, formatTime, shownPath, statusKind, statusText } from '../../model/format';
import { isRepeatable } from '../../model/repeatable';
import type { CopyFormat, CorsDiagnosis, RequestRecord, Why } from '../../protocol';
import type { DetailOf } from '../../state/app-state';
import { stackOf } from '../../model/stack';
import { shownStage } from '../../state/shown';
import { useActions, useAppState } from '../app-context';
import { BackIcon, CopyIcon, EyeIcon, PencilIcon, ReplayIcon } from '../icons';
import { Method } from '../method';
import { Pipeline } from './pipeline';
import { RecordTabs } from './record-tabs';

export function RequestDetail({ id, record, secrets, compareWith }: DetailOf<'request'>) {
  return (
    <>
      <Actions id={id} secrets={secrets} canRepeat={record === undefined || isRepeatable(record)} />
      {record === undefined
        ? <div class="loading" aria-busy="true" />
        : (
          <div class="record">
            <Title record={record} />
            <Pipeline steps={record.steps} totalMs={record.ms} isError={record.status >= 400} />
            {record.why !== undefined && <WhyBox why={record.why} record={record} />}
            {record.cors !== undefined && <CorsDoctor cors={record.cors} />}
            <RecordTabs key={record.id} record={record} compareWith={compareWith} />
          </div>
        )}
    </>
  );
}

const COPIES: readonly (readonly [CopyFormat, string])[] = [['curl', 'curl'], ['fetch', 'fetch'], ['http', '.http'], ['test', 'test']];

function Actions({ id, secrets, canRepeat }: Pick<DetailOf<'request'>, 'id' | 'secrets'> & { readonly canRepeat: boolean }) {
  const { closeDetail, showSecrets } = useActions();
  return (
    <div class="actions">
      <button class="ghost back" onClick={closeDetail} aria-label="Back to the list" title="Back (Esc)"><BackIcon /></button>
      {canRepeat ? <Repeat id={id} /> : <span class="hint">An event of a connection: connect, and send it again.</span>}
      <button class="ghost secrets" aria-pressed={secrets} aria-label="Show secrets" onClick={() => showSecrets(id, !secrets)} title="Tokens, keys and cookies are masked until you ask for them">
        <EyeIcon /><span class="only-wide">{secrets ? 'Hide' : 'Show'} secrets</span>
      </button>
    </div>
  );
}

function Repeat({ id }: { readonly id: string }) {
  const { replay, editAndReplay, copyAs } = useActions();
  return (
    <>
      <button class="primary" onClick={() => replay(id)} title="Send it again (r)"><ReplayIcon />Replay</button>
      <button onClick={() => editAndReplay(id)} title="Edit, then send (e)" aria-label="Edit and replay"><PencilIcon />Edit<span class="only-wide"> and replay</span></button>
      <span class="copies" role="group" aria-label="Copy as">
        <span class="copies-label" aria-hidden="true"><CopyIcon /></span>
        {COPIES.map(([format, label]) => <button key={format} onClick={() => copyAs(id, format)} aria-label={`Copy as ${label}`}>{label}</button>)}
      </span>
    </>
  );
}

function Title({ record }: { readonly record: RequestRecord }) {
  const { method, query, status, ms, at, stage, deployment, instance, response, api } = record;
  const facts = [
    formatTime(at), `${api} · ${stage}`, ...(deployment === null ? [] : [`deployment ${deployment.fingerprint.slice(0, 8)}`]),
    ...(instance === undefined ? [] : [instance.cold ? 'cold start' : 'warm instance']), formatBytes(response.bodyBytes),
  ];
  return (
    <header class="title">
      <h2><Method name={method} /><span class="title-path">{shownPath(record)}{query !== '' && <span class="query">?{query}</span>}</span></h2>
      <p class={`answer status-${statusKind(status)}`}><b>{status}</b> {statusText(status)} <span class="hint">{formatMs(ms)}</span></p>
      <p class="facts">{facts.map((fact) => <span key={fact}>{fact}</span>)}</p>
      <p class="facts"><code>{record.id}</code>{record.traceId !== undefined && <span>trace <code>{record.traceId}</code></span>}</p>
    </header>
  );
}

function CorsDoctor({ cors: { origin, ok, problems, fix } }: { readonly cors: CorsDiagnosis }) {
  return (
    <div class={`cors ${ok ? 'is-ok' : ''}`} role="note" aria-label="CORS doctor">
      <p><b class="why-label">CORS</b>{ok ? <>Pages from <code>{origin}</code> may read this response.</> : <>Browsers block this response for pages from <code>{origin}</code>.</>}</p>
      {problems.length > 0 && <ul>{problems.map((problem) => <li key={problem}>{capitalized(problem)}</li>)}</ul>}
      {fix !== undefined && <p class="why-fix">{fix}</p>}
    </div>
  );
}

function WhyBox({ why: { code, sentence, fix, nearest }, record }: { readonly why: Why; readonly record: RequestRecord }) {
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
