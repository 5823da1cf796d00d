import { randomFillSync } from 'node:crypto';
import type { Log, SystemPorts } from '../ports';

/** Clocks that a test or a simulation uses instead of the system's. */
export interface Clocks {
  readonly now?: () => number;
  /** Default: `now` if given, so that one clock drives everything. */
  readonly monotonicNow?: () => number;
}

/** The ports of a real process. */
export function systemPorts(log: Log, { now, monotonicNow = now ?? (() => performance.now()) }: Clocks = {}): SystemPorts {
  return {
    now: now ?? Date.now,
    monotonicNow,
    newId: createNewId(),
    randomHex: createRandomHex(),
    randomBase64: createRandomBase64(),
    log,
  };
}

/*
 * Getting randomness from the system for each id took 3 % of a request, and converting its bytes to text as much again. So
 * several hundred ids are generated at a time as one text, of which each gets a part.
 */

const UUID_CHARACTERS = 36;
const UUIDS = 256;
const HYPHENS = [8, 13, 18, 23];

/** UUIDs of version 4: 122 of the bits are random. */
function createNewId(): () => string {
  const bytes = Buffer.alloc(UUIDS * UUID_CHARACTERS);
  let text = '';
  let used = 0;
  const refill = (): void => {
    // four bits of each random byte are used
    writeUuids(randomFillSync(bytes));
    text = bytes.toString('latin1');
    used = 0;
  };
  return () => {
    if (used === text.length) refill();
    used += UUID_CHARACTERS;
    return text.slice(used - UUID_CHARACTERS, used);
  };
}

/** Nothing follows the loop: V8 optimizes it while it runs the first time, and gives up again at what it has not seen by then. */
function writeUuids(bytes: Buffer): void {
  for (let at = 0; at < bytes.length; at += UUID_CHARACTERS) {
    for (let index = at; index < at + UUID_CHARACTERS; index++) bytes[index] = digit(bytes[index] ?? 0);
    for (const index of HYPHENS) bytes[at + index] = 0x2d;
    bytes[at + 14] = 0x34; // the version
    bytes[at + 19] = VARIANTS[(bytes[at + 19] ?? 0) & 3] ?? 0x38;
  }
}

const VARIANTS = [...'89ab'].map((character) => character.charCodeAt(0));

/** The character of a byte's lower half as a hexadecimal digit. */
function digit(byte: number): number {
  const value = byte & 15;
  return value < 10 ? 0x30 + value : 0x57 + value;
}

/** Of random bytes that are made at a time. */
const BLOCK_BYTES = 9_216;

/** Cuts pieces off a text of random digits and renews it when needed. @throws RangeError for a piece longer than a block */
function createRandomHex(): (length: number) => string {
  const block = Buffer.alloc(BLOCK_BYTES);
  let text = '';
  let used = 0;
  return (length) => {
    if (used + length > text.length) {
      text = randomFillSync(block).toString('hex');
      used = 0;
      if (length > text.length) throw new RangeError(`at most ${text.length} random characters at a time, not ${length}`);
    }
    used += length;
    return text.slice(used - length, used);
  };
}

/** One text for each length that is asked for: its pieces are complete, so what is kept of an id is one object. */
function createRandomBase64(): (bytes: number) => string {
  const cutters = new Map<number, () => string>();
  return (bytes) => {
    const known = cutters.get(bytes);
    if (known !== undefined) return known();
    const made = createBase64Cutter(bytes);
    cutters.set(bytes, made);
    return made();
  };
}

/** @throws RangeError for a piece longer than a block */
function createBase64Cutter(bytes: number): () => string {
  const groupBytes = Math.ceil(bytes / 3) * 3;
  const padding = groupBytes - bytes;
  if (groupBytes > BLOCK_BYTES) throw new RangeError(`at most ${BLOCK_BYTES} random bytes at a time, not ${bytes}`);
  const block = Buffer.alloc(BLOCK_BYTES - (BLOCK_BYTES % groupBytes));
  const characters = (groupBytes / 3) * 4;
  let text = '';
  let used = 0;
  return () => {
    if (used === text.length) {
      randomFillSync(block);
      for (let end = groupBytes; end <= block.length; end += groupBytes) block.fill(0, end - padding, end);
      const encoded = Buffer.from(block.toString('base64url'), 'latin1');
      for (let end = characters; end <= encoded.length; end += characters) encoded.fill('=', end - padding, end);
      text = encoded.toString('latin1');
      used = 0;
    }
    used += characters;
    return text.slice(used - characters, used);
  };
}
