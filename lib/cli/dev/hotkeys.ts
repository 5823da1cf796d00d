import { emitKeypressEvents } from 'node:readline';

/** The input that keys are read from; tests pass another one. */
export type KeyInput = Pick<NodeJS.ReadStream, 'isTTY' | 'setRawMode' | 'on' | 'off' | 'resume' | 'pause'> & NodeJS.ReadableStream;

/** A key and what it does; missing where it cannot do it. */
export interface Hotkey {
  readonly key: string;
  readonly does: string;
  /** A word for the line of hints; without one, help alone lists the key. */
  readonly hint?: string;
  readonly action: () => void;
}

/** Signals that a terminal sends for Ctrl-C and Ctrl-Z, unless it is in raw mode. */
const SIGNALS: Readonly<Record<string, NodeJS.Signals>> = { c: 'SIGINT', z: 'SIGTSTP' };
const CLEAR = '\x1b[2J\x1b[3J\x1b[H';

/**
 * Listens for single keys; only in a terminal. Ctrl-C and Ctrl-Z do what they do elsewhere; capitals count, as with Caps Lock.
 * @returns a promise that resolves when the user quits
 */
export function listenForKeys(
  { hotkeys, out }: { readonly hotkeys: readonly Hotkey[]; readonly out: (text: string) => void },
  input: KeyInput = process.stdin,
  isTerminal = process.stdout.isTTY,
) {
  if (!input.isTTY || !isTerminal) return { quit: new Promise<string>(() => undefined), close: () => undefined };
  let quit: (key: string) => void = () => undefined;
  const ended = new Promise<string>((resolve) => { quit = resolve; });
  const all: readonly Hotkey[] = [
    ...hotkeys,
    { key: 'c', does: 'clear the screen', action: () => out(CLEAR) },
    { key: 'h', does: 'show this help', hint: 'help', action: () => out(all.map(({ key, does }) => `${key}  ${does}\n`).join('')) },
    { key: 'q', does: 'quit', hint: 'quit', action: () => quit('q') },
  ];
  const pressed = (_: string | undefined, key: { readonly name?: string; readonly ctrl?: boolean; readonly meta?: boolean }): void => {
    if (key.ctrl === true) {
      const signal = SIGNALS[key.name ?? ''];
      if (signal !== undefined) process.kill(process.pid, signal);
      return;
    }
    if (key.meta !== true) all.find((one) => one.key === key.name)?.action();
  };
  emitKeypressEvents(input);
  input.setRawMode(true);
  input.on('keypress', pressed);
  input.resume();
  out(hintText(all));
  return {
    quit: ended,
    close: () => {
      input.off('keypress', pressed);
      input.setRawMode(false);
      input.pause();
    },
  };
}

/** `[o] dashboard  [r] replay  [h] help  [q] quit` */
function hintText(hotkeys: readonly Hotkey[]): string {
  return `${hotkeys.flatMap(({ key, hint }) => (hint === undefined ? [] : [`[${key}] ${hint}`])).join('  ')}\n`;
}
