import type { Invocation, RawEvent, RequestInvocation } from '../../ports';
import type { CallSocket } from './call-socket';
import { FrameWriter } from '../wire/frame-writer';
import { encodeCall, FRAME, NO_NONCE } from '../wire/frames';
import { RouteNumbers } from './route-numbers';

/**
 * Hands calls to one process and knows which of them it cannot have begun. The frames of a call go into the call socket; the
 * channel announces how long they are, so that the process takes out exactly one call at a time.
 */
export class CallSender {
  readonly #calls: FrameWriter;
  readonly #routes = new RouteNumbers();
  /** Lengths of the calls that are not announced yet. */
  #lengths: number[] = [];
  #takenBackFrom: number | undefined;

  /**
   * @param control - writes to the channel @param socket - without one, calls go over the channel and may begin once sent
   * @param buildsEvents - whether the process builds events from the request's own bytes
   */
  public constructor(
    private readonly control: FrameWriter, private readonly socket: CallSocket | undefined, private readonly buildsEvents: boolean,
  ) {
    this.#calls = socket === undefined ? control : new FrameWriter((data, encoding) => {
      socket.write(data, encoding);
      this.#announce();
    });
  }

  /** Hot path. @returns the offset at which the call begins in the socket, -1 without one */
  public send(nonce: string, invocation: Invocation | RequestInvocation, remainingMs: number): number {
    const offset = this.#calls.addedBytes;
    const raw = this.buildsEvents ? rawOf(invocation) : undefined;
    if (raw === undefined) this.#calls.add(FRAME.call, nonce, callText(invocation, remainingMs));
    else this.#calls.addLatin1(FRAME.rawCall, nonce, raw.encode(this.#numberOf(raw), remainingMs));
    if (this.socket === undefined) return -1;
    this.#lengths.push(this.#calls.addedBytes - offset);
    return offset;
  }

  /** Sends no more and takes back what was not read. @returns the offset from which on no call was begun, nor ever will be */
  public takeBack(): number {
    if (this.socket === undefined) return Infinity;
    this.#calls.take();
    this.#lengths = [];
    this.#takenBackFrom ??= this.socket.takeBack();
    return this.#takenBackFrom;
  }

  /** The number of a route; the process receives it before the first call. */
  #numberOf(raw: RawEvent): number {
    const known = this.#routes.numberOf(raw);
    if (known !== undefined) return known;
    const number = this.#routes.add(raw);
    this.#calls.add(FRAME.route, NO_NONCE, JSON.stringify([number, raw.route()]));
    return number;
  }

  #announce(): void {
    if (this.#lengths.length === 0) return;
    this.control.add(FRAME.calls, NO_NONCE, this.#lengths.join(','));
    this.control.flush();
    this.#lengths = [];
  }
}

/** The request's own bytes, where the event can be made from them: streams say so in the head of a call. */
function rawOf({ payload, isStreamed }: Invocation | RequestInvocation): RawEvent | undefined {
  return typeof payload === 'string' || isStreamed === true ? undefined : payload.raw;
}

function callText(invocation: Invocation | RequestInvocation, remainingMs: number): string {
  const { invocationId, traceId, isStreamed, payload, clientContext } = invocation;
  const takesText = 'takesText' in invocation && invocation.takesText;
  const head = { invocationId, remainingMs, traceId, isStreamed, clientContext, ...(takesText ? { takesText } : {}) };
  return encodeCall(head, typeof payload === 'string' ? payload : payload.json());
}
