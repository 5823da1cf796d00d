/** A fifth earlier or later, so that not all gateways do at once. */
const JITTER = 0.2;

export interface HeartbeatParts {
  readonly everyMs: number;
  /** A random number from 0 to 1. */
  readonly random: () => number;
  /** Called each time; it handles its own failures. */
  readonly beat: () => Promise<void>;
}

/** Does something again and again, each time some time after the last has ended. */
export class Heartbeat {
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> | undefined;
  #isClosed = false;

  public constructor(private readonly parts: HeartbeatParts) {}

  public start(): void {
    if (this.#isClosed) return;
    const { everyMs, random, beat } = this.parts;
    const run = (): void => { this.#running = beat().then(() => this.start()); };
    this.#timer = setTimeout(run, everyMs * (1 + JITTER * (2 * random() - 1))).unref();
  }

  /** Resolves when it is not doing it any more. */
  public async stop(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    await this.#running;
  }
}
