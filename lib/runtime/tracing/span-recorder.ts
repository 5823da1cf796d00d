import type { SystemPorts } from '../ports';
import type { EndedSpan, StartSpan } from './span';

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
