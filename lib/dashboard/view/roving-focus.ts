/** Selector of what a list moves its focus over. One of them has `tabIndex` 0, the others -1. */
const ITEM = '[data-item]';

/** Arrow keys, Home and End move the focus among the items of a list; `j` and `k` as well, where `letters` is set. */
export function moveFocus(event: KeyboardEvent, { letters = false, horizontal = false } = {}): void {
  const { currentTarget: list, target } = event;
  if (!(list instanceof HTMLElement) || !(target instanceof HTMLElement)) return;
  const items = [...list.querySelectorAll<HTMLElement>(ITEM)];
  const from = items.findIndex((item) => item === target.closest(ITEM));
  const to = targetOf(letters || !/^[jk]$/.test(event.key) ? event.key : '', { from, count: items.length, horizontal });
  if (from < 0 || to === undefined) return;
  event.preventDefault();
  items[to]?.focus();
}

function targetOf(key: string, { from, count, horizontal }: { from: number; count: number; horizontal: boolean }): number | undefined {
  const [back, forth] = horizontal ? ['ArrowLeft', 'ArrowRight'] : ['ArrowUp', 'ArrowDown'];
  if (key === forth || key === 'j') return Math.min(from + 1, count - 1);
  if (key === back || key === 'k') return Math.max(from - 1, 0);
  if (key === 'Home') return 0;
  return key === 'End' ? count - 1 : undefined;
}
