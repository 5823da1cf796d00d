import { encodeTextResult } from '../../lambda-format/text-result';
import { FRAME, type CallHead, type ErrorDocument, type Notice } from '../wire/frames';
import { makeContext, type ContextAnswers, type HandlerContext } from './context';
import { describeError, writeError } from './describe-error';
import type { Handler } from './load-handler';
import type { HostSettings } from '../wire/assignment';

// Taken before user code runs, which may replace them.
const { stringify } = JSON;
const { byteLength } = Buffer;

export interface CallSurroundings {
  readonly settings: HostSettings;
  readonly handler: Handler;
  /** Runs the action when nothing else keeps the process busy. */
  readonly whenIdle: (action: () => void) => void;
  readonly answer: (nonce: string, kind: number, body: string) => void;
  readonly notice: (notice: Notice) => void;
}

export interface HostCall {
  readonly nonce: string;
  readonly head: CallHead;
  /** Builds the event; called once, right before the handler. */
  readonly event: () => unknown;
}

/** Runs the handler and answers once, with the first of its return value, its callback and `context.done`. Hot path. */
export function runCall(surroundings: CallSurroundings, call: HostCall): void {
  const { settings, handler, notice } = surroundings;
  const { hasCallbacks, plainValue } = settings.rules;
  const answer = new OneAnswer(surroundings, call);
  const context = makeContext(settings, call.head, answer);
  const callback = hasCallbacks ? callbackOf(answer, surroundings, context) : undefined;
  try {
    const returned = callback === undefined ? handler(call.event(), context) : handler(call.event(), context, callback);
    if (isThenable(returned)) {
      returned.then(answer.succeed, answer.fail);
    } else if (!hasCallbacks || (returned !== undefined && plainValue !== 'ignored')) {
      if (plainValue === 'warned' && !answer.hasBegun) notice('not-async');
      answer.succeed(returned);
    } else if (!answer.hasBegun) { // a callback that was called already may still wait with its answer
      awaitCallback(surroundings, () => {
        if (!answer.begin()) return;
        if (returned !== undefined) notice('result-ignored');
        answer.give(null);
      });
    }
  } catch (error) {
    if (callback === undefined) answer.fail(error);
    else callback(error);
  }
}

/** `undefined` and `null` are not errors, whether a callback is given them or a handler throws them. */
function callbackOf(answer: OneAnswer, { settings, whenIdle }: CallSurroundings, context: HandlerContext) {
  return (error?: unknown, value?: unknown): void => {
    if (error !== undefined && error !== null) {
      answer.fail(error);
      return;
    }
    if (!answer.begin()) return;
    if (context.callbackWaitsForEmptyEventLoop === true && settings.concurrency === 1) whenIdle(() => answer.give(value));
    else answer.give(value);
  };
}

/** The handler has returned neither a promise nor a result: without a callback its result is null. */
function awaitCallback({ settings, handler, whenIdle }: CallSurroundings, answerNull: () => void): void {
  if (settings.concurrency === 1) whenIdle(answerNull);
  // while other calls run, it is unknown when this one has nothing left to do
  else if (handler.length < 3) answerNull();
}

class OneAnswer implements ContextAnswers {
  readonly #nonce: string;
  readonly #takesText: boolean;
  public hasBegun = false;

  /** Keeps only the parts of the call that its answer needs while the handler runs. */
  public constructor(private readonly surroundings: CallSurroundings, { nonce, head }: HostCall) {
    this.#nonce = nonce;
    this.#takesText = head.takesText === true;
  }

  /** Whether this is the first answer; all others are ignored. */
  public begin(): boolean {
    if (this.hasBegun) return false;
    this.hasBegun = true;
    return true;
  }

  public readonly succeed = (value: unknown): void => {
    if (this.begin()) this.give(value);
  };

  public readonly fail = (error: unknown): void => {
    if (!this.begin()) return;
    const { settings } = this.surroundings;
    this.#giveError(describeError(settings.rules.hasCallbacks ? error ?? 'handled' : error, settings));
  };

  public give(value: unknown): void {
    const { settings, answer } = this.surroundings;
    let text: string;
    try {
      const asText = this.#takesText ? encodeTextResult(value) : undefined;
      if (asText !== undefined) {
        answer(this.#nonce, FRAME.textResult, asText);
        return;
      }
      text = toJson(value);
    } catch (error) {
      const { errorType, errorMessage } = describeError(error, settings);
      const described = unwritable(settings);
      this.#giveError(described, { ...described, trace: [`${described.errorType}: ${described.errorMessage}: ${errorType}: ${errorMessage}`] });
      return;
    }
    const bytes = byteLength(text);
    if (bytes > settings.maxResultBytes) answer(this.#nonce, FRAME.resultTooLarge, String(bytes));
    else answer(this.#nonce, FRAME.result, text);
  }

  #giveError(described: ErrorDocument, written = described): void {
    writeError(written);
    this.surroundings.answer(this.#nonce, FRAME.functionError, stringify(described));
  }
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
