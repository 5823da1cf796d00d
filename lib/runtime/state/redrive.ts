import { existsSync } from 'node:fs';
import { GatewayError } from '../../errors';
import { openDeadLetters, type DeadLetter, type DeadLetterStore, type DeadLetterSummary } from './dead-letters';
import { openEventQueue } from './event-queue';
import { resolveInside } from './inside';
import { asWriteFailure } from './state-files';

/** Where a state directory has the events that failed for good. @throws PATH_OUTSIDE_DIRECTORY, STATE_NOT_WRITABLE */
export const deadLettersIn = (stateDirectory: string): string => asWriteFailure(stateDirectory, () => resolveInside(stateDirectory, 'dead-letters'));

/** Where a state directory has the events that wait. @throws PATH_OUTSIDE_DIRECTORY, STATE_NOT_WRITABLE */
export const eventsIn = (stateDirectory: string): string => asWriteFailure(stateDirectory, () => resolveInside(stateDirectory, 'events'));

type OnDamaged = (error: GatewayError) => void;

/** Which dead letters are meant: by id, or by function, or all. */
export interface DeadLetterSelection {
  readonly ids?: readonly string[];
  readonly functionName?: string;
}

/** The dead letters of a state directory, the oldest first; `onDamaged` receives those that cannot be read. */
export async function listDeadLetters(stateDirectory: string, onDamaged?: OnDamaged): Promise<readonly DeadLetterSummary[]> {
  return await deadLetterStore(stateDirectory, onDamaged)?.list() ?? [];
}

/** One dead letter with its event. @throws DEAD_LETTER_UNKNOWN, EVENT_UNREADABLE */
export async function readDeadLetter(stateDirectory: string, id: string): Promise<DeadLetter> {
  const deadLetter = await deadLetterStore(stateDirectory)?.read(id);
  if (deadLetter === undefined) throw new GatewayError('DEAD_LETTER_UNKNOWN', { id }, { location: deadLettersIn(stateDirectory) });
  return deadLetter;
}

/**
 * Puts dead-lettered events back into the queue, as if they had just been accepted. A gateway that serves the state
 * directory picks them up within a second; otherwise the next one to serve it does. An event keeps the id of its dead letter, so
 * an interrupted redrive that is repeated queues it once, and failing again yields one dead letter.
 * @returns the dead letters that were put back
 * @throws DEAD_LETTER_UNKNOWN, EVENT_UNREADABLE, EVENT_QUEUE_FULL, EVENT_NOT_STORED
 */
export async function redriveDeadLetters(
  stateDirectory: string, choice: DeadLetterSelection, now: () => number,
): Promise<readonly DeadLetterSummary[]> {
  const chosen = await select(stateDirectory, choice);
  if (chosen.length === 0) return [];
  const queue = openEventQueue(eventsIn(stateDirectory), { isShared: true });
  for (const { id } of chosen) {
    const { functionName, requestId, invocationId, event } = await readDeadLetter(stateDirectory, id);
    await queue.put({ id, functionName, functionKey: '', requestId, invocationId, payload: event, acceptedAt: now(), attempts: 0 });
    await deadLetterStore(stateDirectory)?.remove(id);
  }
  return chosen;
}

/** Removes dead letters for good. @returns the dead letters that were removed @throws DEAD_LETTER_UNKNOWN, EVENT_UNREADABLE */
export async function removeDeadLetters(stateDirectory: string, choice: DeadLetterSelection): Promise<readonly DeadLetterSummary[]> {
  const chosen = await select(stateDirectory, choice);
  for (const { id } of chosen) await deadLetterStore(stateDirectory)?.remove(id);
  return chosen;
}

async function select(stateDirectory: string, { ids, functionName }: DeadLetterSelection): Promise<readonly DeadLetterSummary[]> {
  if (ids !== undefined) return Promise.all(ids.map(async (id) => summaryOf(await readDeadLetter(stateDirectory, id))));
  return (await listDeadLetters(stateDirectory)).filter((summary) => functionName === undefined || summary.functionName === functionName);
}

function summaryOf({ event: _event, ...summary }: DeadLetter): DeadLetterSummary {
  return summary;
}

/** Opening makes the directory; looking must not. */
function deadLetterStore(stateDirectory: string, onDamaged?: OnDamaged): DeadLetterStore | undefined {
  const directory = deadLettersIn(stateDirectory);
  return existsSync(directory) ? openDeadLetters(directory, { onDamaged, isShared: true }) : undefined;
}
