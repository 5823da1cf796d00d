import { useEffect, useRef } from 'preact/hooks';
import { FILTER_FIELDS, FILTER_FLAGS } from '../model/filter';
import { useActions, useAppState } from './app-context';

const SHORTCUTS = [
  ['/', 'filter the requests'], ['↓ ↑ or j k', 'next, previous request'], ['g', 'go to the routes'], ['r', 'replay the request'],
  ['e', 'edit and replay'], ['n', 'new request'], ['c', 'copy as curl'], ['t', 'copy as a test'], ['p', 'pause the list, go on'], ['x', 'clear the list'], ['u', 'undo the clear'],
  ['Ctrl Enter', 'send the form'], ['Esc', 'close, back'], ['?', 'this help'],
] as const;

/** Keys, and the language of the filter. */
export function Help() {
  const { setHelp } = useActions();
  const isOpen = useAppState((state) => state.isHelpOpen);
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    if (isOpen) dialog.current?.showModal();
    else dialog.current?.close();
  }, [isOpen]);
  return (
    <dialog ref={dialog} class="help" aria-labelledby="help-title" onClose={() => setHelp(false)}>
      <h2 id="help-title">Keyboard</h2>
      <dl>{SHORTCUTS.map(([keys, what]) => <div key={keys}><dt><kbd>{keys}</kbd></dt><dd>{what}</dd></div>)}</dl>
      <h2>Filter</h2>
      <p><code>status&gt;=400 method:POST,PUT -path:/health</code></p>
      <p>Fields: {FILTER_FIELDS.join(', ')}. Operators: <code>: = != &gt; &gt;= &lt; &lt;=</code>; <code>*</code> stands for anything, <code>-</code> excludes.
        Also {FILTER_FLAGS.map((flag) => `is:${flag}`).join(', ')}. Anything else is searched as text.</p>
      <button onClick={() => setHelp(false)} autofocus>Close</button>
    </dialog>
  );
}
