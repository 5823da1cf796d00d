import type { Invocation, PlainInvocation } from '../ports';
import type { CallSocket } from './call-socket';
import { FrameWriter } from './frame-writer';
import { encodeCall, FRAME, NO_NONCE } from './frames';
import { PlainSender } from './plain-sender';

/**
 * Hands calls to one process and knows which of them it cannot have begun. The frames of a call go into the call socket; the
 * channel announces how long they are, so that the process takes out exactly one call at a time.
 */
export class CallSender {
  readonly #control: FrameWriter;
  readonly #socket: CallSocket | undefined;
  readonly #calls: FrameWriter;
  readonly #plain: PlainSender;
  /** Lengths of the calls that are not announced yet. */
  #lengths: number[] = [];
  #takenBackFrom: number | undefined;

  /** @param control - writes to the channel @param socket - without one, calls go over the channel and may begin once sent */
  public constructor(control: FrameWriter, socket: CallSocket | undefined) {
    this.#control = control;
    this.#socket = socket;
    this.#calls = socket === undefined ? control : new FrameWriter((data, encoding) => {
      socket.write(data, encoding);
      this.#announce();
    });
    this.#plain = new PlainSender(this.#calls);
  }

  /** Hot path. @returns the offset at which the call begins in the socket, -1 without one */
  public send(nonce: string, { requestId, traceId, payload, isStreamed }: Invocation | PlainInvocation, remainingMs: number): number {
    const offset = this.#calls.addedBytes;
    if (typeof payload === 'string') {
      this.#calls.add(FRAME.call, nonce, encodeCall({ requestId, remainingMs, traceId, isStreamed }, payload));
    } else {
      this.#plain.send(nonce, payload, remainingMs);
    }
    if (this.#socket === undefined) return -1;
    this.#lengths.push(this.#calls.addedBytes - offset);
    return offset;
  }

  /** Sends no more and takes back what was not read. @returns the offset from which on no call was begun, nor ever will be */
  public takeBack(): number {
    if (this.#socket === undefined) return Infinity;
    this.#calls.take();
    this.#lengths = [];
    this.#takenBackFrom ??= this.#socket.takeBack();
    return this.#takenBackFrom;
  }

  #announce(): void {
    if (this.#lengths.length === 0) return;
    this.#control.add(FRAME.calls, NO_NONCE, this.#lengths.join(','));
    this.#control.flush();
    this.#lengths = [];
  }
}
