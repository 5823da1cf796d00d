// Requests of the soak: whole ones over kept connections, and bytes over sockets of their own.
import { request, type Agent, type IncomingHttpHeaders } from 'node:http';
import { connect } from 'node:net';
import { WebSocket } from 'ws';

/** Beyond every limit of the gateway by far: what comes late differs from what does not come. */
const GIVE_UP_MS = 90_000;

export interface Target {
  readonly host: string;
  readonly port: number;
  agent?: Agent;
}

export interface Call {
  readonly method?: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

export interface CallResponse {
  readonly status: number | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** One request; rejects when its response is not complete. */
export function call({ host, port, agent }: Target, { method = 'GET', path, headers = {}, body }: Call): Promise<CallResponse> {
  return new Promise((resolve, reject) => {
    const options = { host, port, method, path, headers, timeout: GIVE_UP_MS, ...(agent === undefined ? {} : { agent }) };
    const outgoing = request(options, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject).on('aborted', () => reject(new Error('the response was cut')));
      response.on('end', () => resolve({ status: response.statusCode, headers: response.headers, body: Buffer.concat(chunks).toString() }));
    });
    outgoing.on('timeout', () => outgoing.destroy(new Error(`no response within ${GIVE_UP_MS} ms`)));
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}

/** Says something and resolves with the next text. */
export type Say = (text: string) => Promise<string>;

/** Connects to a WebSocket API, has a conversation, and closes; rejects when the connection ends before. */
export async function converse<Result>({ host, port }: Target, path: string, conversation: (say: Say) => Promise<Result>): Promise<Result> {
  const socket = new WebSocket(`ws://${host}:${port}${path}`, { handshakeTimeout: GIVE_UP_MS });
  const ended = new Promise<never>((_, reject) => {
    socket.on('error', reject).on('close', (code) => reject(new Error(`the connection was closed with ${code}`)));
  });
  ended.catch(() => undefined); // it ends in any case: awaited where that is too early
  const next = (event: 'open' | 'message'): Promise<string> =>
    Promise.race([ended, new Promise<string>((resolve) => { socket.once(event, (data: unknown) => resolve(String(data))); })]);
  try {
    await next('open');
    return await conversation(async (text) => {
      const answer = next('message');
      socket.send(text);
      return answer;
    });
  } finally {
    socket.close();
    await ended.catch(() => undefined);
  }
}

/** Sends bytes and gives what comes until the server closes; rejects when it does not. */
export function sendBytes({ host, port }: Target, bytes: Buffer): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host, port });
    let text = '';
    socket.setTimeout(GIVE_UP_MS, () => {
      reject(new Error(`the connection is still open after ${GIVE_UP_MS} ms and ${JSON.stringify(text.slice(0, 100))}`));
      socket.destroy();
    });
    socket.on('connect', () => socket.write(bytes));
    socket.on('data', (data) => { text += data.toString('latin1'); });
    // a reset after the response is as good an end as any
    socket.on('error', () => undefined).on('close', () => resolve(text));
  });
}

export interface Leaving {
  readonly afterMs: number;
  readonly withFirstByte?: boolean;
}

/** Sends bytes and leaves: after so many milliseconds, or with the first byte of the response. */
export function leave({ host, port }: Target, bytes: string, { afterMs, withFirstByte = false }: Leaving): Promise<undefined> {
  return new Promise((resolve) => {
    const socket = connect({ host, port });
    const timer = setTimeout(() => socket.destroy(), afterMs);
    socket.on('connect', () => socket.write(bytes));
    socket.on('data', () => {
      if (withFirstByte) socket.destroy();
    });
    socket.on('error', () => undefined).on('close', () => {
      clearTimeout(timer);
      resolve(undefined);
    });
  });
}
