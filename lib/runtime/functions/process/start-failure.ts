import type { Failure } from '../call';
import { DependenciesMissing } from '../runtimes/dependencies-missing';
import { RuntimeMissing } from '../runtimes/runtime-missing';

/** Why a process could not be started; a lack of descriptors is the gateway's, and a number that its operator can raise. */
export function startFailure(error: unknown): Failure {
  if (error instanceof RuntimeMissing) return { code: 'FUNCTION_RUNTIME_MISSING', reason: error.message };
  if (error instanceof DependenciesMissing) return { code: 'FUNCTION_DEPENDENCIES_MISSING', reason: error.message };
  const reason = error instanceof Error ? error.message : String(error);
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
  const advice = code === 'EMFILE' ? '. The gateway has as many files and connections open as it may: raise its limit, for example with ulimit -n 4096' : '';
  return { code: 'FUNCTION_INIT_FAILED', reason: `its process could not be started: ${reason}${advice}` };
}
