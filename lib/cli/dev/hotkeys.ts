import { emitKeypressEvents } from 'node:readline';

interface Keys {
  /** Resolves when the user quits. */
  readonly quit: Promise<string>;
  readonly close: () => void;
}

interface KeyActions {
  readonly rebuild: () => Promise<void>;
  readonly out: (text: string) => void;
}

/** What a terminal does by itself unless single keys are read. */
const SIGNALS: Readonly<Record<string, NodeJS.Signals>> = { c: 'SIGINT', z: 'SIGTSTP' };

const HELP = 'r  rebuild and reload everything\nc  clear the screen\nh  show this help\nq  quit\n';

/** Listens for single keys; only in a terminal. Ctrl-C and Ctrl-Z do what they do elsewhere. */
export function listenForKeys({ rebuild, out }: KeyActions, input: NodeJS.ReadStream = process.stdin): Keys {
  if (!input.isTTY || !process.stdout.isTTY) return { quit: new Promise(() => undefined), close: () => undefined };
  const { promise, resolve } = withResolver<string>();
  const actions: Readonly<Record<string, () => void>> = {
    r: () => void rebuild(),
    c: () => out('\x1b[2J\x1b[3J\x1b[H'),
    h: () => out(HELP),
    q: () => resolve('q'),
  };
  const pressed = (_: string | undefined, key: { readonly name?: string; readonly ctrl?: boolean; readonly meta?: boolean }): void => {
    if (key.ctrl === true) {
      const signal = SIGNALS[key.name ?? ''];
      if (signal !== undefined) process.kill(process.pid, signal);
      return;
    }
    if (key.meta !== true) actions[key.name ?? '']?.();
  };
  emitKeypressEvents(input);
  input.setRawMode(true);
  input.on('keypress', pressed);
  input.resume();
  return {
    quit: promise,
    close: () => {
      input.off('keypress', pressed);
      input.setRawMode(false);
      input.pause();
    },
  };
}

function withResolver<Value>(): { readonly promise: Promise<Value>; readonly resolve: (value: Value) => void } {
  let resolve: (value: Value) => void = () => undefined;
  const promise = new Promise<Value>((done) => { resolve = done; });
  return { promise, resolve };
}
