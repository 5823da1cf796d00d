import { PassThrough } from 'node:stream';
import { finished } from 'node:stream/promises';
import { splitLines } from '../../../../lib/runtime/hosting/workers/line-splitter';

test('lines arrive whole, however they were cut, and the last one even without its end', async () => {
  const stream = new PassThrough();
  const seen: string[] = [];
  splitLines(stream, (lines) => seen.push(lines));
  const bytes = Buffer.from('first\nsecond ä\nthird\nlast');
  for (const byte of bytes) stream.write(Buffer.from([byte]));
  stream.end();
  await finished(stream);
  await new Promise((resolve) => { setImmediate(resolve); });
  expect(seen).toEqual(['first\n', 'second ä\n', 'third\n', 'last\n']);
});
