// The bytes that a case sends.
import { gzipSync } from 'node:zlib';
import type { GeneratedPart, HostileCase } from './hostile-case';
import type { Field } from './responses';

/** A request as a client might have meant it. */
export interface SentRequest {
  readonly method: string;
  readonly target: string;
  readonly version: string | undefined;
  readonly headers: readonly Field[];
}

type SentBytes = Pick<HostileCase, 'encoding' | 'raw' | 'gen' | 'drip'>;

/** The bytes of a case; those that a drip sends later are not among them. */
export function bytesOf({ encoding, raw = '', gen, drip }: SentBytes, managementPort: number): Buffer {
  const fill = (text: string) => Buffer.from(text.replaceAll('{{MGMT_PORT}}', String(managementPort)), 'latin1');
  switch (encoding) {
    case 'latin1': return fill(raw);
    case 'base64': return Buffer.from(raw, 'base64');
    case 'generated': return drip === undefined ? Buffer.concat((gen ?? []).map((part) => generated(part, fill))) : fill(drip.head);
    default: throw new Error(`unknown encoding ${encoding}`);
  }
}

function generated(part: GeneratedPart, fill: (text: string) => Buffer): Buffer {
  if (part.text !== undefined) return fill(part.text);
  if (part.repeat !== undefined && part.count !== undefined) return Buffer.alloc(part.count * part.repeat.length, part.repeat, 'latin1');
  if (part.gzipZeros !== undefined) {
    const body = gzipSync(Buffer.alloc(part.gzipZeros));
    return Buffer.concat([fill(`${part.header}: ${body.length}\r\n\r\n`), body]);
  }
  throw new Error(`unknown generator ${JSON.stringify(part)}`);
}

/** The requests that the bytes seem to have, read leniently: predicates of the file are about what a client has sent. */
export function requestsIn(bytes: Buffer): readonly SentRequest[] {
  const text = bytes.toString('latin1');
  const heads = [...text.matchAll(/(?<=^|\n)([A-Za-z]+) (\S+)(?: HTTP\/(\d\.\d))?\r?\n/g)];
  return heads.map((head, index) => {
    const [line, method = '', target = '', version] = head;
    const end = text.indexOf('\r\n\r\n', head.index);
    const until = end === -1 ? heads[index + 1]?.index ?? text.length : end;
    return { method, target, version, headers: fieldsIn(text.slice(head.index + line.length, until)) };
  });
}

function fieldsIn(text: string): readonly Field[] {
  return text.split(/\r?\n/).flatMap((line) => {
    const at = line.indexOf(':');
    return at < 1 ? [] : [{ name: line.slice(0, at), value: line.slice(at + 1).trim() }];
  });
}
