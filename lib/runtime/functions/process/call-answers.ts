import { LIMITS } from '../../../spec';
import { readLambdaError } from '../../lambda-error';
import { decodeTextResult } from '../../lambda-format/text-result';
import { failed } from '../call';
import { FRAME } from '../wire/frames';
import { CallStream } from './call-stream';
import { resultTooLarge } from './exit-reason';
import { giveUp, type InFlightCall, type InFlightCalls } from './in-flight-calls';
import type { InstanceWire } from './instance-wire';

/** Settles the calls of one instance with what its process answers. */
export class CallAnswers {
  public constructor(private readonly inFlight: InFlightCalls, private readonly wire: InstanceWire) {}

  /** Hot path: the whole answer of a call, or its end. @returns false if that is no answer to this call */
  public settle(sent: InFlightCall, kind: number, body: string): boolean {
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

  /** A part of a stream. @returns false if that is more than was asked for */
  public push(sent: InFlightCall, bytes: Buffer): boolean {
    return sent.call.invocation.isStreamed === true && this.#streamOf(sent).push(bytes);
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

/** Whether a frame is the whole answer of a call. */
export function isAnswer(kind: number): boolean {
  return kind === FRAME.textResult || kind === FRAME.result || kind === FRAME.functionError;
}
