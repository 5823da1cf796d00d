import { useEffect, useState } from 'preact/hooks';
import type { TemplateRecord, TemplateResult } from '../../protocol';
import { useActions } from '../app-context';
import { Code } from '../code';

/** Mapping templates with what they read and made; edited, they are rendered again. */
export function TemplateTab({ templates }: { readonly templates: readonly TemplateRecord[] }) {
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
