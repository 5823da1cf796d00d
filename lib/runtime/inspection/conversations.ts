import { headerValue } from '../http/headers';
import type { ConnectionPlace, SentMessage } from '../plan/manage-connections';
import { optional } from './optional';
import type { ConnectionRecord, ConnectionSummary, FrameRecord } from './protocol';
import type { RequestTrace } from './request-trace';

/** How many connections are kept, and how many frames and bytes of all of them together. */
export interface ConversationLimits {
  readonly connections: number;
  readonly frames: number;
  readonly bytes: number;
}

const LIMITS: ConversationLimits = { connections: 200, frames: 5_000, bytes: 16 * 1024 * 1024 };

/** Characters that are kept of a frame. */
const KEPT_CHARACTERS = 16_384;
/** Bytes that a frame takes besides its text. */
const OWN_BYTES = 256;

interface Conversation {
  about: ConnectionRecord;
  readonly frames: FrameRecord[];
}

/** The last connections of WebSocket APIs and their frames, which share one limit: the oldest of all is dropped first. */
export class Conversations {
  /** By id, oldest first. */
  readonly #all = new Map<string, Conversation>();
  /** The conversations of all kept frames, in the order of the frames, with what each frame takes. */
  readonly #kept: { readonly conversation: Conversation; readonly bytes: number }[] = [];
  /** The frames whose requests run. */
  readonly #running = new WeakMap<RequestTrace, { readonly conversation: Conversation; readonly frame: FrameRecord }>();
  /** Handshakes of the dashboard itself, by their keys. */
  readonly #expected = new Map<string, { id: string | undefined }>();
  #bytes = 0;

  /** @param emit - is told of a connection that opens, says something, or closes */
  public constructor(private readonly emit: (summary: ConnectionSummary) => void, private readonly limits: ConversationLimits = LIMITS) {}

  /** Newest first. */
  public list(): readonly ConnectionSummary[] {
    return [...this.#all.values()].map(summaryOf).reverse();
  }

  public get(id: string): ConnectionRecord | undefined {
    const conversation = this.#all.get(id);
    return conversation && { ...conversation.about, frames: [...conversation.frames] };
  }

  /** The request of an event begins: a message has come, or the connection has ended. */
  public began(trace: RequestTrace): void {
    const { connection: event, received, ids: { requestId }, routePath } = trace.progress;
    const conversation = event && this.#all.get(event.connection.connectionId);
    if (conversation === undefined) return;
    if (event?.type === 'MESSAGE') {
      const frame: FrameRecord = { at: received.receivedAt, from: 'client', ...textOf(received.body), requestId, route: routePath.slice(1) };
      this.#running.set(trace, { conversation, frame });
      this.#add(conversation, frame);
    } else if (event?.close !== undefined) {
      conversation.about = { ...conversation.about, closed: { ...event.close, at: received.receivedAt, requestId } };
      this.emit(summaryOf(conversation));
    }
  }

  /** The request of an event was answered: a handshake that was accepted is a connection. */
  public answered(trace: RequestTrace): void {
    const { connection: event } = trace.progress;
    if (event?.type === 'CONNECT') this.#connected(trace);
    const running = this.#running.get(trace);
    if (running === undefined) return;
    const { conversation, frame } = running;
    const index = conversation.frames.indexOf(frame);
    if (index === -1) return; // dropped since
    const { reply, method } = trace;
    conversation.frames[index] = {
      ...frame, status: reply?.status ?? 0, ...(reply?.error && { code: reply.error.code }),
      ...optional('function', method?.about.function),
    };
    this.emit(summaryOf(conversation));
  }

  public sent({ connectionId }: ConnectionPlace, { text, routeKey, at }: SentMessage): void {
    const conversation = this.#all.get(connectionId);
    if (conversation !== undefined) this.#add(conversation, { at, from: 'gateway', ...textOf(text), ...optional('route', routeKey) });
  }

  /** The dashboard is about to connect itself. @returns takes the id of the connection, once it was accepted */
  public expect(handshakeKey: string): () => string | undefined {
    const expected = { id: undefined };
    this.#expected.set(handshakeKey, expected);
    return () => {
      this.#expected.delete(handshakeKey);
      return expected.id;
    };
  }

  #connected({ api, progress, reply, method }: RequestTrace): void {
    const { connection: event, received, ids: { requestId }, stageName } = progress;
    if (event === undefined || reply === undefined || reply.error !== undefined || reply.status < 200 || reply.status > 299) return;
    const { connectionId: id, connectedAt, userAgent } = event.connection;
    const expected = this.#expected.get(headerValue(received.headers, 'sec-websocket-key') ?? '');
    if (expected !== undefined) expected.id = id;
    const conversation: Conversation = {
      about: {
        id, api, stage: stageName, connectedAt, sourceIp: received.sourceIp, requestId,
        isOwn: expected !== undefined, frameCount: 0, droppedFrames: 0, frames: [],
        ...optional('userAgent', userAgent), ...optional('function', method?.about.function),
      },
      frames: [],
    };
    this.#all.set(id, conversation);
    if (this.#all.size > this.limits.connections) this.#forget();
    this.emit(summaryOf(conversation));
  }

  #add(conversation: Conversation, frame: FrameRecord): void {
    const bytes = OWN_BYTES + 2 * frame.text.length;
    conversation.frames.push(frame);
    conversation.about = { ...conversation.about, frameCount: conversation.about.frameCount + 1 };
    this.#kept.push({ conversation, bytes });
    this.#bytes += bytes;
    while (this.#kept.length > this.limits.frames || this.#bytes > this.limits.bytes) this.#dropOldest();
    this.emit(summaryOf(conversation));
  }

  #dropOldest(): void {
    const oldest = this.#kept.shift();
    if (oldest === undefined) return;
    const { conversation, bytes } = oldest;
    this.#bytes -= bytes;
    conversation.frames.shift();
    conversation.about = { ...conversation.about, droppedFrames: conversation.about.droppedFrames + 1 };
  }

  /** Forgets the oldest that is closed, or the oldest of all; its frames go when their turn comes. */
  #forget(): void {
    const all = [...this.#all.values()];
    const oldest = all.find(({ about }) => about.closed !== undefined) ?? all[0];
    if (oldest !== undefined) this.#all.delete(oldest.about.id);
  }
}

function summaryOf({ about: { frames: _, ...summary } }: Conversation): ConnectionSummary {
  return summary;
}

function textOf(bytes: Buffer): Pick<FrameRecord, 'text' | 'bytes' | 'isTruncated'> {
  const text = bytes.toString('utf8');
  return { text: text.slice(0, KEPT_CHARACTERS), bytes: bytes.length, isTruncated: text.length > KEPT_CHARACTERS };
}
