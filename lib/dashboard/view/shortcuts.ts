import { useEffect } from 'preact/hooks';
import { isRepeatable } from '../model/repeatable';
import { useApp, type AppParts } from './app-context';

/** Runs a shortcut; whether there is one for the key. */
function run(key: string, { store, actions }: AppParts): boolean {
  const { detail, timeline } = store.get();
  const isShown = detail.kind === 'request' && (detail.record === undefined || isRepeatable(detail.record));
  const id = isShown ? detail.id : undefined;
  const forRequest: Readonly<Record<string, (id: string) => void>> = {
    r: actions.replay, e: actions.editAndReplay, c: (one) => actions.copyAs(one, 'curl'), t: (one) => actions.copyAs(one, 'test'),
  };
  const always: Readonly<Record<string, () => void>> = {
    '/': () => { actions.setTab('requests'); focusOn('#filter'); },
    '?': () => actions.setHelp(true),
    'n': actions.newRequest,
    'p': () => actions.pause(!timeline.isPaused),
    'x': actions.clear,
    'u': actions.undoClear,
    'g': () => { actions.setTab('routes'); focusOn('.routes [tabindex="0"]'); },
    'j': () => focusOn('.requests [tabindex="0"]'),
    'k': () => focusOn('.requests [tabindex="0"]'),
    'Escape': actions.closeDetail,
  };
  const action = id === undefined ? undefined : forRequest[key];
  if (id !== undefined && action !== undefined) action(id);
  else always[key]?.();
  return action !== undefined || always[key] !== undefined;
}

/** At once, as the next key is for it; on a phone after the next rendering, if the part that it is in was not shown. */
function focusOn(selector: string): void {
  const focus = (): Element | null => {
    document.querySelector<HTMLElement>(selector)?.focus();
    return document.activeElement;
  };
  if (focus()?.matches(selector) !== true) requestAnimationFrame(focus);
}

/** Keys of the whole page; not while something is typed. */
export function useShortcuts(): void {
  const parts = useApp();
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || parts.store.get().isHelpOpen) return;
      if (isTyping(event.target)) {
        if (event.key === 'Escape' && event.target instanceof HTMLElement) event.target.blur();
        return;
      }
      if (run(event.key, parts)) event.preventDefault();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [parts]);
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement;
}
