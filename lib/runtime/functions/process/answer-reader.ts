import { LIMITS } from '../../../spec';
import { readLambdaError } from '../../lambda-error';
import { decodeTextResult } from '../../lambda-format/text-result';
import { failed } from '../call';
import { FRAME } from '../wire/frames';
import { CallStream } from './call-stream';
import { resultTooLarge } from './exit-reason';
import { giveUp, type InFlightCall, type InFlightCalls } from './in-flight-calls';
import type { InstanceWire } from './instance-wire';

/** Answers that belong to no running call are forged; this many bytes of them are ignored. */
const MAX_FOREIGN_CHARACTERS = 12 * 1024 * 1024;

const ANSWERS: readonly number[] = [FRAME.textResult, FRAME.result, FRAME.functionError];

export interface AnswerListener {
  /** A call has its answer, at this time of the monotonic clock; its slot is free. */
  readonly answered: (now: number) => void;
  /** A frame of no running call. @returns false if it says nothing, either */
  readonly heard: (kind: number, body: string) => boolean;
  /** The process does not keep to the protocol. */
  readonly broken: (reason: string) => void;
}

/** Reads what the process of one instance says: answers settle its calls, everything else is for the instance. */
export class AnswerReader {
  /** Calls whose answer was recovered and will arrive again. */
  readonly #recovered = new Set<string>();
  #foreignCharacters = 0;

  public constructor(
    private readonly wire: InstanceWire, private readonly inFlight: InFlightCalls, private readonly listener: AnswerListener,
  ) {}

  /** Hot path. */
  public readonly receive = (kind: number, nonce: string, body: string): void => {
    const sent = this.inFlight.get(nonce);
    if (sent === undefined) {
      if (!this.listener.heard(kind, body)) this.#ignore(nonce, body.length);
      return;
    }
    if (!this.#settle(sent, kind, body)) {
      this.listener.broken(`an answer of kind ${kind}`);
      return;
    }
    const now = performance.now();
    this.inFlight.remove(nonce, now);
    this.listener.answered(now);
  };

  public readonly receiveChunk = (nonce: string, bytes: Buffer): void => {
    const sent = this.inFlight.get(nonce);
    if (sent === undefined) this.#ignore(nonce, bytes.length);
    else if (sent.call.invocation.isStreamed !== true || !this.#streamOf(sent).push(bytes)) {
      this.listener.broken('more of a stream than was asked for');
    }
  };

  /** Reads what the process has said and could not send: answers in the order of their calls, and an exit notice. */
  public recover(): void {
    let isExpected = true;
    this.wire.readUnsent((kind, nonce, body) => {
      if (kind === FRAME.pipelineDepth) return;
      if (kind === FRAME.exitNotice && isExpected) this.receive(kind, nonce, body);
      isExpected = isExpected && nonce === this.inFlight.oldest && ANSWERS.includes(kind);
      if (!isExpected) return; // remains of an earlier turn
      this.#recovered.add(nonce);
      this.receive(kind, nonce, body);
    });
  }

  #ignore(nonce: string, characters: number): void {
    if (this.#recovered.delete(nonce)) return;
    this.#foreignCharacters += characters + 1;
    if (this.#foreignCharacters > MAX_FOREIGN_CHARACTERS) this.listener.broken('too many answers to no call');
  }

  /** Hot path: the whole answer of a call, or its end. @returns false if that is no answer to this call */
  #settle(sent: InFlightCall, kind: number, body: string): boolean {
    const { call, stream } = sent;
    if (sent.isGivenUp) return true; // its caller has an answer
    if (kind === FRAME.streamEnd && call.invocation.isStreamed === true) {
      this.#streamOf(sent).end();
      call.streamEnded?.();
      return true;
    }
    if (kind === FRAME.functionError) {
      giveUp(sent, { type: 'function-error', payload: body, errorMessage: readLambdaError(body).errorMessage });
      return true;
    }
    if (kind === FRAME.textResult) return settleText(sent, body);
    if (stream !== undefined) return false;
    if (kind === FRAME.result && body.length <= LIMITS.functionPayloadBytes.max) call.settle({ type: 'result', payload: body });
    else if (kind === FRAME.result) call.settle(failed(resultTooLarge(body.length)));
    else if (kind === FRAME.resultTooLarge) call.settle(failed(resultTooLarge(Number(body))));
    else return false;
    return true;
  }

  /** The stream of a call; the first use settles the call with it. */
  #streamOf(sent: InFlightCall): CallStream {
    if (sent.stream !== undefined) return sent.stream;
    const { nonce } = sent;
    const send = (kind: number, body: string) => {
      if (this.inFlight.get(nonce) !== undefined) this.wire.control(kind, nonce, body);
    };
    const stream = new CallStream({ passedOn: (bytes) => send(FRAME.credit, String(bytes)), cancelled: () => send(FRAME.cancel, '') });
    sent.stream = stream;
    sent.call.settle({ type: 'stream', stream });
    return stream;
  }
}

/** @returns false if it is not a text result, or the call does not allow one */
function settleText({ call: { invocation, settle } }: InFlightCall, body: string): boolean {
  const result = 'takesText' in invocation && invocation.takesText ? decodeTextResult(body) : undefined;
  if (result === undefined) return false;
  settle(result);
  return true;
}
