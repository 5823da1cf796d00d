import { issue, type Issue } from '../../errors';
import { durationText } from '../../spec';
import type { IDuration } from '../duration';

/** The shortest and the longest time limit. */
interface TimeoutRange {
  readonly min: number;
  readonly max: number;
}

/** The time limit of an integration; undefined for the service's own, and for one that is out of range. */
export function timeoutInput(timeout: IDuration | undefined, limit: TimeoutRange): number | undefined {
  const timeoutMs = timeout?.toMilliseconds();
  return timeoutMs !== undefined && isTimeout(timeoutMs, limit) ? timeoutMs : undefined;
}

/** The issue of a time limit that is out of range. */
export function timeoutIssues(timeout: IDuration | undefined, limit: TimeoutRange, location: string): Issue[] {
  const timeoutMs = timeout?.toMilliseconds();
  if (timeoutMs === undefined || isTimeout(timeoutMs, limit)) return [];
  return [issue('INTEGRATION_TIMEOUT_INVALID', location, { given: durationText(timeoutMs), min: durationText(limit.min), max: durationText(limit.max) })];
}

function isTimeout(timeoutMs: number, { min, max }: TimeoutRange): boolean {
  return Number.isInteger(timeoutMs) && timeoutMs >= min && timeoutMs <= max;
}
