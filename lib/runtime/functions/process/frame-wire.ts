import type { Duplex } from 'node:stream';
import type { Invocation, RawEvent, RequestInvocation } from '../../ports';
import type { AnswerLog } from '../wire/answer-log';
import { FrameWriter } from '../wire/frame-writer';
import { encodeCall, FRAME, FrameReader, NO_NONCE, type FrameListener } from '../wire/frames';
import type { CallSocket } from './call-socket';
import type { InstanceWire, WireListener } from './instance-wire';
import { RouteNumbers } from './route-numbers';

/** The largest frame an instance may send: a result, or 10 MB in Base64 with its surroundings. */
const MAX_FRAME_BYTES = 12 * 1024 * 1024;

/** The gateway's ends of the descriptors that a process inherits. */
export interface FramePorts {
  readonly channel: Duplex;
  /** Answers that the process has not sent yet. */
  readonly answerLog: Pick<AnswerLog, 'read'>;
  /** Where it reads its calls; undefined on Windows, which has no such sockets: there calls go over the channel and may begin once sent. */
  readonly callSocket: CallSocket | undefined;
  /** Whether the process builds events from the request's own bytes. */
  readonly buildsEvents: boolean;
}

/**
 * The gateway's own frames: those of a call go into the call socket, all others over the channel, which announces how long calls are, so
 * that the process takes out exactly one at a time. Answers are logged before they are sent.
 */
export class FrameWire implements InstanceWire {
  public readonly takesCalls = true;
  readonly #control: FrameWriter;
  readonly #calls: FrameWriter;
  readonly #routes = new RouteNumbers();
  /** Lengths of the calls that are not announced yet. */
  #lengths: number[] = [];
  #takenBackFrom: number | undefined;

  public constructor(private readonly ports: FramePorts) {
    const { channel, callSocket } = ports;
    this.#control = new FrameWriter((data, encoding) => channel.write(data, encoding));
    this.#calls = callSocket === undefined ? this.#control : new FrameWriter((data, encoding) => {
      callSocket.write(data, encoding);
      this.#announce();
    });
  }

  public open(assignment: object, listener: WireListener): void {
    const reader = new FrameReader(listener, MAX_FRAME_BYTES);
    const { channel } = this.ports;
    channel.on('data', (bytes: Buffer) => reader.push(bytes));
    // a broken pipe means that the process is ending, which its exit event reports
    channel.on('error', () => undefined);
    channel.on('end', listener.ended);
    this.control(FRAME.assign, NO_NONCE, JSON.stringify(assignment));
    this.#control.flush();
  }

  /** Hot path. @returns the offset at which the call begins in the socket, -1 without one */
  public send(nonce: string, invocation: Invocation | RequestInvocation, remainingMs: number): number {
    const { callSocket, buildsEvents } = this.ports;
    const offset = this.#calls.addedBytes;
    const raw = buildsEvents ? rawOf(invocation) : undefined;
    if (raw === undefined) this.#calls.add(FRAME.call, nonce, callText(invocation, remainingMs));
    else this.#calls.addLatin1(FRAME.rawCall, nonce, raw.encode(this.#numberOf(raw), remainingMs));
    if (callSocket === undefined) return -1;
    this.#lengths.push(this.#calls.addedBytes - offset);
    return offset;
  }

  /** Sends no more and takes back what was not read. @returns the offset from which on no call was begun, nor ever will be */
  public takeBack(): number {
    const { callSocket } = this.ports;
    if (callSocket === undefined) return Infinity;
    this.#calls.take();
    this.#lengths = [];
    this.#takenBackFrom ??= callSocket.takeBack();
    return this.#takenBackFrom;
  }

  public control(kind: number, nonce: string, body: string): void {
    this.#control.add(kind, nonce, body);
  }

  public readUnsent(frame: FrameListener['frame']): void {
    new FrameReader({ frame, broken: () => undefined }, MAX_FRAME_BYTES).push(this.ports.answerLog.read());
  }

  /** The channel is one of the streams of the process, which have all been read when it closes. */
  public whenRead(callback: () => void): void {
    callback();
  }

  public close(): void {
    this.ports.channel.destroy();
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
    this.control(FRAME.calls, NO_NONCE, this.#lengths.join(','));
    this.#control.flush();
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
