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

const HELP = 'r  rebuild and reload everything\nc  clear the screen\nh  show this help\nq  quit\n';

/** Listens for single keys; only in a terminal. Ctrl-C stays what it is elsewhere. */
export function listenForKeys({ rebuild, out }: KeyActions, input: NodeJS.ReadStream = process.stdin): Keys {
  if (!input.isTTY) return { quit: new Promise(() => undefined), close: () => undefined };
  const { promise, resolve } = withResolver<string>();
  const actions: Readonly<Record<string, () => void>> = {
    r: () => void rebuild(),
    c: () => out('\x1b[2J\x1b[3J\x1b[H'),
    h: () => out(HELP),
    q: () => resolve('q'),
  };
  const pressed = (_: string | undefined, key: { readonly name?: string; readonly ctrl?: boolean }): void => {
    if (key.ctrl === true && key.name === 'c') process.kill(process.pid, 'SIGINT');
    else actions[key.name ?? '']?.();
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
