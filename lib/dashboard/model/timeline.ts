import type { RequestSummary } from '../protocol';

/** As many as the gateway keeps. */
export const MOST_REQUESTS = 1000;

/** The requests that are shown, newest first, and those that came in while the list was paused. */
export interface Timeline {
  readonly requests: readonly RequestSummary[];
  readonly waiting: readonly RequestSummary[];
  readonly isPaused: boolean;
}

export const EMPTY_TIMELINE: Timeline = { requests: [], waiting: [], isPaused: false };

/** Adds requests in the order in which they were answered; one that is known already takes the place of the older summary. */
export function withRequests(timeline: Timeline, added: readonly RequestSummary[]): Timeline {
  const known = new Set(timeline.requests.map(({ id }) => id));
  const latest = new Map(added.map((request) => [request.id, request]));
  const updated = timeline.requests.map((request) => latest.get(request.id) ?? request);
  const fresh = [...latest.values()].filter(({ id }) => !known.has(id)).reverse();
  if (timeline.isPaused) return { ...timeline, requests: updated, waiting: merged(fresh, timeline.waiting) };
  return { ...timeline, requests: merged(fresh, updated) };
}

/** Pauses, or goes on and shows what was waiting. */
export function withPause({ requests, waiting }: Timeline, isPaused: boolean): Timeline {
  return isPaused ? { requests, waiting, isPaused } : { requests: merged(waiting, requests), waiting: [], isPaused };
}

function merged(newer: readonly RequestSummary[], older: readonly RequestSummary[]): readonly RequestSummary[] {
  const ids = new Set(newer.map(({ id }) => id));
  return [...newer, ...older.filter(({ id }) => !ids.has(id))].slice(0, MOST_REQUESTS);
}
