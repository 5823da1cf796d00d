import { deflateSync, gzipSync } from 'node:zlib';
import { planDecompress } from '../../../../lib/runtime/pipeline/steps/decompress';
import { LIMITS } from '../../../../lib/spec';
import { received, routed, run, stage } from '../../../support/exchange';

const max = LIMITS.payloadBytes.max;

function request(coding: string | undefined, body: Buffer, minimumCompressionSize: number | null = 1_000) {
  const headers = [{ name: 'Host', value: 'api.test' }, ...(coding === undefined ? [] : [{ name: 'content-encoding', value: coding }])];
  return routed({ received: received({ method: 'POST', headers, body }), headers, stage: stage({ minimumCompressionSize: minimumCompressionSize ?? undefined }) });
}

const decompress = (given: ReturnType<typeof request>) => run(given, planDecompress(given));

test.each([['gzip', gzipSync], ['X-GZIP', gzipSync], ['deflate', deflateSync]])('%s is decompressed, and no later step sees the coding', async (coding, packed) => {
  const plain = await decompress(request(coding, packed('hello')));
  expect(plain.received.body.toString()).toBe('hello');
  expect(plain.headers).toEqual([{ name: 'Host', value: 'api.test' }]);
});

test('identity and an empty body are as they are', async () => {
  expect((await decompress(request('identity', Buffer.from('hello')))).received.body.toString()).toBe('hello');
  expect((await decompress(request('gzip', Buffer.alloc(0)))).received.body).toHaveLength(0);
  const without = request(undefined, Buffer.from('hello'));
  const { received: given, headers } = without;
  await decompress(without);
  expect([without.received, without.headers]).toEqual([given, headers]);
  expect(without.received).toBe(given);
});

describe('on an API without compression', () => {
  test.each([['gzip', gzipSync], ['deflate', deflateSync]])('%s is unpacked all the same', async (coding, packed) => {
    const unpacked = await decompress(request(coding, packed('hello'), null));
    expect([unpacked.received.body.toString(), unpacked.headers]).toEqual(['hello', [{ name: 'Host', value: 'api.test' }]]);
  });

  test('a body that is too large when unpacked is refused, and one that is not what it says (hostile case bd-ce-gzip-notgzip)', async () => {
    await expect(decompress(request('gzip', gzipSync(Buffer.alloc(max + 1)), null))).rejects.toMatchObject({ code: 'REQUEST_UNPACKS_TOO_LARGE' });
    await expect(decompress(request('gzip', Buffer.from('hello'), null))).rejects.toMatchObject({ code: 'CONTENT_ENCODING_BROKEN' });
  });

  test.each([['br', 'hello'], ['gzip, gzip', 'hello'], ['identity', 'hello'], ['deflate', '']])('the coding %s of the body "%s" passes as it is', async (coding, body) => {
    const identity = request(coding, Buffer.from(body), null);
    const { received: before, headers } = identity;
    await decompress(identity);
    expect([identity.received === before, identity.headers]).toEqual([true, headers]);
  });
});

test('decompression discards the raw bytes of the request', async () => {
  const packed = request('gzip', gzipSync('hello'));
  packed.received = { ...packed.received, raw: { head: 'POST / HTTP/1.1\r\n\r\n', body: 'packed' } };
  expect((await decompress(packed)).received.raw).toBeUndefined();
});

test.each(['br', 'cow', 'gzip, gzip'])('the coding %s is refused', async (coding) => {
  await expect(decompress(request(coding, Buffer.from('hello')))).rejects.toMatchObject({ code: 'CONTENT_ENCODING_UNSUPPORTED' });
});

test('a body that is not what it says is refused', async () => {
  await expect(decompress(request('gzip', Buffer.from('hello')))).rejects.toMatchObject({ code: 'CONTENT_ENCODING_BROKEN' });
});

test('the payload limit counts the unpacked body: at the limit it passes, one byte past it is refused', async () => {
  expect((await decompress(request('gzip', gzipSync(Buffer.alloc(max))))).received.body).toHaveLength(max);
  await expect(decompress(request('gzip', gzipSync(Buffer.alloc(max + 1))))).rejects.toMatchObject({ code: 'REQUEST_UNPACKS_TOO_LARGE' });
});
