/** A bounded set of entries in the store. */
export interface EntryPlace {
  readonly name: string;
  /** Beyond so many bytes, the entries that expire first make room. */
  readonly maxBytes: number;
}

export interface KeptEntry {
  readonly text: string;
  readonly leftMs: number;
}

export type EntryCall =
  | { readonly type: 'find'; readonly place: EntryPlace; readonly key: string }
  | { readonly type: 'keep'; readonly place: EntryPlace; readonly key: string; readonly entry: KeptEntry }
  | { readonly type: 'drop'; readonly place: EntryPlace; readonly keys: readonly string[] }
  | { readonly type: 'clear'; readonly place: EntryPlace };

/** The answer: whether the store gave one, and the entry that was looked for. */
export interface EntryAnswer {
  readonly isThere: boolean;
  readonly entry?: KeptEntry | undefined;
}

/** Entries that several gateways share. It answers within the timeout of the store, and never rejects. */
export type EntryStore = (call: EntryCall) => Promise<EntryAnswer>;

export const AWAY: EntryAnswer = { isThere: false };
