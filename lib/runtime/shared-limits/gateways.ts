import { BEAT, LEAVE } from './scripts';
import { Heartbeat } from '../store/heartbeat';
import type { StoreConnection } from '../store/store-connection';

/** How often a gateway says that it is there, and looks whether the store is. */
const BEAT_MS = 1_000;
/** After this time without a word, a gateway counts as gone. */
const GONE_MS = 5_000;
const GONE_BEATS = GONE_MS / BEAT_MS;
/** After so many beats all others have counted a gateway that came. */
const KNOWN_BEATS = 3;
/** How long the first answer may take, with the connection, TLS and the log-in. */
const FIRST_MS = 1_000;

export interface GatewaysParts {
  readonly connection: StoreConnection;
  readonly key: string;
  readonly id: string;
  /** @default - a second */
  readonly beatMs?: number | undefined;
  /** A random number from 0 to 1. */
  readonly random: () => number;
  /** Called with the time of the store, in microseconds, whenever it is known. */
  readonly told: (time: number) => void;
}

/** The gateways that share limits: each says every second in the store that it is there. */
export class Gateways {
  /** How many the store said, in its last answers. */
  #seen: readonly number[] = [];
  readonly #heartbeat: Heartbeat;
  /** Beats in a row that the store has answered. */
  #beats = 0;

  public constructor(private readonly parts: GatewaysParts) {
    const { beatMs: everyMs = BEAT_MS, random } = parts;
    this.#heartbeat = new Heartbeat({ everyMs, random, beat: async () => this.#beatAgain() });
  }

  /** How many there were, this one included: the most that the store said in its last answers. */
  public get count(): number {
    return Math.max(1, ...this.#seen);
  }

  /** Whether all of them know of each other. */
  public isSettled(): boolean {
    return this.#beats > KNOWN_BEATS;
  }

  /** Begins, and goes on whether or not the store answers. @throws StoreFailure if it does not answer at first */
  public async open(): Promise<void> {
    try {
      await this.#beat(FIRST_MS);
    } finally {
      this.#heartbeat.start();
    }
  }

  /** Leaves; a store that does not answer will notice later. */
  public async close(): Promise<void> {
    void this.#heartbeat.stop();
    const { connection, key, id } = this.parts;
    if (connection.isThere) await connection.attempt(LEAVE, { keys: [key], values: ['', id] }).catch(() => undefined);
  }

  async #beatAgain(): Promise<void> {
    const { connection } = this.parts;
    const wasThere = connection.isThere;
    await this.#beat().catch(() => {
      this.#beats = 0;
      if (!wasThere) connection.reconnect();
    });
  }

  async #beat(timeoutMs?: number): Promise<void> {
    const { connection, key, id, told } = this.parts;
    const [time, count] = await connection.attempt(BEAT, { keys: [key], values: ['', id, String(GONE_MS * 1_000)], ...(timeoutMs === undefined ? {} : { timeoutMs }) });
    const seen = Math.max(1, Number(count));
    // a store that has lost its data knows those only that have told it since
    this.#beats = seen < (this.#seen.at(-1) ?? 1) ? 1 : this.#beats + 1;
    this.#seen = [...this.#seen, seen].slice(-GONE_BEATS);
    told(Number(time));
  }
}
