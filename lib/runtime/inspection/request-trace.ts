import type { HeaderList } from '../http/headers';
import { bodyBytes, replyOf, type GatewayReply } from '../http/reply';
import type { RequestProgress } from '../plan/exchange';
import type { InspectedMethod, Rendering } from '../plan/inspection';
import type { GatewayError } from '../../errors';
import type { ConsoleLine, RequestRecord } from '../management/protocol';

/** Of a body, a template's text or a result, this much is kept. */
export const KEPT_BYTES = 262_144;
/** Of what functions write during one request. */
const CONSOLE_CHARACTERS = 65_536;
/** What a trace takes besides bodies. */
const OWN_BYTES = 4_096;
/** A larger one is not kept as it is, but cut. */
const LARGE_BYTES = 2 * KEPT_BYTES;

const NOTHING = Buffer.alloc(0);

/** A step that began. */
export interface Mark {
  readonly step: string;
  /** In ms of the monotonic clock. */
  readonly at: number;
}

/** What was sent. */
export interface SentReply {
  readonly status: number;
  readonly headers: HeaderList;
  /** At most `KEPT_BYTES`. */
  readonly body: Buffer;
  readonly bodyBytes: number;
  readonly isStreamed: boolean;
  readonly error: GatewayError | undefined;
}

/** What a quota had counted when the request had passed it. */
export interface QuotaCount {
  readonly plan: string;
  readonly limit: number;
  readonly period: string;
  readonly used: number;
}

/**
 * What is known of one request, for the dashboard. It holds what the request has made anyway, and its record is built from that
 * only when somebody looks: a request costs no more than noting when its steps began. What is large is built and cut at once.
 */
export class RequestTrace {
  public readonly marks: Mark[] = [];
  public readonly renderings: Rendering[] = [];
  public readonly console: ConsoleLine[] = [];
  /** The steps that the method has, and what they are. */
  public method: { readonly steps: readonly string[]; readonly about: InspectedMethod } | undefined;
  /** The integration's request and its response, as the kind has them. */
  public outgoing: unknown;
  public response: unknown;
  public quota: QuotaCount | undefined;
  public instance: { readonly id: string; readonly cold: boolean } | undefined;
  public endedAt = 0;
  public replayOf: string | undefined;
  public readonly id: string;
  #sent: GatewayReply | undefined;
  #sentStream: Buffer = NOTHING;
  #reply: SentReply | undefined;
  #built: RequestRecord | undefined;
  #progress: RequestProgress | undefined;
  #renderedCharacters = 0;
  #consoleCharacters = 0;

  public constructor(progress: RequestProgress, public readonly api: string, public readonly startedAt: number) {
    this.#progress = progress;
    this.id = progress.ids.requestId;
  }

  /** The request itself, until it is settled. */
  public get progress(): RequestProgress {
    if (this.#progress === undefined) throw new Error('the request is settled: its record is what is left');
    return this.#progress;
  }

  /** The record of a request that is settled. */
  public get built(): RequestRecord | undefined {
    return this.#built;
  }

  /** What was sent: read when somebody looks. */
  public get reply(): SentReply | undefined {
    return this.#reply ??= this.#sent && sentReply(this.#sent, this.#sentStream);
  }

  /** @param stream - the beginning of its body, if it is a stream */
  public answered(sent: GatewayReply, at: number, stream: Buffer = NOTHING): void {
    this.endedAt = at;
    this.#sent = sent;
    this.#sentStream = stream;
  }

  /** Keeps nothing but the record, whose bodies are cut. */
  public settle(record: RequestRecord): void {
    this.#built = record;
    this.#progress = undefined;
    this.outgoing = undefined;
    this.response = undefined;
    this.#sent = undefined;
    this.#sentStream = NOTHING;
    this.#reply = undefined;
    this.renderings.length = 0;
    this.marks.length = 0;
  }

  public rendered(rendering: Rendering): void {
    this.#renderedCharacters += rendering.input.length + rendering.output.length;
    this.renderings.push(rendering);
  }

  public wrote(line: ConsoleLine): void {
    if (this.#consoleCharacters > CONSOLE_CHARACTERS) return;
    this.#consoleCharacters += line.text.length;
    this.console.push({ ...line, text: line.text.slice(0, CONSOLE_CHARACTERS) });
  }

  /** About what it keeps in memory; the integration's request and response are as large as the client's. */
  public get bytes(): number {
    const own = OWN_BYTES + this.#consoleCharacters;
    if (this.#built !== undefined) return own + JSON.stringify(this.#built).length;
    const sentBytes = this.#sent === undefined ? 0 : bodyBytes(this.#sent);
    return own + 2 * (this.progress.received.body.length + sentBytes) + this.#renderedCharacters;
  }

  public get isLarge(): boolean {
    return this.#built === undefined && this.bytes > LARGE_BYTES;
  }
}

function sentReply(sent: GatewayReply, stream: Buffer): SentReply {
  const { status, headers, body, error, streamedBytes } = replyOf(sent);
  const kept = streamedBytes === undefined ? body : stream;
  return {
    status, headers, error,
    body: kept.length > KEPT_BYTES ? Buffer.from(kept.subarray(0, KEPT_BYTES)) : kept,
    bodyBytes: bodyBytes(sent),
    isStreamed: streamedBytes !== undefined,
  };
}
