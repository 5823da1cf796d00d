import type { SystemPorts } from '../ports';

export type Attributes = Readonly<Record<string, string | number | boolean>>;

/** Kinds of spans: the request, a part of it, or a call. */
export type SpanKind = 'server' | 'internal' | 'client' | 'producer';

export interface SpanStart {
  readonly name: string;
  readonly kind: SpanKind;
  /** ms since 1970, with fractions. */
  readonly startMs: number;
  readonly traceId: string;
  /** Undefined for the first span of a trace. */
  readonly parentId: string | undefined;
  readonly attributes: Attributes;
}

export interface SpanEnd {
  readonly endMs: number;
  /** Another name, once it is known. */
  readonly name?: string;
  readonly attributes: Attributes;
  readonly isError: boolean;
}

export interface OpenSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly event: (name: string, atMs: number) => void;
  /** Runs work of which spans made elsewhere in this process are below this one. */
  readonly within: <Result>(work: () => Result) => Result;
  readonly end: (end: SpanEnd) => void;
}

/** Makes spans, and takes them when they have ended. @returns undefined if it does not want the span */
export type StartSpan = (start: SpanStart) => OpenSpan | undefined;

/** A span that has ended, with all that is known of it. */
export interface EndedSpan extends SpanStart, SpanEnd {
  readonly name: string;
  readonly spanId: string;
  readonly events: readonly { readonly name: string; readonly atMs: number }[];
}

const SPAN_DIGITS = 16;
/** A request has fewer steps than that. */
const MAX_EVENTS = 128;

/** Spans of the gateway's own, which are handed over when they end. */
export function recordSpans(ended: (span: EndedSpan) => void, { randomHex }: Pick<SystemPorts, 'randomHex'>): StartSpan {
  return (start) => {
    const spanId = randomHex(SPAN_DIGITS);
    const events: { readonly name: string; readonly atMs: number }[] = [];
    return {
      traceId: start.traceId,
      spanId,
      event: (name, atMs) => {
        if (events.length < MAX_EVENTS) events.push({ name, atMs });
      },
      within: (work) => work(),
      end: (end) => {
        const attributes = { ...start.attributes, ...end.attributes };
        ended({ ...start, ...end, name: end.name ?? start.name, spanId, events, attributes });
      },
    };
  };
}
