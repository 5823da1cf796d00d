import { useActions, useAppState } from './app-context';

/** Messages about actions that have succeeded or failed. */
export function Notices() {
  const { closeNotice } = useActions();
  const notices = useAppState((state) => state.notices);
  return (
    <div class="notices" role="status" aria-live="polite">
      {notices.map(({ id, kind, text }) => (
        <button key={id} class={`notice notice-${kind}`} onClick={() => closeNotice(id)} title="Close">{text}</button>
      ))}
    </div>
  );
}
