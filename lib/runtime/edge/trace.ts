import type { Protocol } from '../../spec';
import { headerValue } from '../http/headers';
import type { Received, Trace } from '../http/request';
import type { SystemPorts } from '../ports';
import { readTraceparent, xrayRoot } from './trace-parent';

/**
 * The trace of a request: Root, Parent and Sampled of the client are kept; a missing Root or Parent is generated, the
 * Parent as the second field.
 * @see recorded cases trace-proxy-*
 */
export function traceOf(received: TracedRequest, { protocol, service }: TraceSettings, ports: Pick<SystemPorts, 'randomHex'>): Trace {
  const sent = headerValue(received.headers, `x-${service}-trace-id`);
  return TRACES[protocol](sent, received, ports);
}

interface TraceSettings {
  readonly protocol: Protocol;
  /** The vendor's word in the name of the header. */
  readonly service: string;
}

type MakeTrace = (sent: string | undefined, received: TracedRequest, ports: Pick<SystemPorts, 'randomHex'>) => Trace;

const TRACES: Readonly<Record<Protocol, MakeTrace>> = {
  'rest': restTrace,
  'http': httpTrace,
  'function-url': httpTrace,
  'websocket': restTrace,
};

function httpTrace(sent: string | undefined, received: TracedRequest, ports: Pick<SystemPorts, 'randomHex'>): Trace {
  return { text: sent !== undefined && readFields(sent).has('Root') ? sent : newRoot(received, ports) };
}

function restTrace(sent: string | undefined, received: TracedRequest, ports: Pick<SystemPorts, 'randomHex'>): Trace {
  if (sent === undefined) return { text: newTrace(received, ports) };
  const fields = readFields(sent);
  if (!fields.has('Root')) return { text: newTrace(received, ports) };
  if (fields.has('Parent')) return { text: sent };
  const kept = [...fields].filter(([name]) => name !== 'Root').map(([name, value]) => `;${name}=${value}`);
  return { text: `Root=${fields.get('Root') ?? ''};Parent=${ports.randomHex(16)}${kept.join('')}` };
}

export type TracedRequest = Pick<Received, 'headers' | 'receivedAt'>;

function readFields(sent: string): Map<string, string> {
  const fields = new Map<string, string>();
  for (const part of sent.split(';')) {
    const match = /^\s*(Root|Parent|Sampled|Self|Lineage)=([\w:.-]{1,128})\s*$/.exec(part);
    if (match !== null) fields.set(match[1] ?? '', match[2] ?? '');
  }
  return fields;
}

function newTrace(received: TracedRequest, ports: Pick<SystemPorts, 'randomHex'>): string {
  return `${newRoot(received, ports)};Parent=${ports.randomHex(16)};Sampled=0`;
}

/** The root of the trace that the client names as W3C does, or of a new one. */
function newRoot({ receivedAt, headers }: TracedRequest, { randomHex }: Pick<SystemPorts, 'randomHex'>): string {
  const sent = readTraceparent(headers);
  if (sent !== undefined) return xrayRoot(sent.traceId);
  const second = Math.floor(receivedAt / 1_000).toString(16).padStart(8, '0');
  return `Root=1-${second}-${randomHex(24)}`;
}
