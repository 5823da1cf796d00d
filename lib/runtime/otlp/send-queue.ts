/** How many wait; more are dropped, whatever the collector does. */
const MAX_WAITING = 2_048;
const MAX_BATCH = 512;
const SEND_AFTER_MS = 1_000;

export interface SendQueueParts<Item> {
  /** @throws if they have not arrived */
  readonly send: (items: readonly Item[]) => Promise<void>;
  /** Told how many are lost, and why. */
  readonly lost: (count: number, reason: string) => void;
}

/** A queue that never holds up whoever adds to it: what is too much, or cannot be sent, is dropped and counted. */
export interface SendQueue<Item> {
  readonly add: (item: Item) => void;
  /** Sends what waits, for at most this time. */
  readonly close: (graceMs: number) => Promise<void>;
}

export function openSendQueue<Item>({ send, lost }: SendQueueParts<Item>): SendQueue<Item> {
  let waiting: Item[] = [];
  let timer: NodeJS.Timeout | undefined;
  let sending: Promise<void> | undefined;
  const sendAll = async (): Promise<void> => {
    while (waiting.length > 0) {
      const batch = waiting.slice(0, MAX_BATCH);
      waiting = waiting.slice(MAX_BATCH);
      await send(batch).catch((error: unknown) => lost(batch.length, error instanceof Error ? error.message : String(error)));
    }
  };
  const begin = (): Promise<void> => {
    clearTimeout(timer);
    timer = undefined;
    sending ??= sendAll().finally(() => { sending = undefined; });
    return sending;
  };
  return {
    add: (item) => {
      if (waiting.length >= MAX_WAITING) {
        lost(1, `${MAX_WAITING} are waiting`);
        return;
      }
      waiting.push(item);
      if (waiting.length >= MAX_BATCH) void begin();
      else timer ??= setTimeout(() => void begin(), SEND_AFTER_MS).unref();
    },
    close: async (graceMs) => {
      const late = new Promise<void>((resolve) => { setTimeout(resolve, graceMs).unref(); });
      await Promise.race([begin(), late]);
      if (waiting.length > 0) lost(waiting.length, 'the gateway has stopped');
      waiting = [];
    },
  };
}
