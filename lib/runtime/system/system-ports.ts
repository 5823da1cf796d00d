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
    randomHex: createCutter('hex'),
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
    randomFillSync(bytes);
    for (let at = 0; at < bytes.length; at += UUID_CHARACTERS) {
      for (let index = at; index < at + UUID_CHARACTERS; index++) bytes[index] = digit(bytes[index] ?? 0);
      for (const index of HYPHENS) bytes[at + index] = 0x2d;
      bytes[at + 14] = 0x34; // the version
      bytes[at + 19] = VARIANTS[(bytes[at + 19] ?? 0) & 3] ?? 0x38;
    }
    text = bytes.toString('latin1');
    used = 0;
  };
  return () => {
    if (used === text.length) refill();
    used += UUID_CHARACTERS;
    return text.slice(used - UUID_CHARACTERS, used);
  };
}

const VARIANTS = [...'89ab'].map((character) => character.charCodeAt(0));

/** The character of a byte's lower half as a hexadecimal digit. */
function digit(byte: number): number {
  const value = byte & 15;
  return value < 10 ? 0x30 + value : 0x57 + value;
}

/** A multiple of three, so that each character of its text is random. */
const BLOCK_BYTES = 9_216;

/** Cuts pieces off a text of random bytes and renews it when needed. @throws RangeError for a piece longer than a block */
function createCutter(encoding: 'hex' | 'base64url'): (length: number) => string {
  const block = Buffer.alloc(BLOCK_BYTES);
  let text = '';
  let used = 0;
  return (length) => {
    if (used + length > text.length) {
      text = randomFillSync(block).toString(encoding);
      used = 0;
      if (length > text.length) throw new RangeError(`at most ${text.length} random characters at a time, not ${length}`);
    }
    used += length;
    return text.slice(used - length, used);
  };
}

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/** Each character is six random bits; the last one has only as many as the bytes leave, and zeros. */
function createRandomBase64(): (bytes: number) => string {
  const cut = createCutter('base64url');
  return (bytes) => {
    const characters = Math.ceil((bytes * 8) / 6);
    const text = cut(characters);
    const spareBits = characters * 6 - bytes * 8;
    if (spareBits === 0) return text;
    const last = ALPHABET.indexOf(text.charAt(characters - 1)) & (spareBits === 2 ? 0b111100 : 0b110000);
    return text.slice(0, -1) + ALPHABET.charAt(last);
  };
}
