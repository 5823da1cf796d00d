import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

interface Message {
  readonly type: string;
  readonly event?: string;
  readonly request_seq?: number;
  readonly body?: unknown;
}

/** A client of the Debug Adapter Protocol, as editors are. @see https://microsoft.github.io/debug-adapter-protocol/specification */
export class DebugAdapterClient {
  /** Attaches to what listens on this port of 127.0.0.1, with breakpoints in a file. */
  public static async attach(port: number, file: string, lines: readonly number[]): Promise<DebugAdapterClient> {
    const socket = connect(port, '127.0.0.1');
    await once(socket, 'connect');
    const client = new DebugAdapterClient(socket);
    await client.send('initialize', { adapterID: 'debugpy' });
    const initialized = client.until('initialized');
    await client.send('attach', {});
    await initialized;
    await client.send('setBreakpoints', { source: { path: file }, breakpoints: lines.map((line) => ({ line })) });
    await client.send('configurationDone', {});
    return client;
  }

  readonly #messages: Message[] = [];
  #text = '';
  #sequence = 0;
  #isClosed = false;
  #waiting: (() => void)[] = [];

  private constructor(private readonly socket: Socket) {
    socket.on('error', () => undefined).on('data', (data: Buffer) => this.#read(data.toString('latin1')));
    socket.once('close', () => {
      this.#isClosed = true;
      this.#heard();
    });
  }

  public async send(command: string, parameters: object): Promise<Message> {
    this.#sequence += 1;
    const sequence = this.#sequence;
    const body = JSON.stringify({ seq: sequence, type: 'request', command, arguments: parameters });
    this.socket.write(`Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`);
    return this.#find((message) => message.request_seq === sequence);
  }

  /** The next event of this name. */
  public async until(event: string): Promise<Message> {
    return this.#find((message) => message.event === event);
  }

  public async close(): Promise<void> {
    const closed = once(this.socket, 'close');
    this.socket.destroy();
    await closed;
  }

  async #find(isWanted: (message: Message) => boolean): Promise<Message> {
    for (;;) {
      const index = this.#messages.findIndex(isWanted);
      const [message] = index < 0 ? [] : this.#messages.splice(index, 1);
      if (message !== undefined) return message;
      if (this.#isClosed) throw new Error('the connection was closed');
      await new Promise<void>((resolve) => { this.#waiting.push(resolve); });
    }
  }

  #read(text: string): void {
    this.#text += text;
    for (;;) {
      const [head, bytes] = /^Content-Length: (\d+)\r\n\r\n/.exec(this.#text) ?? [];
      const end = (head?.length ?? 0) + Number(bytes);
      if (head === undefined || this.#text.length < end) break;
      this.#messages.push(JSON.parse(this.#text.slice(head.length, end)) as Message); // of the adapter
      this.#text = this.#text.slice(end);
    }
    this.#heard();
  }
  #heard(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const resolve of waiting) resolve();
  }
}
