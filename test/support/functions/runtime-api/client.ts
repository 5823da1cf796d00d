import { Agent, request, type IncomingHttpHeaders, type RequestOptions } from 'node:http';

export const RUNTIME = '/2018-06-01/runtime';

export interface Answered {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

interface Sent {
  readonly headers?: Record<string, string>;
  readonly body?: string | Buffer;
}

/** A client of the Runtime API with one connection of its own, and the means to break it off. */
export class ApiClient {
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 1 });
  readonly #address: string;

  public constructor(address: string) {
    this.#address = address;
  }

  public readonly next = (): Promise<Answered> => this.send('GET', `${RUNTIME}/invocation/next`);

  public readonly respond = (id: string, body: string | Buffer, headers: Record<string, string> = {}): Promise<Answered> =>
    this.send('POST', `${RUNTIME}/invocation/${id}/response`, { headers, body });

  public readonly fail = (id: string, body: string, headers: Record<string, string> = {}): Promise<Answered> =>
    this.send('POST', `${RUNTIME}/invocation/${id}/error`, { headers, body });

  /** Sends a part of an answer and breaks off. */
  public half(id: string): void {
    const options = { ...this.#options('POST', `${RUNTIME}/invocation/${id}/response`), headers: { 'content-length': '10' } };
    const sent = request(options).on('error', () => undefined);
    sent.write('"hal', () => this.close());
  }

  /** Begins a streamed answer. @returns a function that ends it */
  public stream(id: string): () => void {
    const headers = { 'lambda-runtime-function-response-mode': 'streaming', 'transfer-encoding': 'chunked' };
    const sent = request({ ...this.#options('POST', `${RUNTIME}/invocation/${id}/response`), headers }).on('error', () => undefined);
    sent.write('begun');
    return () => sent.end('ended');
  }

  public send(method: string, path: string, { headers = {}, body }: Sent = {}): Promise<Answered> {
    return new Promise((resolve, reject) => {
      const sent = request({ ...this.#options(method, path), headers }, (response) => {
        const { statusCode: status = 0, headers: received } = response;
        const pieces: Buffer[] = [];
        response.on('data', (piece: Buffer) => pieces.push(piece));
        response.on('end', () => resolve({ status, headers: received, body: Buffer.concat(pieces).toString() }));
        response.on('error', reject);
      });
      sent.on('error', reject);
      sent.end(body);
    });
  }

  #options(method: string, path: string): RequestOptions {
    const [host, port] = this.#address.split(':');
    return { host, port, method, path, agent: this.#agent };
  }

  /** Closes the connection, whatever it waits for. */
  public close(): void {
    this.#agent.destroy();
  }
}

export function idOf({ headers }: Answered): string {
  return String(headers['lambda-runtime-aws-request-id']);
}
