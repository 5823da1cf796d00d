import { OUTPUT_MARK } from '../frames';

type Write = (...chunks: readonly unknown[]) => unknown;

/**
 * Makes standard output and error wait until what is written has left the process, as Lambda does: nothing written
 * before an answer or an exit is lost, and a flood fills no memory. What is returned ends each call's part of the
 * output with a line that names the call, so that the gateway knows whose lines those are. Nothing is written, and no
 * stream is opened, for a call that wrote nothing.
 */
export function openOutput(): (nonce: string) => void {
  const marks = [markStream('stdout'), markStream('stderr')];
  return (nonce) => marks.forEach((mark) => mark(nonce));
}

function markStream(name: 'stdout' | 'stderr'): (nonce: string) => void {
  const getter = Object.getOwnPropertyDescriptor(process, name)?.get;
  if (getter === undefined) return () => undefined;
  let stream: NodeJS.WriteStream | undefined;
  let write: Write | undefined;
  let hasWritten = false;
  const open = (): NodeJS.WriteStream => {
    if (stream !== undefined) return stream;
    // the getter is Node's own, of process.stdout or process.stderr
    const opened = Reflect.apply(getter, process, []) as NodeJS.WriteStream;
    block(opened);
    const original = opened.write as unknown as Write;
    write = (...chunks) => Reflect.apply(original, opened, chunks);
    opened.write = (...chunks: readonly unknown[]) => {
      hasWritten = true;
      return Reflect.apply(original, opened, chunks) as boolean;
    };
    stream = opened;
    return opened;
  };
  Object.defineProperty(process, name, { configurable: true, enumerable: true, get: open });
  return (nonce) => {
    if (!hasWritten) return;
    hasWritten = false;
    write?.(`${OUTPUT_MARK}${nonce}\n`);
  };
}

/** Node has no public way to say it; without this, a pipe that is full is written to later. */
function block(stream: NodeJS.WriteStream): void {
  const handle: unknown = Reflect.get(stream, '_handle');
  if (typeof handle !== 'object' || handle === null) return;
  const setBlocking: unknown = Reflect.get(handle, 'setBlocking');
  if (typeof setBlocking === 'function') Reflect.apply(setBlocking, handle, [true]);
}
