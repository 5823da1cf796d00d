import type { Script } from '../store/script';
import { StoreFailure, type StoreConnection } from '../store/store-connection';
import { AWAY, type EntryCall, type EntryStore, type KeptEntry } from './entry-store';
import { CLEAR, DROP, FIND, KEEP } from './scripts';

type Of<Type extends EntryCall['type']> = Extract<EntryCall, { readonly type: Type }>;

interface CallOf<Call extends EntryCall> {
  readonly script: Script;
  readonly values: (call: Call) => readonly string[];
}

const CALLS: { readonly [Type in EntryCall['type']]: CallOf<Of<Type>> } = {
  find: { script: FIND, values: ({ key }) => [key] },
  keep: { script: KEEP, values: ({ place, key, entry }) => [key, entry.text, String(Math.ceil(entry.leftMs)), String(place.maxBytes)] },
  drop: { script: DROP, values: ({ keys }) => keys },
  clear: { script: CLEAR, values: () => [] },
};

/** Entries in a store. @param time - clock of tests, in ms, instead of the store's */
export function storeEntries(connection: Pick<StoreConnection, 'run'>, time?: () => number): EntryStore {
  return async (call) => {
    const { script, values } = CALLS[call.type] as CallOf<EntryCall>; // the row of this very type
    const { name } = call.place;
    const now = time === undefined ? '' : String(Math.round(time() * 1_000));
    try {
      const reply = await connection.run(script, [`${name}:entries`, `${name}:ends`], [now, ...values(call)]);
      return { isThere: true, entry: call.type === 'find' ? readEntry(reply) : undefined };
    } catch (error) {
      if (error instanceof StoreFailure) return AWAY;
      throw error;
    }
  };
}

/** Reads a reply; a text of another program is no entry. */
function readEntry([found, leftMs, text]: readonly unknown[]): KeptEntry | undefined {
  return Number(found) === 1 && typeof text === 'string' && Number(leftMs) > 0 ? { text, leftMs: Number(leftMs) } : undefined;
}
