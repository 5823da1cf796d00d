import * as z from 'zod';
import type { GatewayError } from '../../errors';
import { withInvocationId } from './event-queue';
import { openRecordDirectory, rememberIds } from './record-directory';

const deadLetter = z.object({
  /** Sorts by the time of acceptance. */
  id: z.string(),
  functionName: z.string(),
  requestId: z.string(),
  /** Lambda's id of the call. */
  invocationId: z.string().optional(),
  /** JSON text of the event. */
  event: z.string(),
  /** The error of the last attempt. */
  error: z.object({ type: z.string(), message: z.string() }),
  attempts: z.number(),
  /** Milliseconds since 1970. */
  acceptedAt: z.number(),
  failedAt: z.number(),
  /** Which destination did not accept the record, and why; missing if the function has none. */
  undelivered: z.object({ destination: z.string(), reason: z.string() }).optional(),
}).transform(withInvocationId).readonly();

/** An event of an asynchronous invocation that failed for good. */
export type DeadLetter = z.output<typeof deadLetter>;

/** A dead letter without its event, for lists. */
export type DeadLetterSummary = Omit<DeadLetter, 'event'>;

export interface DeadLetterStore {
  /** Stores the dead letter; `false` if there is no space. None is ever dropped for another. */
  readonly add: (record: DeadLetter) => Promise<boolean>;
  /** The oldest first. */
  readonly list: () => Promise<readonly DeadLetterSummary[]>;
  readonly read: (id: string) => Promise<DeadLetter | undefined>;
  readonly remove: (id: string) => Promise<boolean>;
  /** Is called after each removal. */
  readonly onSpace: (listener: () => void) => void;
}

const MAX_DEAD_LETTERS = 1000;

export interface DeadLetterOptions {
  /** @default 1000 */
  readonly maxDeadLetters?: number;
  /** Called for unreadable dead letters, which stay in place. @default - not reported */
  readonly onDamaged?: (error: GatewayError) => void;
  /** Whether a gateway may be using them. @default false */
  readonly isShared?: boolean;
}

/** Dead letters as one file each, which survive a restart of the gateway. */
export function openDeadLetters(
  directory: string, { maxDeadLetters = MAX_DEAD_LETTERS, ...options }: DeadLetterOptions = {},
): DeadLetterStore {
  const { write, ...records } = openRecordDirectory(directory, { schema: deadLetter, ...options });
  return limited({ ...records, write: (record) => write(record.id, record) }, maxDeadLetters);
}

/** Dead letters in memory: for a gateway without a state directory, and for tests. */
export function createMemoryDeadLetters({ maxDeadLetters = MAX_DEAD_LETTERS }: DeadLetterOptions = {}): DeadLetterStore {
  const records = new Map<string, DeadLetter>();
  const ids = () => [...records.keys()].sort();
  return limited({
    write: (record) => {
      records.set(record.id, record);
      return Promise.resolve();
    },
    read: (id) => Promise.resolve(records.get(id)),
    remove: (id) => Promise.resolve(records.delete(id)),
    ids: () => Promise.resolve(ids()),
    all: () => Promise.resolve(ids().map((id) => records.get(id)).filter((record) => record !== undefined)),
  }, maxDeadLetters);
}

interface DeadLetterRecords {
  readonly write: (record: DeadLetter) => Promise<void>;
  readonly read: (id: string) => Promise<DeadLetter | undefined>;
  readonly remove: (id: string) => Promise<boolean>;
  readonly ids: () => Promise<readonly string[]>;
  readonly all: () => Promise<readonly DeadLetter[]>;
}

function limited(records: DeadLetterRecords, maxDeadLetters: number): DeadLetterStore {
  const listeners: (() => void)[] = [];
  let knownIds = rememberIds(records.ids);
  const isFullFor = (ids: ReadonlySet<string>, id: string) => ids.size >= maxDeadLetters && !ids.has(id);
  return {
    add: async (record) => {
      // another process may have removed some: `synthgate dlq`
      if (isFullFor(await knownIds(), record.id)) knownIds = rememberIds(records.ids);
      const ids = await knownIds();
      if (isFullFor(ids, record.id)) return false;
      ids.add(record.id);
      try {
        await records.write(record);
      } catch (error) {
        ids.delete(record.id);
        throw error;
      }
      return true;
    },
    list: async () => (await records.all()).map(({ event: _event, ...summary }) => summary),
    read: records.read,
    remove: async (id) => {
      const wasThere = await records.remove(id);
      (await knownIds()).delete(id);
      if (wasThere) listeners.forEach((listener) => listener());
      return wasThere;
    },
    onSpace: (listener) => {
      listeners.push(listener);
    },
  };
}
