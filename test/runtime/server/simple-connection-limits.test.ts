import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import type { GatewayReply, Reply } from '../../../lib/runtime/http/reply';
import { streamLimits } from '../../../lib/runtime/http/reply-stream';
import { createBodyBudget } from '../../../lib/runtime/server/body-budget';
import { SimpleConnection, type SimpleOptions } from '../../../lib/runtime/server/simple-connection';
import { createSlowReaderGuard } from '../../../lib/runtime/server/slow-reader-guard';
import { until } from '../../support/until';

/* One connection, with the server's end of its socket at hand. */

let server: Server;
let client: Socket;
let socket: Socket;
beforeEach(async () => {
  server = createServer({ allowHalfOpen: true }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const connected = once(server, 'connection') as Promise<[Socket]>;
  client = connect((server.address() as AddressInfo).port, '127.0.0.1'); // a TCP server that listens has one
  [socket] = await connected;
});
afterEach(() => {
  client.destroy();
  socket.destroy();
  server.close();
});

const REQUEST = `GET /simple HTTP/1.1\r\nHost: api.test\r\nX-Long: ${'x'.repeat(100)}\r\n\r\n`;
const ANSWER: GatewayReply = { status: 200, head: '', text: 'answer' };

function serve(handle: (respond: (reply: GatewayReply) => void) => void): void {
  const limits = { sendTimeoutMs: 5_000, sendBytesPerSecond: 1, responseBytesInFlight: 100_000_000 };
  const options: SimpleOptions = {
    handle: (_, respond) => handle(respond),
    urlLength: () => 8_192,
    now: Date.now,
    isTrusted: () => false,
    watch: createSlowReaderGuard(limits, () => undefined),
    budget: createBodyBudget(1_000_000),
    isClosing: () => false,
    idleTimeoutMs: 60_000,
    toParser: () => undefined,
  };
  void new SimpleConnection(socket, options, () => undefined);
}

test('requests that are sent without waiting for answers are read as far as they are answered', async () => {
  let handled = 0;
  serve((respond) => {
    handled += 1;
    if (handled < 200) setImmediate(() => respond(ANSWER));
  });
  client.resume().write(REQUEST.repeat(100_000));
  await until(() => handled === 200 || undefined);
  await new Promise((resolve) => { setTimeout(resolve, 100); }); // for more to be read, if it were
  expect(socket.bytesRead).toBeLessThan(200 * REQUEST.length + 300_000);
});

test('after a stream whose end waits for the client, the next request is answered', async () => {
  /** Ends as soon as something waits, which is less than the socket calls full. */
  async function* chunks(): AsyncGenerator<Buffer> {
    while (socket.writableLength === 0) yield await Promise.resolve(Buffer.alloc(4_096, 'x'));
  }
  const stream = { chunks: chunks(), cancel: () => undefined, limits: { ...streamLimits('REGIONAL'), fullSpeedBytes: Infinity } };
  const streamed: Reply = { status: 200, headers: [], body: Buffer.alloc(0), stream };
  let handled = 0;
  serve((respond) => {
    handled += 1;
    respond(handled === 1 ? streamed : ANSWER);
  });
  client.pause().write(REQUEST);
  await until(() => socket.writableLength > 0 || undefined);
  expect(socket.writableLength).toBeLessThan(socket.writableHighWaterMark);
  let text = '';
  client.on('data', (bytes: Buffer) => { text = `${text}${bytes.toString('latin1')}`.slice(-100); }).resume();
  await until(() => text.endsWith('0\r\n\r\n') || undefined);
  client.write(REQUEST);
  await until(() => text.endsWith('answer') || undefined);
});
