// The clients of the rolling restarts. They never send a request again, but for one case: a stream that a server has refused with
// REFUSED_STREAM, or by GOAWAY, was not looked at, and every client of HTTP/2 sends it again (RFC 9113 §8.7).
import { Agent, request } from 'node:http';
import { connect as connectHttp2, constants, type ClientHttp2Session } from 'node:http2';
import { connect as connectTls } from 'node:tls';

/** A request and the body that belongs to it. */
export interface Call {
  readonly path: string;
  readonly body: string;
}

export interface Client {
  /** Resolves with the problem, if there is one. */
  readonly send: (call: Call) => Promise<string | undefined>;
  /** How many refused streams were sent again. */
  readonly sentAgain: () => number;
  readonly close: () => void;
}

/** Nothing takes as long. */
const GIVE_UP_MS = 40_000;

const problemOf = (status: unknown, body: string, expected: string): string | undefined =>
  (status === 200 && body === expected ? undefined : `${String(status)} ${JSON.stringify(body.slice(0, 80))}`);

/** A client with one kept connection, over HTTP/1.1. */
export function http1Client(socketPath: string): Client {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  return {
    sentAgain: () => 0,
    close: () => agent.destroy(),
    send: ({ path, body: expected }) => new Promise((resolve) => {
      const sent = request({ socketPath, agent, path, timeout: GIVE_UP_MS }, (response) => {
        let body = '';
        response.setEncoding('utf8').on('data', (text: string) => { body += text; });
        response.on('error', (error) => resolve(error.message));
        response.on('end', () => resolve(response.complete ? problemOf(response.statusCode, body, expected) : 'the response was cut'));
      });
      sent.on('timeout', () => sent.destroy(new Error('no answer')));
      sent.on('error', (error) => resolve(error.message)).end();
    }),
  };
}

/** Thrown for a stream that the server has not looked at. */
class Refused extends Error {}

/** Above it a client asks in vain. */
const MAX_SENT_AGAIN = 20;

/** A client with one connection for HTTP/2 at a time, and another one once the server says that it goes away. */
export function http2Client(socketPath: string): Client {
  let current: ClientHttp2Session | undefined;
  let again = 0;
  const session = (): ClientHttp2Session => {
    if (current !== undefined && !current.closed && !current.destroyed) return current;
    const opened = connectHttp2('https://gateway.test', {
      createConnection: () => connectTls({ path: socketPath, ALPNProtocols: ['h2'], servername: 'localhost', rejectUnauthorized: false }),
    });
    opened.on('error', () => undefined); // its streams have it
    opened.on('goaway', () => {
      if (current === opened) current = undefined;
    });
    current = opened;
    return opened;
  };
  return {
    sentAgain: () => again,
    close: () => current?.destroy(),
    send: async (call) => {
      for (let sent = 0; sent < MAX_SENT_AGAIN; sent += 1) {
        try {
          return await sendStream(session(), call);
        } catch (error) {
          if (!(error instanceof Refused)) throw error;
          again += 1;
        }
      }
      return `refused ${MAX_SENT_AGAIN} times`;
    },
  };
}

function sendStream(session: ClientHttp2Session, { path, body: expected }: Call): Promise<string | undefined> {
  return new Promise((resolve, reject) => {
    const stream = session.request({ ':path': path });
    let status: number | undefined;
    let body = '';
    let failure: string | undefined;
    stream.setEncoding('utf8').on('response', (headers) => { status = headers[':status']; }).on('data', (text: string) => { body += text; });
    stream.setTimeout(GIVE_UP_MS, () => stream.close(constants.NGHTTP2_CANCEL));
    let isUnsent = false;
    stream.on('error', (error: NodeJS.ErrnoException) => {
      failure = error.message;
      isUnsent = error.code === 'ERR_HTTP2_GOAWAY_SESSION';
    });
    stream.on('close', () => {
      if (isUnsent || stream.rstCode === constants.NGHTTP2_REFUSED_STREAM) reject(new Refused());
      else resolve(failure ?? problemOf(status, body, expected));
    });
  });
}
