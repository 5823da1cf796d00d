import { LIMITS } from '../../../../lib/spec';
import { readStreamHead } from '../../../../lib/runtime/functions/wire/stream-head';
import type { FunctionStream, StreamPart } from '../../../../lib/runtime/ports';

const NULS = '\0'.repeat(8);

function streamOf(texts: readonly string[], last: StreamPart = { type: 'end' }) {
  const parts = texts.map((text): StreamPart => ({ type: 'chunk', bytes: Buffer.from(text) }));
  const cancel = jest.fn();
  const stream: FunctionStream = { next: () => Promise.resolve(parts.shift() ?? last), cancel };
  return { stream, cancel };
}

async function headOf(...texts: string[]) {
  const head = await readStreamHead(streamOf(texts).stream, 'fn');
  return 'prelude' in head ? [head.prelude, head.rest.toString()] : head;
}

test.each([
  ['in one chunk', [`{}${NULS}body`], ['{}', 'body']],
  ['cut anywhere', ['{', '}\0\0\0', '\0\0\0\0', '\0bo', 'dy'], ['{}', 'bo']],
  ['with an empty body', [`{}${NULS}`], ['{}', '']],
  ['with NULs in the body', [`{}${NULS}\0\0`], ['{}', '\0\0']],
])('a head %s', async (_, texts, expected) => {
  expect(await headOf(...texts)).toEqual(expected);
});

test('what a function failed with before is handed on', async () => {
  const outcome = { type: 'timeout', timeoutMs: 5, limit: 'function' } as const;
  expect(await readStreamHead(streamOf(['{'], { type: 'broken', outcome }).stream, 'fn')).toBe(outcome);
});

test('a stream that ends first is malformed and cancelled', async () => {
  const { stream, cancel } = streamOf(['{"statusCode": 200}']);
  await expect(readStreamHead(stream, 'fn')).rejects.toMatchObject({ code: 'RESULT_MALFORMED', details: { name: 'fn' } });
  expect(cancel).toHaveBeenCalled();
});

test('metadata up to the limit are read, longer ones are malformed', async () => {
  const { max } = LIMITS.streamPreludeBytes;
  expect(await headOf('x'.repeat(max), `${NULS}y`)).toEqual(['x'.repeat(max), 'y']);
  await expect(headOf('x'.repeat(max + 8), NULS)).rejects.toMatchObject({ code: 'RESULT_MALFORMED' });
});
