import { AnswerRecovery } from './answer-recovery';
import { CallAnswers } from './call-answers';
import type { InFlightCalls } from './in-flight-calls';
import type { InstanceWire } from './instance-wire';

export interface AnswerListener {
  /** A call has its answer, at this time of the monotonic clock; its slot is free. */
  readonly answered: (now: number) => void;
  /** A frame of no running call. @returns false if it says nothing, either */
  readonly heard: (kind: number, body: string) => boolean;
  /** The process does not keep to the protocol. */
  readonly broken: (reason: string) => void;
}

/** Reads what the process of one instance says: answers belong to its calls, everything else is for the instance. */
export class AnswerReader {
  readonly #answers: CallAnswers;
  readonly #recovery: AnswerRecovery;

  public constructor(wire: InstanceWire, private readonly inFlight: InFlightCalls, private readonly listener: AnswerListener) {
    this.#answers = new CallAnswers(inFlight, wire);
    this.#recovery = new AnswerRecovery(wire, inFlight, this.receive);
  }

  /** Hot path. */
  public readonly receive = (kind: number, nonce: string, body: string): void => {
    const sent = this.inFlight.get(nonce);
    if (sent === undefined) {
      if (!this.listener.heard(kind, body)) this.#ignore(nonce, body.length);
      return;
    }
    if (!this.#answers.settle(sent, kind, body)) {
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
    else if (!this.#answers.push(sent, bytes)) this.listener.broken('more of a stream than was asked for');
  };

  /** Reads what the process has said and could not send. */
  public recover(): void {
    this.#recovery.run();
  }

  #ignore(nonce: string, characters: number): void {
    if (!this.#recovery.ignore(nonce, characters)) this.listener.broken('too many answers to no call');
  }
}
