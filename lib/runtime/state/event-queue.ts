import * as z from 'zod';
import { GatewayError } from '../../errors';
import { openRecordDirectory, rememberIds } from './record-directory';

const queuedEvent = z.object({
  /** Sorts by the time of acceptance. */
  id: z.string(),
  functionName: z.string(),
  /** The version that was called: several APIs and stages may use the same name. */
  functionKey: z.string(),
  requestId: z.string(),
  /** Lambda's id of the call, the same in every attempt. */
  invocationId: z.string().optional(),
  /** JSON text of the event. */
  payload: z.string(),
  traceId: z.string().optional(),
  /** Milliseconds since 1970. */
  acceptedAt: z.number(),
  /** Attempts that failed so far. */
  attempts: z.number(),
  lastError: z.object({ type: z.string(), message: z.string(), trace: z.array(z.string()).readonly().optional() }).optional(),
}).transform(withInvocationId).readonly();

/** An event of an asynchronous invocation that waits for its next attempt. */
export type QueuedEvent = z.output<typeof queuedEvent>;

/** A record of a gateway that called functions by the request's id. */
export function withInvocationId<Stored extends { readonly requestId: string; readonly invocationId?: string | undefined }>(
  stored: Stored,
): Stored & { readonly invocationId: string } {
  return { ...stored, invocationId: stored.invocationId ?? stored.requestId };
}

export interface EventQueue {
  /** Resolves when the event is stored. Errors: EVENT_QUEUE_FULL, EVENT_NOT_STORED. */
  readonly put: (event: QueuedEvent) => Promise<void>;
  readonly update: (event: QueuedEvent) => Promise<void>;
  readonly read: (id: string) => Promise<QueuedEvent | undefined>;
  readonly remove: (id: string) => Promise<void>;
  /** The ids of all current events, including those added by another process. */
  readonly ids: () => Promise<readonly string[]>;
  /** All events, the oldest first. */
  readonly list: () => Promise<readonly Pick<QueuedEvent, 'id' | 'functionName' | 'functionKey'>[]>;
}

const MAX_QUEUED_EVENTS = 10_000;

export interface EventQueueOptions {
  /** @default 10000 */
  readonly maxEvents?: number;
  /** Called for unreadable events, which stay in place. @default - not reported */
  readonly onDamaged?: (error: GatewayError) => void;
  /** Whether a gateway may be using it. @default false */
  readonly isShared?: boolean;
}

/** A queue of one file per event, which survives a restart of the gateway. */
export function openEventQueue(directory: string, { maxEvents = MAX_QUEUED_EVENTS, ...options }: EventQueueOptions = {}): EventQueue {
  const records = openRecordDirectory(directory, { schema: queuedEvent, ...options });
  const knownIds = rememberIds(records.ids);
  const keep = async (event: QueuedEvent) => {
    const ids = await knownIds();
    refuseFull(event, ids.size, maxEvents);
    ids.add(event.id);
    await records.write(event.id, event).catch(async (error: unknown) => {
      await records.remove(event.id).catch(() => false); // what is refused must not be delivered
      ids.delete(event.id);
      throw error;
    });
  };
  return {
    put: (event) => keep(event).catch((error: unknown) => {
      if (GatewayError.isGatewayError(error)) throw error;
      const reason = error instanceof Error ? error.message : String(error);
      throw new GatewayError('EVENT_NOT_STORED', { name: event.functionName, reason }, { cause: error });
    }),
    update: (event) => records.write(event.id, event),
    read: records.read,
    remove: async (id) => {
      await records.remove(id);
      (await knownIds()).delete(id);
    },
    ids: records.ids,
    list: records.all,
  };
}

/** A queue in memory: for a gateway without a state directory, and for tests. */
export function createMemoryEventQueue({ maxEvents = MAX_QUEUED_EVENTS }: EventQueueOptions = {}): EventQueue {
  const events = new Map<string, QueuedEvent>();
  return {
    put: (event) => {
      refuseFull(event, events.size, maxEvents);
      events.set(event.id, event);
      return Promise.resolve();
    },
    update: (event) => {
      events.set(event.id, event);
      return Promise.resolve();
    },
    read: (id) => Promise.resolve(events.get(id)),
    remove: (id) => {
      events.delete(id);
      return Promise.resolve();
    },
    ids: () => Promise.resolve([...events.keys()]),
    list: () => Promise.resolve([...events.values()]),
  };
}

function refuseFull(event: QueuedEvent, count: number, maxEvents: number): void {
  if (count >= maxEvents) throw new GatewayError('EVENT_QUEUE_FULL', { name: event.functionName, maxEvents });
}
