import { useEffect, useMemo, useState } from 'preact/hooks';
import type { ComponentChildren } from 'preact';
import type { ConsoleLine, MessageRecord, RecordedText, RequestRecord, TemplateRecord, TemplateResult } from '../../protocol';
import { formatTime } from '../../model/format';
import { compareAnswers } from '../../model/compare';
import { Code } from '../code';
import { moveFocus } from '../roving-focus';
import { useActions } from '../app-context';

export function RecordTabs({ record, compareWith }: { readonly record: RequestRecord; readonly compareWith: RequestRecord | undefined }) {
  const { request, response, templates, console: lines, executionLog, event, result } = record;
  const tabs: readonly (Tab | false)[] = [
    { id: 'response', label: 'Response', content: () => <MessageTab message={response} name="response" /> },
    { id: 'request', label: 'Request', content: () => <MessageTab message={request} name="request" /> },
    (event !== undefined || result !== undefined) && { id: 'event', label: 'Event', content: () => <EventTab record={record} /> },
    templates.length > 0 && { id: 'templates', label: 'Templates', count: templates.length, content: () => <TemplateTab templates={templates} /> },
    { id: 'logs', label: 'Logs', count: lines.length, content: () => <LogsTab lines={lines} executionLog={executionLog} /> },
    compareWith !== undefined && { id: 'compare', label: 'Compare', content: () => <CompareTab before={compareWith} after={record} /> },
  ];
  return <Tabs label="Parts of the record" first={compareWith === undefined ? 'response' : 'compare'} tabs={tabs.filter((tab) => tab !== false)} />;
}

interface MessageTabProps {
  readonly message: MessageRecord;
  readonly name: 'request' | 'response';
}

function MessageTab({ message: { headers, body, isBase64, bodyTruncated }, name }: MessageTabProps) {
  return (
    <>
      <h3>Body {isBase64 && <span class="hint">base64</span>}</h3>
      <Code text={body} label={`body of the ${name}`} truncated={bodyTruncated} />
      <h3>Headers</h3>
      <table class="headers">
        <tbody>{headers.map((header, index) => <tr key={`${index} ${header.name}`}><th scope="row">{header.name}</th><td>{header.value}</td></tr>)}</tbody>
      </table>
    </>
  );
}

function EventTab({ record: { event, result, ...record } }: { readonly record: RequestRecord }) {
  const name = record.function === undefined ? 'the backend' : record.function;
  return (
    <div class="columns">
      <Side title={`To ${name}`} label="event" part={event} />
      <Side title={`From ${name}`} label="result" part={result} />
    </div>
  );
}

function Side({ title, label, part }: { readonly title: string; readonly label: string; readonly part: RecordedText | undefined }) {
  return (
    <div>
      <h3>{title}</h3>
      {part === undefined ? <p class="empty-line">nothing</p> : <Code text={part.text} label={label} truncated={part.truncated} />}
    </div>
  );
}

/** The output of functions during the request, and its execution log as CloudWatch Logs would show it. */
function LogsTab({ lines, executionLog }: { readonly lines: readonly ConsoleLine[]; readonly executionLog: readonly string[] }) {
  return (
    <>
      <h3>Console</h3>
      {lines.length === 0
        ? <p class="empty-line">No function wrote anything.</p>
        : (
          <ol class="log">
            {lines.map(({ at, level, functionName, text }, index) => (
              <li key={`${index}`} class={level === 'stderr' ? 'is-error' : ''}><time>{formatTime(at)}</time><b>{functionName}</b><span>{text}</span></li>
            ))}
          </ol>
        )}
      <h3>Execution log</h3>
      {executionLog.length === 0
        ? <p class="empty-line">No execution log of this request.</p>
        : <pre class="code" tabIndex={0} aria-label="Execution log">{executionLog.join('\n')}</pre>}
    </>
  );
}

const SIGNS = { same: ' ', removed: '−', added: '+' } as const;

