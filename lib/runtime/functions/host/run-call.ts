import { encodeTextResult } from '../lambda-format/text-result';
import { FRAME, type CallHead, type ErrorDocument } from '../frames';
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
}

/** A call as the host runs it. */
export interface HostCall {
  readonly head: CallHead;
  /** Builds the event; called once, right before the handler. */
  readonly event: () => unknown;
}

/** Runs the handler once and answers once: the first of its return value, its callback and `context.done` counts. */
export function runCall(surroundings: CallSurroundings, { head, event }: HostCall): void {
  const { settings, handler, whenIdle } = surroundings;
  const { begin, hasBegun, succeed, fail } = answerOnce(surroundings, head.takesText === true);
  const context = makeContext(settings, head, {
    succeed: (value) => begin(() => succeed(value)),
    fail: (error) => begin(() => fail(error)),
  });
  const callback = (error?: unknown, value?: unknown) => begin(() => {
    if (error !== undefined && error !== null) fail(error);
    else if (context.callbackWaitsForEmptyEventLoop && settings.concurrency === 1) whenIdle(() => succeed(value));
    else succeed(value);
  });
  try {
    const returned = handler(event(), context, callback);
    if (isThenable(returned)) {
      returned.then((value) => begin(() => succeed(value)), (error: unknown) => begin(() => fail(error)));
    } else if (returned !== undefined) {
      begin(() => succeed(returned));
    } else if (hasBegun()) {
      // the callback was called already; its answer may still wait
    } else if (settings.concurrency === 1) {
      whenIdle(() => begin(() => succeed(null)));
    } else if (handler.length < 3) {
      // while other calls run, it is unknown when this one has nothing left to do
      begin(() => succeed(null));
    }
  } catch (error) {
    begin(() => fail(error));
  }
}

function answerOnce({ settings, answer }: CallSurroundings, takesText: boolean) {
  let isBegun = false;
  const answerError = (described: ErrorDocument) => {
    writeError(described, settings.directory);
    answer(FRAME.functionError, stringify(described));
  };
  const fail = (error: unknown) => answerError(describeError(error));
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
      const described = describeError(error);
      answerError({ ...described, errorMessage: `the result cannot be written as JSON: ${described.errorMessage}` });
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

/** `undefined`, functions and symbols have no JSON form; Lambda answers null. */
function toJson(value: unknown): string {
  const text: unknown = stringify(value === undefined ? null : value);
  return typeof text === 'string' ? text : 'null';
}

function isThenable(value: unknown): value is PromiseLike<unknown> {
  return typeof value === 'object' && value !== null && 'then' in value && typeof value.then === 'function';
}
