import type { DeadLetter, DeadLetterSummary } from '../runtime';
import type { Colors } from './terminal';

/** One dead letter per line, oldest first: id, time of failure, function, error. */
export function deadLetterListing(letters: readonly DeadLetterSummary[], colors: Colors): string {
  if (letters.length === 0) return 'no dead letters\n';
  const width = Math.max(...letters.map(({ functionName }) => functionName.length));
  return letters.map(({ id, functionName, failedAt, error }) => {
    const message = error.message === '' ? '' : colors.dim(` ${firstLine(error.message)}`);
    return `${id}  ${timeText(failedAt)}  ${functionName.padEnd(width)}  ${colors.red(error.type)}${message}\n`;
  }).join('');
}

/** One dead letter in full, its event last. */
export function deadLetterText(letter: DeadLetter, colors: Colors): string {
  const { id, functionName, requestId, invocationId, attempts, acceptedAt, failedAt, error, undelivered } = letter;
  const lines = [
    ['id', id],
    ['function', functionName],
    ['request', requestId],
    ['lambda id', invocationId],
    ['accepted', timeText(acceptedAt)],
    ['failed', `${timeText(failedAt)} after ${attempts} ${attempts === 1 ? 'attempt' : 'attempts'}`],
    ['error', `${error.type} ${error.message}`.trimEnd()],
    ...(undelivered === undefined ? [] : [['onFailure', `${undelivered.destination} did not take the record: ${undelivered.reason}`] as const]),
  ] as const;
  return `${lines.map(([name, value]) => `${colors.dim(name.padEnd(10))}${value}\n`).join('')}\n${eventText(letter.event)}\n`;
}

/** A dead letter as JSON: times as ISO 8601, the event as a value. */
export function deadLetterValue({ acceptedAt, failedAt, ...letter }: DeadLetterSummary & { readonly event?: string }): unknown {
  return {
    ...letter,
    acceptedAt: new Date(acceptedAt).toISOString(),
    failedAt: new Date(failedAt).toISOString(),
    ...(letter.event === undefined ? {} : { event: parsed(letter.event) }),
  };
}

function timeText(time: number): string {
  return new Date(time).toISOString().slice(0, 19).replace('T', ' ');
}

function firstLine(text: string): string {
  return text.split('\n', 1)[0] ?? '';
}

function eventText(event: string): string {
  return JSON.stringify(parsed(event), undefined, 2);
}

/** It was JSON when it was accepted. */
function parsed(event: string): unknown {
  return JSON.parse(event) as unknown;
}
