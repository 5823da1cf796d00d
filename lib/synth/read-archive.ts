import { inflateRawSync } from 'node:zlib';
import { GatewayError } from '../errors';
import { executable, type CodeFiles, type FileContents } from './function-code';

/*
 * Reads zip archives of functions. Written by hand: Node decompresses them itself, and what is left is to read the list of files, which
 * is less than the smallest library has in code.
 */

const END_OF_DIRECTORY = 0x06054b50;
const DIRECTORY_ENTRY = 0x02014b50;
const STORED = 0;
const DEFLATED = 8;
/** Lambda's limit of unzipped code. @see https://docs.aws.amazon.com/lambda/latest/dg/gettingstarted-limits.html */
const MAX_BYTES = 250 * 1024 * 1024;

/** The files of a zip archive; directories and links are left out, programs keep their execute bit. @throws SOURCE_UNREADABLE */
export function readArchive(file: string, bytes: Buffer): CodeFiles {
  const unreadable = (reason: string): GatewayError => new GatewayError('SOURCE_UNREADABLE', { reason }, { location: file });
  const end = bytes.lastIndexOf(Buffer.from([0x50, 0x4b, 0x05, 0x06]));
  if (end < 0 || end + 22 > bytes.length || bytes.readUInt32LE(end) !== END_OF_DIRECTORY) throw unreadable('it is not a zip archive');
  const files = new Map<string, FileContents>();
  let at = bytes.readUInt32LE(end + 16);
  let total = 0;
  for (let index = 0; index < bytes.readUInt16LE(end + 10); index++) {
    if (at + 46 > bytes.length || bytes.readUInt32LE(at) !== DIRECTORY_ENTRY) throw unreadable('its directory is damaged');
    const entry = entryAt(bytes, at);
    at = entry.next;
    total += entry.size;
    if (total > MAX_BYTES) throw unreadable(`its files are larger than ${MAX_BYTES} bytes`);
    if (!isRegular(entry)) continue;
    const contents = contentsOf(bytes, entry, unreadable);
    files.set(entry.name, (entry.mode & 0o111) === 0 ? contents : executable(contents));
  }
  return files;
}

interface Entry {
  readonly name: string;
  readonly method: number;
  readonly compressed: number;
  readonly size: number;
  /** Where the file's own head is. */
  readonly offset: number;
  /** Upper half of the external attributes: the file's mode on Unix. */
  readonly mode: number;
  readonly next: number;
}

function entryAt(bytes: Buffer, at: number): Entry {
  const nameLength = bytes.readUInt16LE(at + 28);
  return {
    name: bytes.toString('utf8', at + 46, at + 46 + nameLength),
    method: bytes.readUInt16LE(at + 10),
    compressed: bytes.readUInt32LE(at + 20),
    size: bytes.readUInt32LE(at + 24),
    offset: bytes.readUInt32LE(at + 42),
    mode: bytes.readUInt16LE(at + 40),
    next: at + 46 + nameLength + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32),
  };
}

/** Not a directory, not a link, and inside the archive's own directory. */
function isRegular({ name, mode }: Entry): boolean {
  const isLink = (mode & 0o170000) === 0o120000;
  return !isLink && !name.endsWith('/') && !name.startsWith('/') && !name.includes('\\') && !name.split('/').includes('..');
}

function contentsOf(bytes: Buffer, entry: Entry, unreadable: (reason: string) => GatewayError): Buffer {
  const { name, method, offset, compressed } = entry;
  if (offset + 30 > bytes.length) throw unreadable(`${name} is damaged`);
  const start = offset + 30 + bytes.readUInt16LE(offset + 26) + bytes.readUInt16LE(offset + 28);
  const data = bytes.subarray(start, start + compressed);
  if (method === STORED) return data;
  if (method !== DEFLATED) throw unreadable(`${name} is compressed by method ${method}`);
  try {
    return inflateRawSync(data, { maxOutputLength: entry.size });
  } catch {
    throw unreadable(`${name} is damaged`);
  }
}
