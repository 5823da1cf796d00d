import { LIMITS } from '../../../spec';
import type { ChildProcess } from 'node:child_process';
import { readLambdaError, thrownText } from '../../lambda-error';
import type { Failure } from '../call';
import { DependenciesMissing, RuntimeMissing } from '../runtimes/runtime-missing';

const OUT_OF_MEMORY = /heap out of memory|Reached heap limit|Array buffer allocation failed|Fatal process out of memory/;

/** Lambda's names for the signals that end a process. */
const SIGNALS: Readonly<Partial<Record<NodeJS.Signals, string>>> = {
  SIGABRT: 'aborted', SIGALRM: 'alarm clock', SIGBUS: 'bus error', SIGFPE: 'floating point exception', SIGHUP: 'hangup',
  SIGILL: 'illegal instruction', SIGINT: 'interrupt', SIGKILL: 'killed', SIGPIPE: 'broken pipe', SIGQUIT: 'quit',
  SIGSEGV: 'segmentation fault', SIGTERM: 'terminated', SIGTRAP: 'trace/breakpoint trap',
};

export interface Exit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly isLoaded: boolean;
  readonly stderrTail: string;
  readonly exitReason: string | undefined;
}

/** The failure that an exit represents. When memory runs out, V8 reports it on stderr and ends the process by a signal. */
export function crashOf({ code, signal, isLoaded, stderrTail, exitReason }: Exit): Failure {
  const how = signal === null ? `exit code ${code ?? 'unknown'}` : `signal ${signal}`;
  const exit = signal === null ? `exit status ${code ?? 'unknown'}` : `signal: ${SIGNALS[signal] ?? signal}`;
  if (signal !== null && OUT_OF_MEMORY.test(stderrTail)) {
    return { code: 'FUNCTION_OUT_OF_MEMORY', reason: `its process ended with ${how}: out of memory`, exit: 'signal: killed' };
  }
  if (!isLoaded) return { code: 'FUNCTION_INIT_FAILED', reason: `its process ended with ${how} while loading`, exit };
  return { code: 'FUNCTION_CRASHED', reason: exitReason ?? `its process ended with ${how}`, exit };
}

/** Why a process could not be started; a lack of descriptors is the gateway's, and a number that its operator can raise. */
export function startFailure(error: unknown): Failure {
  if (error instanceof RuntimeMissing) return { code: 'FUNCTION_RUNTIME_MISSING', reason: error.message };
  if (error instanceof DependenciesMissing) return { code: 'FUNCTION_DEPENDENCIES_MISSING', reason: error.message };
  const reason = error instanceof Error ? error.message : String(error);
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
  const advice = code === 'EMFILE' ? '. The gateway has as many files and connections open as it may: raise its limit, for example with ulimit -n 4096' : '';
  return { code: 'FUNCTION_INIT_FAILED', reason: `its process could not be started: ${reason}${advice}` };
}

export function loadFailure(payload: string): Failure {
  const error = readLambdaError(payload);
  return { code: 'FUNCTION_INIT_FAILED', reason: thrownText(error), error };
}

export function resultTooLarge(bytes: number): Failure {
  const errorMessage = `Response payload size exceeded maximum allowed payload size (${LIMITS.functionPayloadBytes.max} bytes).`;
  return {
    code: 'FUNCTION_RESULT_TOO_LARGE', reason: `${bytes} bytes; at most ${LIMITS.functionPayloadBytes.max} are allowed`,
    error: { errorMessage, errorType: 'Function.ResponseSizeTooLarge' },
  };
}

export function killGroup(child: ChildProcess): void {
  if (child.pid === undefined) {
    child.kill(); // a thread; a process that was not started has nothing to kill
    return;
  }
  try {
    if (process.platform === 'win32') child.kill('SIGKILL');
    else process.kill(-child.pid, 'SIGKILL');
  } catch {
    // nothing of the group is left
  }
}
