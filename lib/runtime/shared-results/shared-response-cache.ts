import * as z from 'zod';
import { LIMITS } from '../../spec';
import type { Reply } from '../http/reply';
import { replyBytes, type OwnResponseCache, type ResponseCache } from '../response-cache/response-cache';
import type { EntryPlace, EntryStore } from './entry-store';

/** Invalidations that are kept for a store that is away; of more, the oldest wait for their entries to expire. */
const MAX_INVALID = 10_000;

const replySchema = z.strictObject({
  status: z.int().min(100).max(999),
  headers: z.array(z.strictObject({ name: z.string(), value: z.string() })).readonly(),
  body: z.base64(),
});

/** The response cache of a stage, in the store. While that is away, the gateway has one of its own, which begins empty. */
export class SharedResponseCache implements ResponseCache {
  /** Keys that were invalidated while the store was away. */
  readonly #invalid = new Set<string>();

  public constructor(private readonly place: EntryPlace, private readonly entries: EntryStore, private readonly own: OwnResponseCache) {}

  public readonly get = async (key: string): Promise<Reply | undefined> => {
    if (this.#invalid.size > 0 && !await this.#invalidate() && this.#invalid.has(key)) return this.own.get(key);
    const { isThere, entry } = await this.entries({ type: 'find', place: this.place, key });
    if (!isThere) return this.own.get(key);
    this.#forgetOwn();
    return entry && readReply(entry.text);
  };

  public readonly set = async (key: string, reply: Reply, ttlMs: number): Promise<void> => {
    if (ttlMs <= 0 || replyBytes(reply) > LIMITS.cacheEntryBytes.max) return;
    const { isThere } = await this.entries({ type: 'keep', place: this.place, key, entry: { text: replyText(reply), leftMs: ttlMs } });
    if (!isThere) this.own.set(key, reply, ttlMs);
  };

  public readonly delete = async (key: string): Promise<void> => {
    this.own.delete(key);
    this.#invalid.delete(key); // the last one is the newest
    this.#invalid.add(key);
    const [oldest] = this.#invalid;
    if (this.#invalid.size > MAX_INVALID && oldest !== undefined) this.#invalid.delete(oldest);
    await this.#invalidate();
  };

  public readonly clear = async (): Promise<void> => {
    this.own.clear();
    this.#invalid.clear();
    await this.entries({ type: 'clear', place: this.place });
  };

  /** Usage of the gateway's own: that of the store is known there. */
  public readonly usage = (): ReturnType<ResponseCache['usage']> => this.own.usage();

  /** Drops in the store what was invalidated here. @returns whether it did */
  async #invalidate(): Promise<boolean> {
    const keys = [...this.#invalid];
    const { isThere } = await this.entries({ type: 'drop', place: this.place, keys });
    if (isThere) for (const key of keys) this.#invalid.delete(key);
    return isThere;
  }

  /** Others invalidate in the store only: at its next absence, the own cache begins empty. */
  #forgetOwn(): void {
    if (this.own.usage().entries > 0) this.own.clear();
  }
}

function replyText({ status, headers, body }: Reply): string {
  const fields = headers.map(({ name, value }) => ({ name, value }));
  return JSON.stringify({ status, headers: fields, body: body.toString('base64') });
}

/** Undefined for what is no response. */
function readReply(text: string): Reply | undefined {
  try {
    const { data } = replySchema.safeParse(JSON.parse(text));
    return data && { ...data, body: Buffer.from(data.body, 'base64') };
  } catch {
    return undefined;
  }
}
