import { connect, type Socket } from 'node:net';
import { listen, type HttpListener, type ListenOptions } from '../../lib/runtime/server/http-server';
import { gatewayResponse } from '../../lib/runtime/pipeline/steps/gateway-response';
import { progress } from './exchange';
import type { Received } from '../../lib/runtime/http/request';
import type { GatewayReply, Reply } from '../../lib/runtime/http/reply';

/** The HTTP server alone: the requests it delivers and the bytes it answers. */
export interface TestServer {
  readonly listener: HttpListener;
  /** Requests in the order in which they were delivered. */
  readonly seen: readonly Received[];
  readonly connect: () => Socket;
  /** Sends bytes on a fresh connection; resolves with everything received until the server closes or `until` arrives. */
  readonly send: (bytes: string, until?: string) => Promise<string>;
}

type Answer = (received: Received) => Promise<GatewayReply> | GatewayReply;

/** Listens with a handler that answers with the path of each request, or with the result of `answer`. */
export async function startServer(
  options: Partial<ListenOptions> = {}, answer: Answer = echo,
): Promise<TestServer> {
  const seen: Received[] = [];
  const listener = await listen({
    handle: (received, respond) => {
      seen.push(received);
      void Promise.resolve(answer(received)).then(respond);
    },
    urlLength: () => 8_192,
    refuse: (_, error) => gatewayResponse(error, progress()),
  }, { host: '127.0.0.1', port: 0, now: () => 1, ...options });
  const open = (): Socket => connect(listener.port, '127.0.0.1');
  const send = (bytes: string, until?: string): Promise<string> => new Promise((resolve, reject) => {
    const socket = open();
    let text = '';
    socket.on('connect', () => socket.write(bytes, 'latin1'));
    socket.on('data', (chunk) => {
      text += chunk.toString('latin1');
      if (until !== undefined && text.includes(until)) socket.destroy();
    });
    socket.on('close', () => resolve(text));
    socket.on('error', reject);
  });
  return { listener, seen, connect: open, send };
}

function echo({ target }: Received): Reply {
  return { status: 200, headers: [], body: Buffer.from(target) };
}

/** The status codes of all responses in a text, interim ones among them. */
export function statusesIn(text: string): readonly number[] {
  return [...text.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map((match) => Number(match[1]));
}
