import type { SocketConnection } from '../server/upgrade-handler';

/** Messages of one connection that are answered at the same time; a client that sends more has to wait. */
const MAX_MESSAGES = 16;

/** A message of the client, and what to call when it is not needed any more. */
export interface Message {
  readonly text: Buffer;
  readonly answered: () => void;
}

export interface QueueParts {
  readonly socket: Pick<SocketConnection, 'pause' | 'resume'>;
  /** Answers a message, and says so once. */
  readonly work: (text: Buffer, done: () => void) => void;
  /** Runs something after all else that has happened by now. */
  readonly inNextTurn: (run: () => void) => void;
}

/** The messages of one connection, from when they have come until they are answered. */
export class MessageQueue {
  /** Messages that wait for others to be answered: what the socket held when it was told to stop. */
  readonly #waiting: Message[] = [];
  #running = 0;
  /** Messages that were answered in this turn of the event loop; they count as running until its end. */
  #answered = 0;
  #emptied: (() => void) | undefined;

  public constructor(private readonly parts: QueueParts) {}

  public push(message: Message): void {
    if (this.#running < MAX_MESSAGES) this.#begin(message);
    else if (this.#waiting.push(message) === 1) this.parts.socket.pause();
  }

  /** Reads no more messages, and calls back when those that have come are answered. */
  public end(emptied: () => void): void {
    this.#emptied = emptied;
    if (this.#running === 0) emptied();
    else this.parts.socket.pause();
  }

  #begin({ text, answered }: Message): void {
    this.#running += 1;
    this.parts.work(text, () => {
      answered();
      this.#answered += 1;
      if (this.#answered === 1) this.parts.inNextTurn(this.#proceed);
    });
  }

  /** A message makes room for another one in the next turn only: those that are answered at once would hold up all other clients. */
  readonly #proceed = (): void => {
    this.#running -= this.#answered;
    this.#answered = 0;
    while (this.#running < MAX_MESSAGES) {
      const next = this.#waiting.shift();
      if (next === undefined) break;
      this.#begin(next);
    }
    if (this.#waiting.length > 0) return;
    if (this.#emptied === undefined) this.parts.socket.resume();
    else if (this.#running === 0) this.#emptied();
  };
}
