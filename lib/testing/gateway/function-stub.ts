import type { InvocationOutcome } from '../../runtime';
import type { ProxyEvent } from './proxy-event';

/** The second argument of a stub: the context of the call. */
export interface StubContext {
  readonly awsRequestId: string;
  readonly functionName: string;
  readonly functionVersion: '$LATEST';
  readonly invokedFunctionArn: string;
  readonly memoryLimitInMB: string;
  readonly logGroupName: string;
  readonly logStreamName: string;
  callbackWaitsForEmptyEventLoop: boolean;
  /** By the clock of the test. */
  readonly getRemainingTimeInMillis: () => number;
}

export type StubCallback = (error?: unknown, result?: unknown) => void;

/** Declared as a method so that handlers with narrower parameters, e.g. of `@types/aws-lambda`, are assignable. */
interface Handling {
  handle(event: ProxyEvent, context: StubContext, callback: StubCallback): unknown;
}

/** A Lambda handler. It runs in the test process; its event and result are copied as JSON, as in a real call. */
export type StubHandler = Handling['handle'];

const MARK = Symbol.for('synthgate.FunctionFault');

/** A failure that a function cannot report itself. */
export interface FunctionFault {
  readonly [MARK]: 'timeout' | 'throttled' | 'crash' | 'out-of-memory';
}

/** Faults to use as a stub. */
export const FunctionFault = {
  /** The function times out. */
  timeout: (): FunctionFault => ({ [MARK]: 'timeout' }),
  /** All instances are busy. */
  throttled: (): FunctionFault => ({ [MARK]: 'throttled' }),
  /** The process ends in the middle of the call. */
  crash: (): FunctionFault => ({ [MARK]: 'crash' }),
  /** The function exceeds its memory. */
  outOfMemory: (): FunctionFault => ({ [MARK]: 'out-of-memory' }),
} as const;

/** A stub: a handler, a fault, or the result itself. */
export type FunctionStub = StubHandler | FunctionFault | object | string | number | boolean | null;

export function faultOutcome(stub: FunctionStub, timeoutMs: number): InvocationOutcome | undefined {
  if (typeof stub !== 'object' || stub === null || !(MARK in stub)) return undefined;
  switch (stub[MARK]) {
    case 'timeout': return { type: 'timeout', timeoutMs, limit: 'function' };
    case 'throttled': return { type: 'throttled' };
    case 'out-of-memory': return { type: 'failed', code: 'FUNCTION_OUT_OF_MEMORY', reason: 'simulated by the test', exit: 'signal: killed' };
    default: return { type: 'failed', code: 'FUNCTION_CRASHED', reason: 'simulated by the test', exit: 'exit status 1' };
  }
}
