import type { Invocation, RawEvent, RequestInvocation } from '../../ports';
import type { CallSocket } from './call-socket';
import { FrameWriter } from '../wire/frame-writer';
import { encodeCall, FRAME, NO_NONCE } from '../wire/frames';

/**
 * Maximum number of routes sent to a process before numbering restarts: every reload brings new ones. All routes of a large API
 * must fit, or else they are sent over and over; a process needs about half a kilobyte for each.
 */
const MAX_ROUTES = 32_768;

/**
 * Hands calls to one process and knows which of them it cannot have begun. The frames of a call go into the call socket; the
 * channel announces how long they are, so that the process takes out exactly one call at a time.
 */
export class CallSender {
  readonly #control: FrameWriter;
  readonly #socket: CallSocket | undefined;
  readonly #calls: FrameWriter;
  /** The routes that the process knows, with their numbers. */
  readonly #routes = new Map<object, number>();
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
  }

  /** Hot path. @returns the offset at which the call begins in the socket, -1 without one */
  public send(nonce: string, invocation: Invocation | RequestInvocation, remainingMs: number): number {
    const offset = this.#calls.addedBytes;
    const raw = rawOf(invocation);
    if (raw === undefined) this.#calls.add(FRAME.call, nonce, callText(invocation, remainingMs));
    else this.#calls.addLatin1(FRAME.rawCall, nonce, raw.encode(this.#numberOf(raw.route), remainingMs));
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

  /** The number of a route; the process receives it before the first call. */
  #numberOf(route: object): number {
    const known = this.#routes.get(route);
    if (known !== undefined) return known;
    if (this.#routes.size >= MAX_ROUTES) this.#routes.clear();
    const number = this.#routes.size;
    this.#routes.set(route, number);
    this.#calls.add(FRAME.route, NO_NONCE, JSON.stringify([number, route]));
    return number;
  }

  #announce(): void {
    if (this.#lengths.length === 0) return;
    this.#control.add(FRAME.calls, NO_NONCE, this.#lengths.join(','));
    this.#control.flush();
    this.#lengths = [];
  }
}

/** The request's own bytes, where the event can be made from them: streams say so in the head of a call. */
function rawOf({ payload, isStreamed }: Invocation | RequestInvocation): RawEvent | undefined {
  return typeof payload === 'string' || isStreamed === true ? undefined : payload.raw;
}

function callText(invocation: Invocation | RequestInvocation, remainingMs: number): string {
  const { requestId, traceId, isStreamed, payload, clientContext } = invocation;
  const takesText = 'takesText' in invocation && invocation.takesText;
  const head = { requestId, remainingMs, traceId, isStreamed, clientContext, ...(takesText ? { takesText } : {}) };
  return encodeCall(head, typeof payload === 'string' ? payload : payload.json());
}
