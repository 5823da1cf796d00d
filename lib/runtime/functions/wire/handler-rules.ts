import type { FunctionRuntimeName } from '../../../spec';

/**
 * How a handler is called, and what its return value means.
 * @see https://github.com/aws/aws-lambda-nodejs-runtime-interface-client, version 3 for Node.js 18 to 22, version 4 from 24 on
 */
export interface HandlerRules {
  /** Whether there are callbacks: the third argument, `context.done`, `context.succeed` and `context.fail`. */
  readonly hasCallbacks: boolean;
  /** The meaning of a return value that is not a promise. `warned` is a result that Lambda would ignore. */
  readonly plainValue: 'result' | 'warned' | 'ignored';
}

/** The first release of Node.js whose runtime awaits whatever a handler returns, and has no callbacks. */
const WITHOUT_CALLBACKS = 24;

/**
 * The rules of a runtime. Without one they are those of the Node that runs, and the return value is the response all the same.
 * @see docs/internals/parity-evidence.md, What the service does
 */
export function handlerRules(runtime: FunctionRuntimeName | undefined, nodeMajor: number): HandlerRules {
  const major = runtime === undefined ? nodeMajor : Number.parseInt(runtime.slice('nodejs'.length), 10);
  if (major >= WITHOUT_CALLBACKS) return { hasCallbacks: false, plainValue: 'result' };
  return { hasCallbacks: true, plainValue: runtime === undefined ? 'warned' : 'ignored' };
}
