// Sequences of HTTP/2 frames that a client might send: most of them right by themselves, in whatever order, some of them damaged.
import fc from 'fast-check';
import { FLAGS, fourBytes, frame, FRAMES, INITIAL_WINDOW_SIZE, PREFACE, requestHead, settings } from '../http2-frames';

const { END_STREAM, END_HEADERS, PADDED } = FLAGS;

const path = fc.constantFrom('/dev/ping', '/dev/echo?a=1', '/dev/json', '/dev/private', '/nothing', '/dev/open/a%20b', '*', '');
const method = fc.constantFrom('GET', 'POST', 'CONNECT', 'HEAD', 'get', '');
const fields = fc.array(fc.constantFrom<readonly [string, string]>(
  ['x-a', 'b'], ['cookie', 'a=1'], ['expect', '100-continue'], ['content-length', '5'], ['connection', 'close'], ['X-Upper', 'a'], [':path', '/twice'],
  ['transfer-encoding', 'chunked'], ['te', 'trailers'], ['host', 'other.test'], ['x', 'a\rb'],
), { maxLength: 3 });
const head = fc.tuple(path, method, fields).map(([target, verb, lines]) => requestHead(target, { method: verb, fields: lines }));
const noise = fc.uint8Array({ maxLength: 60 }).map((bytes) => Buffer.from(bytes));
const hpack = fc.oneof({ weight: 6, arbitrary: head }, { weight: 1, arbitrary: noise });
const payload = fc.uint8Array({ maxLength: 40 }).map((bytes) => Buffer.from(bytes));
/** Mostly streams that a client has opened, now and then others. */
const stream = fc.oneof(
  { weight: 8, arbitrary: fc.nat(7).map((index) => 2 * index + 1) },
  { weight: 1, arbitrary: fc.constantFrom(0, 2, 2 ** 31 - 1) },
);
const flags = fc.constantFrom(0, END_STREAM, END_HEADERS, END_STREAM | END_HEADERS, PADDED, 0xff);
const value = fc.constantFrom(0, 1, 8, 65_535, 2 ** 31 - 1, 2 ** 32 - 1);

/** A request on the stream of its index; in parts now and then. */
const request = fc.tuple(fc.nat(7), hpack, fc.boolean(), fc.boolean()).map(([index, lines, ends, isWhole]) => {
  const [id, end] = [2 * index + 1, ends ? END_STREAM : 0];
  if (isWhole) return frame({ type: FRAMES.HEADERS, flags: END_HEADERS | end, stream: id }, lines);
  const half = lines.length >> 1;
  return Buffer.concat([
    frame({ type: FRAMES.HEADERS, flags: end, stream: id }, lines.subarray(0, half)),
    frame({ type: FRAMES.CONTINUATION, flags: END_HEADERS, stream: id }, lines.subarray(half)),
  ]);
});
/** Requests that are still open, and a flood of what costs nothing. */
const size = fc.integer({ min: 1, max: 300 });
const flood = fc.tuple(fc.nat(7), fc.constantFrom(FRAMES.PING, FRAMES.SETTINGS), size).map(([open, type, count]) => Buffer.concat([
  ...Array.from({ length: open }, (_, index) => frame({ type: FRAMES.HEADERS, flags: END_HEADERS, stream: 2 * index + 1 }, requestHead('/dev/echo', { method: 'POST' }))),
  ...Array.from({ length: count }, () => frame({ type }, Buffer.alloc(type === FRAMES.PING ? 8 : 0))),
]));
const right = fc.oneof(
  stream.map((id) => frame({ type: FRAMES.PRIORITY, stream: id }, Buffer.alloc(5, id))),
  fc.tuple(stream, value).map(([id, code]) => frame({ type: FRAMES.RST_STREAM, stream: id }, fourBytes(code))),
  fc.tuple(fc.integer({ min: 1, max: 9 }), value).map((setting) => settings(setting)),
  fc.constant(settings([INITIAL_WINDOW_SIZE, 0])),
  fc.constant(frame({ type: FRAMES.SETTINGS, flags: 1 })),
  payload.map((bytes) => frame({ type: FRAMES.PING }, Buffer.concat([bytes, Buffer.alloc(8)]).subarray(0, 8))),
  fc.tuple(stream, value).map(([id, increment]) => frame({ type: FRAMES.WINDOW_UPDATE, stream: id }, fourBytes(increment))),
  fc.tuple(stream, value).map(([id, code]) => frame({ type: FRAMES.GOAWAY }, Buffer.concat([fourBytes(id), fourBytes(code)]))),
  fc.tuple(stream, flags, payload).map(([id, bits, bytes]) => frame({ type: FRAMES.DATA, flags: bits, stream: id }, bytes)),
);
const any = fc.tuple(fc.constantFrom(...Object.values(FRAMES)), flags, stream, payload)
  .map(([type, bits, id, bytes]) => frame({ type, flags: bits, stream: id }, bytes));

/** The bytes of one connection, after its handshake. */
export const sequences: fc.Arbitrary<Buffer> = fc.tuple(
  fc.oneof({ weight: 20, arbitrary: fc.constant(PREFACE) }, { weight: 1, arbitrary: payload }),
  fc.array(fc.oneof(
    { weight: 4, arbitrary: request }, { weight: 4, arbitrary: right }, { weight: 1, arbitrary: flood }, { weight: 1, arbitrary: any },
  ), { maxLength: 16 }),
).map(([start, frames]) => Buffer.concat([start, ...frames]));
