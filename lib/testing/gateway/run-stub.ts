import type { FunctionVersion, Invocation, InvocationOutcome } from '../../runtime';
import type { GatewayClock } from './clock';
import { faultOutcome, type FunctionStub, type StubContext, type StubHandler } from './function-stub';

export interface StubSurroundings {
  readonly clock: GatewayClock;
  readonly accountId: string;
  readonly region: string;
}

export interface StubRunner {
  readonly run: (stub: FunctionStub, version: FunctionVersion, call: Invocation) => Promise<InvocationOutcome>;
  readonly giveUp: () => void;
}

/**
 * Runs stubs like functions: the event is a fresh copy, the result is serialized as JSON, a thrown error is an error of
 * the function, and a stub times out by the test's clock or by real time.
 */
export function createStubRunner(surroundings: StubSurroundings): StubRunner {
  const running = new Set<(outcome: InvocationOutcome) => void>();
  const run: StubRunner['run'] = (stub, version, call) => new Promise((resolve) => {
    const settle = (outcome: InvocationOutcome): void => {
      clearTimeout(timer);
      callOff();
      running.delete(settle);
      resolve(outcome);
    };
    const limit = version.timeoutMs < call.timeoutMs ? 'function' : 'caller';
    const timeoutMs = Math.min(version.timeoutMs, call.timeoutMs);
    const timeOut = (): void => settle({ type: 'timeout', timeoutMs, limit });
    const timer = setTimeout(timeOut, timeoutMs);
    const callOff = surroundings.clock.after(timeoutMs, timeOut);
    running.add(settle);
    outcomeOf(stub, { version, call, surroundings }).then(settle, (thrown: unknown) => settle(functionError(thrown)));
  });
  return {
    run,
    giveUp: () => {
      for (const settle of running) settle({ type: 'failed', code: 'FUNCTION_CRASHED', reason: 'the test has ended' });
    },
  };
}

interface StubCall {
  readonly version: FunctionVersion;
  readonly call: Invocation;
  readonly surroundings: StubSurroundings;
}

async function outcomeOf(stub: FunctionStub, stubCall: StubCall): Promise<InvocationOutcome> {
  const fault = faultOutcome(stub, Math.min(stubCall.version.timeoutMs, stubCall.call.timeoutMs));
  if (fault !== undefined) return fault;
  const result = typeof stub === 'function' ? await callHandler(stub as StubHandler, stubCall) : stub; // a callable `object` is taken for a handler
  return { type: 'result', payload: JSON.stringify(result ?? null) ?? 'null' };
}

/** The first of result and callback counts; a stub that returns nothing and takes a callback is awaited. */
function callHandler(stub: StubHandler, { version, call, surroundings }: StubCall): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const callback = (error?: unknown, result?: unknown): void => (error === undefined || error === null ? resolve(result) : reject(error));
    try {
      const returned: unknown = stub(JSON.parse(call.payload), contextOf(version, call, surroundings), callback);
      if (returned !== undefined || stub.length < 3) resolve(returned);
    } catch (error) {
      reject(error);
    }
  });
}

function contextOf(
  { name, memoryMiB, timeoutMs: ownMs }: FunctionVersion,
  { invocationId, timeoutMs }: Invocation,
  { clock, accountId, region }: StubSurroundings,
): StubContext {
  const endsAt = clock.now() + Math.min(ownMs, timeoutMs);
  return {
    awsRequestId: invocationId,
    functionName: name,
    functionVersion: '$LATEST',
    invokedFunctionArn: `arn:aws:lambda:${region}:${accountId}:function:${name}`,
    memoryLimitInMB: String(memoryMiB),
    logGroupName: `/aws/lambda/${name}`,
    logStreamName: 'stub',
    callbackWaitsForEmptyEventLoop: true,
    getRemainingTimeInMillis: () => Math.max(0, endsAt - clock.now()),
  };
}

function functionError(thrown: unknown): InvocationOutcome {
  const error = thrown instanceof Error ? thrown : { name: typeof thrown, message: String(thrown), stack: undefined };
  const trace = (error.stack ?? '').split('\n');
  return { type: 'function-error', errorMessage: error.message, payload: JSON.stringify({ errorType: error.name, errorMessage: error.message, trace }) };
}
