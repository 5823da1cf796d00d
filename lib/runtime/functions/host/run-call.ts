import { encodeTextResult } from '../lambda-format/text-result';
import { FRAME, type CallHead, type ErrorDocument, type Notice } from '../frames';
import { makeContext } from './context';
import { describeError, writeError } from './describe-error';
import type { Handler } from './load-handler';
import type { HostSettings } from './settings';

// Taken before user code runs, which may replace them.
const { stringify } = JSON;
const { byteLength } = Buffer;

export interface CallSurroundings {
  readonly settings: HostSettings;
  readonly handler: Handler;
  /** Runs the action when nothing else keeps the process busy. */
  readonly whenIdle: (action: () => void) => void;
  readonly answer: (kind: number, body: string) => void;
  readonly notice: (notice: Notice) => void;
}

/** A call as the host runs it. */
export interface HostCall {
  readonly head: CallHead;
  /** Builds the event; called once, right before the handler. */
  readonly event: () => unknown;
}

/** Runs the handler once and answers once: the first of its return value, its callback and `context.done` counts. */
export function runCall(surroundings: CallSurroundings, { head, event }: HostCall): void {
  const { settings, handler, whenIdle, notice } = surroundings;
  const { hasCallbacks, plainValue } = settings.rules;
  const { begin, hasBegun, succeed, fail } = answerOnce(surroundings, head.takesText === true);
  // `undefined` and `null` are no errors for a callback, and none that a handler throws in its place
  const callback = (error?: unknown, value?: unknown) => begin(() => {
    if (error !== undefined && error !== null) fail(error);
    else if (context.callbackWaitsForEmptyEventLoop === true && settings.concurrency === 1) whenIdle(() => succeed(value));
    else succeed(value);
  });
  const reject = (error: unknown) => begin(() => fail(hasCallbacks ? error ?? 'handled' : error));
  const context = makeContext(settings, head, { succeed: (value) => begin(() => succeed(value)), fail: reject });
  try {
    const returned = hasCallbacks ? handler(event(), context, callback) : handler(event(), context);
    if (isThenable(returned)) {
      returned.then((value) => begin(() => succeed(value)), reject);
    } else if (!hasCallbacks || (returned !== undefined && plainValue !== 'ignored')) {
      if (plainValue === 'warned' && !hasBegun()) notice('not-async');
      begin(() => succeed(returned));
    } else if (!hasBegun()) { // a callback that was called already may still wait with its answer
      awaitCallback(surroundings, () => begin(() => {
        if (returned !== undefined) notice('result-ignored');
        succeed(null);
      }));
    }
  } catch (error) {
    if (hasCallbacks) callback(error);
    else reject(error);
  }
}

/** The handler has returned neither a promise nor a result: without a callback its result is null. */
function awaitCallback({ settings, handler, whenIdle }: CallSurroundings, answerNull: () => void): void {
  if (settings.concurrency === 1) whenIdle(answerNull);
  // while other calls run, it is unknown when this one has nothing left to do
  else if (handler.length < 3) answerNull();
}

function answerOnce({ settings, answer }: CallSurroundings, takesText: boolean) {
  let isBegun = false;
  const answerError = (described: ErrorDocument, written = described) => {
    writeError(written);
    answer(FRAME.functionError, stringify(described));
  };
  const fail = (error: unknown) => answerError(describeError(error, settings));
  const succeed = (value: unknown) => {
    let text: string;
    try {
      const asText = takesText ? encodeTextResult(value) : undefined;
      if (asText !== undefined) {
        answer(FRAME.textResult, asText);
        return;
      }
      text = toJson(value);
    } catch (error) {
      const { errorType, errorMessage } = describeError(error, settings);
      const described = unwritable(settings);
      answerError(described, { ...described, trace: [`${described.errorType}: ${described.errorMessage}: ${errorType}: ${errorMessage}`] });
      return;
    }
    const bytes = byteLength(text);
    if (bytes > settings.maxResultBytes) answer(FRAME.resultTooLarge, String(bytes));
    else answer(FRAME.result, text);
  };
  const begin = (action: () => void) => {
    if (isBegun) return;
    isBegun = true;
    action();
  };
  return { begin, hasBegun: () => isBegun, succeed, fail };
}

/** Lambda's own error for a result that has no JSON form. The reason is in the log only. */
function unwritable({ rules }: HostSettings): ErrorDocument {
  const errorType = rules.hasCallbacks ? 'Error' : 'Runtime.JSONStringifyError';
  const errorMessage = 'Unable to stringify response body';
  return { errorType, errorMessage, trace: [`${errorType}: ${errorMessage}`] };
}

/** `undefined`, functions and symbols have no JSON form; Lambda answers null. */
function toJson(value: unknown): string {
  const text: unknown = stringify(value === undefined ? null : value);
  return typeof text === 'string' ? text : 'null';
}

/** Whether Lambda waits for a value. */
export function isThenable(value: unknown): value is PromiseLike<unknown> {
  return typeof value === 'object' && value !== null && 'then' in value && typeof value.then === 'function';
}
