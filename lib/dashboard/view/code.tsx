import { useMemo } from 'preact/hooks';
import { isJson, jsonTokens, prettyJson } from '../model/json-tokens';
import { useActions } from './app-context';
import { CopyIcon } from './icons';

/** Text of a request, as text; JSON is indented and colored. */
export function Code({ text, label, truncated = false }: { readonly text: string; readonly label: string; readonly truncated?: boolean }) {
  const { copyText } = useActions();
  const shown = useMemo(() => (text === '' ? text : prettyJson(text)), [text]);
  const tokens = useMemo(() => (isJson(shown) ? jsonTokens(shown) : undefined), [shown]);
  if (text === '') return <p class="empty-line">empty</p>;
  return (
    <div class="code-box">
      <button class="ghost code-copy" onClick={() => copyText(text, label)} aria-label={`Copy ${label}`} title={`Copy ${label}`}><CopyIcon /></button>
      <pre class="code" tabIndex={0} aria-label={label}>
        {tokens === undefined ? shown : tokens.map(({ kind, text: piece }) => (kind === 'punctuation' ? piece : <span class={`json-${kind}`}>{piece}</span>))}
      </pre>
      {truncated && <p class="hint">Only the beginning is kept.</p>}
    </div>
  );
}
