import type { HostSettings } from '../wire/assignment';
import type { CallHead } from '../wire/frames';

// Taken before user code runs, which may replace them.
const { floor, max } = Math;
const monotonicNow = performance.now.bind(performance);

/** The actions of `context.done`, `context.succeed` and `context.fail`, where the runtime has them. */
export interface ContextAnswers {
  readonly succeed: (value?: unknown) => void;
  readonly fail: (error?: unknown) => void;
}

/** The second argument of a handler. @see https://docs.aws.amazon.com/lambda/latest/dg/nodejs-context.html */
export interface HandlerContext {
  callbackWaitsForEmptyEventLoop?: boolean;
  readonly functionVersion: string;
  readonly functionName: string;
  readonly memoryLimitInMB: string;
  readonly logGroupName: string;
  readonly logStreamName: string;
  /** From callers that invoke the function directly. */
  readonly clientContext: unknown;
  readonly identity: undefined;
  readonly invokedFunctionArn: string;
  readonly awsRequestId: string;
  readonly getRemainingTimeInMillis: () => number;
  done?: (error?: unknown, value?: unknown) => void;
  succeed?: (value?: unknown) => void;
  fail?: (error?: unknown) => void;
}

/** The context of one call. The remaining time counts from now, by the monotonic clock. */
export function makeContext(settings: HostSettings, head: CallHead, answers: ContextAnswers): HandlerContext {
  const endsAt = monotonicNow() + head.remainingMs;
  const context: HandlerContext = {
    functionVersion: '$LATEST',
    functionName: settings.functionName,
    memoryLimitInMB: String(settings.memoryMiB),
    logGroupName: settings.logGroupName,
    logStreamName: settings.logStreamName,
    clientContext: head.clientContext,
    identity: undefined,
    invokedFunctionArn: settings.functionArn,
    awsRequestId: head.invocationId,
    getRemainingTimeInMillis: () => max(0, floor(endsAt - monotonicNow())),
  };
  if (settings.rules.hasCallbacks) addCallbacks(context, answers);
  return context;
}

/** Hot path: plain assignments are cheaper than a copy. */
function addCallbacks(context: HandlerContext, { succeed, fail }: ContextAnswers): void {
  context.callbackWaitsForEmptyEventLoop = true;
  context.done = (error, value) => (error === undefined || error === null ? succeed(value) : fail(error));
  context.succeed = succeed;
  context.fail = fail;
}
