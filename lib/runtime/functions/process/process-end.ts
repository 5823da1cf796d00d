import { constants } from 'node:os';
import type { Failure } from '../call';
import { killGroup, startFailure } from './exit-reason';
import type { InstanceProcess } from './launch';

/** How long to wait for output after the process has ended; a descendant outside the group may keep the pipes open. */
const LAST_OUTPUT_MS = 250;

/** How a process ended: with a code or by a signal. */
export interface ProcessExit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

export interface ProcessEndListener {
  readonly notStarted: (failure: Failure) => void;
  /** The process has ended; some of what it wrote and answered may not have been read yet. */
  readonly exited: () => void;
  /** All of that was read. */
  readonly ended: (exit: ProcessExit) => void;
}

/** Watches a process to its end, and ends what it has left of its group. */
export function watchEnd({ child, wire, isSandboxed = false }: InstanceProcess, listener: ProcessEndListener): void {
  child.once('error', (error) => {
    if (child.pid === undefined) listener.notStarted(startFailure(error));
  });
  child.once('exit', (code, signal) => {
    killGroup(child);
    listener.exited();
    let timer: NodeJS.Timeout | undefined = undefined;
    const end = () => {
      clearTimeout(timer);
      listener.ended(isSandboxed ? behindSandbox({ code, signal }) : { code, signal });
    };
    // on a busy gateway the timer fires late, before it has read what arrived in the meantime
    timer = setTimeout(() => setImmediate(end), LAST_OUTPUT_MS);
    child.once('close', () => wire.whenRead(end));
  });
}

/** Bubblewrap ends with 128 and the number of the signal that ended its program, as shells do. */
function behindSandbox({ code, signal }: ProcessExit): ProcessExit {
  const number = (code ?? 0) - 128;
  const [name] = Object.entries(constants.signals).find(([, known]) => known === number) ?? [];
  return name === undefined ? { code, signal } : { code: null, signal: name as NodeJS.Signals }; // the names of these numbers
}
