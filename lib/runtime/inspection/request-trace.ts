import { readXrayTrace } from '../edge/trace-parent';
import { bodyBytes, isText, replyOf, type GatewayReply } from '../http/reply';
import type { Received } from '../http/request';
import type { RequestProgress } from '../plan/exchange';
import type { InspectedMethod, Rendering } from '../plan/inspection';
import { outputLines } from '../output-lines';
import type { ConsoleLine, RequestRecord } from './protocol';
import { StepTimes } from './step-times';

/** Bytes that are kept of a body, a template's text or a result. */
export const KEPT_BYTES = 262_144;
/** Characters that are kept of the output of functions during one request. */
const CONSOLE_CHARACTERS = 65_536;
/** Bytes that a trace takes besides bodies and output. */
const OWN_BYTES = 4_096;
/** The size above which a trace is cut instead of kept as it is. */
const LARGE_BYTES = 2 * KEPT_BYTES;

const NOTHING = Buffer.alloc(0);
const NO_TIMES = new StepTimes().start(Number.NaN);

export type SentReply = ReturnType<typeof sentReply>;

/** The instance that was called; one object for all calls that say the same. */
export type CallingInstance = NonNullable<RequestRecord['instance']>;

/**
 * The trace of one request, for the dashboard. It holds objects that the request has made anyway, and its record is built from them
 * only when somebody looks: a request costs no more than noting when its steps began. A large record is built and cut at once.
 *
 * Hot path: kept objects survive young collections, which copy them, so a trace is few objects.
 */
export class RequestTrace {
  public method: { readonly steps: readonly string[]; readonly about: InspectedMethod } | undefined;
  /** The integration's request and its response, as the kind has them. */
  public outgoing: unknown;
  public response: unknown;
  public quota: { readonly plan: string; readonly limit: number; readonly period: string; readonly used: number } | undefined;
  public instance: CallingInstance | undefined;
  public isAnswered = false;
  public replayOf: string | undefined;
  public next: RequestTrace | undefined;
  public readonly id: string;
  #renderings: Rendering[] | undefined;
  #lines: ConsoleLine[] | undefined;
  #sent: GatewayReply | undefined;
  #sentStream: Buffer = NOTHING;
  #reply: SentReply | undefined;
  #built: RequestRecord | undefined;
  #progress: RequestProgress | undefined;
  #renderedCharacters = 0;
  #consoleCharacters = 0;
  #times: StepTimes;

  /** @param times - with its beginning, or the beginning alone; what `drop` returns can be used for another request */
  public constructor(progress: RequestProgress, public readonly api: string, times: StepTimes | number) {
    this.#progress = progress;
    this.#times = typeof times === 'number' ? new StepTimes().start(times) : times;
    this.id = progress.ids.requestId;
  }

  /** In ms of the monotonic clock. */
  public get startedAt(): number {
    return this.#times.startedAt;
  }

  public get endedAt(): number {
    return this.#times.endedAt;
  }

  /** The request itself, until it is settled. */
  public get progress(): RequestProgress {
    if (this.#progress === undefined) throw new Error('the request is settled: its record is what is left');
    return this.#progress;
  }

  /** The id of its trace, as W3C writes it; undefined if the client sent another form. */
  public get traceId(): string | undefined {
    return this.#progress === undefined ? this.#built?.traceId : readXrayTrace(this.#progress.ids.trace.text)?.traceId;
  }

  public get marks(): readonly { readonly step: string; readonly at: number }[] {
    const all = this.method?.steps.map((step, index) => ({ step, at: this.#times.at(index) })) ?? [];
    return all.filter(({ at }) => !Number.isNaN(at));
  }

  public get renderings(): readonly Rendering[] {
    return this.#renderings ?? [];
  }

  public get lines(): readonly ConsoleLine[] {
    return this.#lines ?? [];
  }

  public begin(step: number, at: number): void {
    this.#times.begin(step, at);
  }

  /** Nobody looks at this trace any more. @returns what another can use */
  public drop(): StepTimes {
    const times = this.#times;
    this.#times = NO_TIMES;
    return times;
  }

  public get built(): RequestRecord | undefined {
    return this.#built;
  }

  /** The response that was sent, read when somebody looks. */
  public get reply(): SentReply | undefined {
    return this.#reply ??= this.#sent && sentReply(this.#sent, this.#sentStream);
  }

  /** @param stream - the beginning of its body, if it is a stream */
  public answered(sent: GatewayReply, at: number, stream: Buffer = NOTHING): void {
    this.#times.end(at);
    this.isAnswered = true;
    if (isText(sent)) flatten(sent.head);
    if (this.#progress !== undefined) flatten(this.#progress.ids.trace.text);
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
    this.#renderings = undefined;
  }

  public rendered(rendering: Rendering): void {
    this.#renderedCharacters += rendering.input.length + rendering.output.length;
    (this.#renderings ??= []).push(rendering);
  }

  public wrote(line: ConsoleLine): void {
    if (this.#consoleCharacters > CONSOLE_CHARACTERS) return;
    this.#consoleCharacters += line.text.length;
    (this.#lines ??= []).push({ ...line, text: outputLines(line.text).join('\n').slice(0, CONSOLE_CHARACTERS) });
  }

  /** About what it keeps in memory; the integration's request and response are as large as the client's. */
  public get bytes(): number {
    const own = OWN_BYTES + this.#consoleCharacters;
    if (this.#built !== undefined) return own + JSON.stringify(this.#built).length;
    const sentBytes = this.#sent === undefined ? 0 : bodyBytes(this.#sent);
    return own + 2 * (bytesReceived(this.progress.received) + sentBytes) + this.#renderedCharacters;
  }

  public get isLarge(): boolean {
    return this.#built === undefined && this.bytes > LARGE_BYTES;
  }
}

/** Flattens a concatenated string into one object, instead of one for each part: reading a character does that. */
function flatten(text: string): void {
  text.charCodeAt(0);
}

/** The body's size, without making its bytes. */
function bytesReceived(received: Received): number {
  return received.raw?.body.length ?? received.body.length;
}

export function runningTrace({ trace }: { readonly trace?: object | undefined }): RequestTrace | undefined {
  return trace instanceof RequestTrace && !trace.isAnswered ? trace : undefined;
}

function sentReply(sent: GatewayReply, stream: Buffer) {
  const { status, headers, body, error, streamedBytes } = replyOf(sent);
  const kept = streamedBytes === undefined ? body : stream;
  return {
    status, headers, error,
    /** At most `KEPT_BYTES`. */
    body: kept.length > KEPT_BYTES ? Buffer.from(kept.subarray(0, KEPT_BYTES)) : kept,
    bodyBytes: bodyBytes(sent),
    isStreamed: streamedBytes !== undefined,
  };
}