function CompareTab({ before, after }: { readonly before: RequestRecord; readonly after: RequestRecord }) {
  const lines = useMemo(() => compareAnswers(before, after), [before, after]);
  const isSame = lines.every(({ kind }) => kind === 'same');
  return (
    <>
      <p class="compare-verdict">{isSame ? 'The same answer as before.' : 'The answer changed:'}</p>
      <pre class="code compare" tabIndex={0} aria-label="Comparison with the first answer">
        {lines.map(({ kind, text }) => <span class={`line line-${kind}`}><i aria-hidden="true">{SIGNS[kind]}</i>{text}{'\n'}</span>)}
      </pre>
    </>
  );
}

interface Tab {
  readonly id: string;
  readonly label: string;
  readonly count?: number;
  readonly content: () => ComponentChildren;
}

/** Tabs as ARIA describes them: arrows move among them, Tab goes on to the panel. */
function Tabs({ tabs, first, label }: { readonly tabs: readonly Tab[]; readonly first: string; readonly label: string }) {
  const [chosen, setChosen] = useState(first);
  const current = tabs.find(({ id }) => id === chosen) ?? tabs[0];
  if (current === undefined) return null;
  return (
    <div class="tabs">
      <div role="tablist" aria-label={label} onKeyDown={(event) => moveFocus(event, { horizontal: true })}>
        {tabs.map(({ id, label: name, count }) => (
          <button
            key={id} id={`tab-${id}`} role="tab" aria-selected={id === current.id} aria-controls="tab-panel" data-item tabIndex={id === current.id ? 0 : -1}
            onClick={() => setChosen(id)} onFocus={() => setChosen(id)}
          >
            {name}{count !== undefined && count > 0 && <span class="tab-count">{count}</span>}
          </button>
        ))}
      </div>
      <div id="tab-panel" role="tabpanel" aria-labelledby={`tab-${current.id}`} tabIndex={-1}>{current.content()}</div>
    </div>
  );
}

/** Mapping templates with what they read and made; edited, they are rendered again. */
function TemplateTab({ templates }: { readonly templates: readonly TemplateRecord[] }) {
  return <>{templates.map((record) => <Template key={`${record.place} ${record.mediaType}`} record={record} />)}</>;
}

const TYPING_MS = 150;

function Template({ record }: { readonly record: TemplateRecord }) {
  const { render } = useActions();
  const [template, setTemplate] = useState(record.template);
  const [body, setBody] = useState(record.input);
  const [result, setResult] = useState<TemplateResult>();
  const isEdited = template !== record.template || body !== record.input;
  useEffect(() => {
    if (!isEdited) return setResult(undefined);
    let isCurrent = true;
    const keep = (value: TemplateResult): void => { if (isCurrent) setResult(value); };
    const timer = setTimeout(() => {
      render({ ...record.context, template, body }).then(keep, (error: unknown) => keep({ error: String(error) }));
    }, TYPING_MS);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [template, body]);
  return (
    <section class="template">
      <h3>{record.place === 'request' ? 'Request template' : 'Response template'} <span class="hint">{record.mediaType}</span>
        {isEdited && <button class="ghost" onClick={() => { setTemplate(record.template); setBody(record.input); }}>undo edits</button>}</h3>
      <Editor label="Template" value={template} onInput={setTemplate} />
      <div class="columns">
        <Editor label="Input body" value={body} onInput={setBody} />
        <div><h4>Output {isEdited && <span class="hint">rendered again</span>}</h4><Output result={result} recorded={record.output} /></div>
      </div>
    </section>
  );
}

function Output({ result, recorded }: { readonly result: TemplateResult | undefined; readonly recorded: string }) {
  if (result === undefined) return <Code text={recorded} label="output of the template" />;
  return 'error' in result ? <p class="template-error" role="alert">{result.error}</p> : <Code text={result.output} label="output of the template" />;
}

/** A text with the numbers of its lines. It is as high as they are, so that the page scrolls and not a box in it. */
function Editor({ label, value, onInput }: { readonly label: string; readonly value: string; readonly onInput: (value: string) => void }) {
  const lines = value.split('\n').length;
  return (
    <label class="editor">
      <h4>{label}</h4>
      <div class="numbered">
        <span class="line-numbers" aria-hidden="true">{Array.from({ length: lines }, (_, index) => index + 1).join('\n')}</span>
        <textarea value={value} rows={lines} wrap="off" spellcheck={false} onInput={({ currentTarget }) => onInput(currentTarget.value)} />
      </div>
    </label>
  );
}
