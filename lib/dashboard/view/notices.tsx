import { useActions, useAppState } from './app-context';
import { CrossIcon } from './icons';

/** Messages about actions that have succeeded or failed. */
export function Notices() {
  const { closeNotice } = useActions();
  const notices = useAppState((state) => state.notices);
  return (
    <div class="notices" role="status" aria-live="polite">
      {notices.map(({ id, kind, text, action }) => (
        <div key={id} class={`notice notice-${kind}`}>
          <span>{text}</span>
          {action !== undefined && <button onClick={() => { closeNotice(id); action.run(); }}>{action.label}</button>}
          <button class="ghost" onClick={() => closeNotice(id)} aria-label="Close" title="Close"><CrossIcon /></button>
        </div>
      ))}
    </div>
  );
}
