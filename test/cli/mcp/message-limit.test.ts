import { once } from 'node:events';
import { MessageLimit } from '../../../lib/cli/mcp/message-limit';

/** Writes a text in pieces of a size; returns the refusals and the chunks that are passed on. */
async function limited(text: string, size: number) {
  const refused: unknown[] = [];
  const passed: string[] = [];
  const limit = new MessageLimit((refusal) => refused.push(refusal), 100);
  limit.on('data', (chunk: Buffer) => passed.push(chunk.toString()));
  for (let at = 0; at < text.length; at += size) limit.write(text.slice(at, at + size));
  limit.end();
  await once(limit, 'end');
  return { refused, passed };
}

const filler = 'x'.repeat(5_000);

describe.each([1, 7, 64, 3_000, 100_000])('in pieces of %d', (size) => {
  test.each([
    [`{"jsonrpc":"2.0","id":5,"method":"m","params":{"a":"${filler}"}}`, 5],
    [`{"id": "five", "method":"m","params":{"a":"${filler}"}}`, 'five'],
    [`{"method":"m","params":{"a":"${filler}"},"jsonrpc":"2.0","id":6}`, 6],
    [`{"method":"m","params":{"a":"${filler}"},"id":7,"jsonrpc":"2.0"}\r`, 7],
    [`{"method":"m","params":{"a":"${filler}","id":8}}`, null],
    [`{"jsonrpc":"2.0","method":"m","params":{"a":"${filler}"}}`, null],
  ])('a message that is too large is refused by its id, and others are passed on: %#', async (large, id) => {
    const { refused, passed } = await limited(`{"id":1}\n${large}\n{"id":2}\n`, size);
    expect(passed).toEqual(['{"id":1}\n', '{"id":2}\n']);
    expect(refused).toEqual([{ jsonrpc: '2.0', id, error: { code: -32_600, message: expect.stringMatching(/DASHBOARD_CALL_INVALID.*at most 100 are read/) as string } }]);
  });

  test('a message of exactly the limit is passed on', async () => {
    const message = `"${'x'.repeat(97)}"\n`;
    expect(await limited(message + message, size)).toEqual({ refused: [], passed: [message, message] });
  });
});
