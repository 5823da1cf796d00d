import { WebSocket } from 'undici';

interface Target {
  readonly webSocketDebuggerUrl: string;
}

interface Message {
  readonly id?: number;
  readonly method?: string;
  readonly params?: Record<string, unknown>;
  readonly result?: Record<string, unknown>;
  readonly error?: { readonly message: string };
}

/** A client of the inspector protocol, as editors are. @see https://chromedevtools.github.io/devtools-protocol/v8/ */
export class InspectorClient {
  /** Attaches to what listens on this port of 127.0.0.1. */
  public static async attach(port: number): Promise<InspectorClient> {
    const response = await fetch(`http://127.0.0.1:${port}/json/list`);
    const [target] = await response.json() as readonly Target[]; // Node's own list
    return InspectorClient.attachTo(target?.webSocketDebuggerUrl ?? '');
  }

  /** Attaches to the inspector with this URL. */
  public static async attachTo(url: string): Promise<InspectorClient> {
    const socket = new WebSocket(url);
    await new Promise((resolve, reject) => {
      socket.addEventListener('open', resolve);
      socket.addEventListener('error', reject);
    });
    return new InspectorClient(socket);
  }

  /** Resolves when the connection is closed, from whichever side. */
  public readonly closed: Promise<void>;
  readonly #received: Message[] = [];
  #waiting: (() => void)[] = [];
  #nextId = 1;

  private constructor(private readonly socket: WebSocket) {
    socket.addEventListener('message', ({ data }) => {
      this.#received.push(JSON.parse(String(data)) as Message); // the protocol's
      for (const look of this.#waiting.splice(0)) look();
    });
    this.closed = new Promise((resolve) => { socket.addEventListener('close', () => resolve()); });
  }

  public async send(method: string, params: Record<string, unknown> = {}): Promise<Record<string, unknown>> {
    const id = this.#nextId++;
    this.socket.send(JSON.stringify({ id, method, params }));
    const { result, error } = await this.#take((message) => message.id === id);
    if (error !== undefined) throw new Error(`${method}: ${error.message}`);
    return result ?? {};
  }

  /** The next event of this name, also one that has already arrived, which satisfies the condition. */
  public async event(method: string, fits: (params: Record<string, unknown>) => boolean = () => true): Promise<Record<string, unknown>> {
    return (await this.#take((message) => message.method === method && fits(message.params ?? {}))).params ?? {};
  }

  public close(): Promise<void> {
    this.socket.close();
    return this.closed;
  }

  async #take(fits: (message: Message) => boolean): Promise<Message> {
    for (;;) {
      const index = this.#received.findIndex(fits);
      const [message] = index < 0 ? [] : this.#received.splice(index, 1);
      if (message !== undefined) return message;
      await new Promise<void>((resolve) => { this.#waiting.push(resolve); });
    }
  }
}
