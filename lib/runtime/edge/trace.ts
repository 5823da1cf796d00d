import { headerOf, type Received, type Trace } from '../http/request';
import type { SystemPorts } from '../ports';

/**
 * The trace of a request: Root, Parent and Sampled of the client are kept; a missing Root or Parent is generated, the
 * Parent as the second field.
 * @see recorded cases trace-proxy-*
 */
export function traceOf(received: TracedRequest, service: string, ports: Pick<SystemPorts, 'now' | 'randomHex'>): Trace {
  const sent = headerOf(received, headerName(service));
  if (sent === undefined) return { text: newTrace(ports) };
  const fields = readFields(sent);
  if (!fields.has('Root')) return { text: newTrace(ports) };
  if (fields.has('Parent')) return { text: sent };
  const others = [...fields].filter(([name]) => name !== 'Root').map(([name, value]) => `;${name}=${value}`);
  return { text: `Root=${fields.get('Root') ?? ''};Parent=${ports.randomHex(16)}${others.join('')}` };
}

/** The part of a request that may name a trace. */
export type TracedRequest = Pick<Received, 'headers' | 'header'>;

const headerNames = new Map<string, string>();

function headerName(service: string): string {
  const known = headerNames.get(service);
  if (known !== undefined) return known;
  const made = `x-${service}-trace-id`;
  headerNames.set(service, made);
  return made;
}

function readFields(sent: string): Map<string, string> {
  const fields = new Map<string, string>();
  for (const part of sent.split(';')) {
    const match = /^\s*(Root|Parent|Sampled|Self|Lineage)=([\w:.-]{1,128})\s*$/.exec(part);
    if (match !== null) fields.set(match[1] ?? '', match[2] ?? '');
  }
  return fields;
}

let lastSecond = Number.NaN;
let lastRoot = '';

/** A new trace. */
function newTrace({ now, randomHex }: Pick<SystemPorts, 'now' | 'randomHex'>): string {
  const second = Math.floor(now() / 1_000);
  if (second !== lastSecond) {
    lastSecond = second;
    lastRoot = `Root=1-${second.toString(16).padStart(8, '0')}-`;
  }
  return `${lastRoot}${randomHex(24)};Parent=${randomHex(16)};Sampled=0`;
}
