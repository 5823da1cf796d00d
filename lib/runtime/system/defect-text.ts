import { inspect } from 'node:util';

/** Renders what was thrown by a defect, with its stack. Anything can be thrown, also what throws when it is looked at. */
export function defectText(error: unknown): string {
  try {
    const text: unknown = error instanceof Error ? error.stack ?? error.message : error;
    return typeof text === 'string' ? text : inspect(error);
  } catch {
    return 'it cannot be shown';
  }
}
