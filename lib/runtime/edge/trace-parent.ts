import { headerValue, headerValues, type HeaderList } from '../http/headers';

/** The place of a caller in a trace. */
export interface TraceParent {
  /** 32 hexadecimal digits. */
  readonly traceId: string;
  /** The caller's span, 16 hexadecimal digits; undefined if the trace has none yet. */
  readonly spanId: string | undefined;
  /** Whether the caller says that the trace is kept; undefined if it says nothing. */
  readonly isSampled: boolean | undefined;
}

const NAME = 'traceparent';
/** Later versions may have more fields behind these. */
const TRACEPARENT = /^(?!ff)([0-9a-f]{2})-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/;
const SAMPLED_FLAG = 1;
const ROOT = /(?:^|;)\s*Root=1-(?!0{8}-0{24})([0-9a-f]{8})-([0-9a-f]{24})\s*(?:;|$)/;
const PARENT = /(?:^|;)\s*Parent=(?!0{16})([0-9a-f]{16})\s*(?:;|$)/;
const SAMPLED = /(?:^|;)\s*Sampled=([01])\s*(?:;|$)/;
const TIME_DIGITS = 8;

/** The header `traceparent` of a client, if it has one that is valid. @see https://www.w3.org/TR/trace-context/ */
export function readTraceparent(headers: HeaderList): TraceParent | undefined {
  const value = headerValue(headers, NAME);
  if (value === undefined || headerValues(headers, NAME).length > 1) return undefined;
  const [, version, traceId, spanId, flags = '', more] = TRACEPARENT.exec(value.trim()) ?? [];
  if (traceId === undefined || spanId === undefined || (version === '00' && more !== undefined)) return undefined;
  return { traceId, spanId, isSampled: (Number.parseInt(flags, 16) & SAMPLED_FLAG) === SAMPLED_FLAG };
}

/** `traceparent` for whom a span calls. */
export function traceparentOf({ traceId, spanId }: { readonly traceId: string; readonly spanId: string }): string {
  return `00-${traceId}-${spanId}-01`;
}

/** The place in a trace that a header of X-Ray names, if its root has the form of one. */
export function readXrayTrace(text: string): TraceParent | undefined {
  const [, time, rest] = ROOT.exec(text) ?? [];
  if (time === undefined || rest === undefined) return undefined;
  const sampled = SAMPLED.exec(text)?.[1];
  return { traceId: `${time}${rest}`, spanId: PARENT.exec(text)?.[1], isSampled: sampled === undefined ? undefined : sampled === '1' };
}

/** A trace id as people copy it: of W3C, or of X-Ray. @returns that of W3C; undefined for another text */
export function readTraceId(text: string): string | undefined {
  const [, time, rest] = /^(?:1-)?([0-9a-f]{8})-?([0-9a-f]{24})$/.exec(text.toLowerCase()) ?? [];
  return time === undefined || rest === undefined ? undefined : `${time}${rest}`;
}

/** The root that X-Ray has for a trace: both are the same 32 digits. */
export function xrayRoot(traceId: string): string {
  return `Root=1-${traceId.slice(0, TIME_DIGITS)}-${traceId.slice(TIME_DIGITS)}`;
}
