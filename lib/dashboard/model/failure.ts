import type { RequestSummary } from '../protocol';

/** Whether a client got an error, or a page cannot read the response. */
export function isFailure({ status, isBlockedByCors }: Pick<RequestSummary, 'status' | 'isBlockedByCors'>): boolean {
  return status >= 400 || isBlockedByCors === true;
}
