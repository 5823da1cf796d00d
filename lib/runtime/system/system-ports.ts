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
  const random = Buffer.alloc((UUIDS * UUID_CHARACTERS) / 2);
  const characters = Buffer.alloc(UUIDS * UUID_CHARACTERS);
  let text = '';
  let used = 0;
  const refill = (): void => {
    characters.write(randomFillSync(random).toString('hex'), 'latin1');
    formUuids(characters);
    text = characters.toString('latin1');
    used = 0;
  };
  return () => {
    if (used === text.length) refill();
    used += UUID_CHARACTERS;
    return text.slice(used - UUID_CHARACTERS, used);
  };
}

/** Makes UUIDs of hexadecimal digits. */
function formUuids(digits: Buffer): void {
  for (let at = 0; at < digits.length; at += UUID_CHARACTERS) {
    for (const index of HYPHENS) digits[at + index] = 0x2d;
    digits[at + 14] = 0x34; // the version
    const code = digits[at + 19] ?? 0;
    digits[at + 19] = VARIANTS[(code > NINE ? code - BEFORE_A : code) & 3] ?? 0x38;
  }
}

const NINE = 0x39;
const BEFORE_A = 0x57;
const VARIANTS = [...'89ab'].map((character) => character.charCodeAt(0));

/** The number of random bytes that are made at a time. */
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
      putAtEnds(block, groupBytes, { padding, value: 0 });
      const encoded = Buffer.from(block.toString('base64url'), 'latin1');
      putAtEnds(encoded, characters, { padding, value: 0x3d });
      text = encoded.toString('latin1');
      used = 0;
    }
    used += characters;
    return text.slice(used - characters, used);
  };
}

/** Puts a value into the last places of every group; with `fill`, an id took twice to three times as long. */
function putAtEnds(bytes: Buffer, groupBytes: number, { padding, value }: { readonly padding: number; readonly value: number }): void {
  for (let end = groupBytes; end <= bytes.length; end += groupBytes) {
    for (let at = end - padding; at < end; at++) bytes[at] = value;
  }
}
