import { OUTPUT_MARK } from '../wire/frames';

type Write = (...chunks: readonly unknown[]) => unknown;

/**
 * Makes writes to standard output and error synchronous, as Lambda does: nothing written before an answer or an exit is
 * lost, and a flood does not fill the memory. The returned function ends each call's output with a line that names the
 * call, so that the gateway can attribute the lines. For a call without output nothing is written and no stream is opened.
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
    // the getter is Node's own, for process.stdout or process.stderr
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

/** Node has no public API for this; without it, writes to a full pipe are deferred. */
function block(stream: NodeJS.WriteStream): void {
  const handle: unknown = Reflect.get(stream, '_handle');
  if (typeof handle !== 'object' || handle === null) return;
  const setBlocking: unknown = Reflect.get(handle, 'setBlocking');
  if (typeof setBlocking === 'function') Reflect.apply(setBlocking, handle, [true]);
}
