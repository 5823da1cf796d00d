import type { RequestSummary, RouteState } from '../protocol';

/** Folds the preflights that went well. @param kept - the id of a request that is shown anyway */
export function foldPreflights(requests: readonly RequestSummary[], kept: string | undefined) {
  const shown = requests.filter((request) => request.id === kept || !isQuiet(request));
  return { shown, folded: requests.length - shown.length };
}

function isQuiet(request: RequestSummary): boolean {
  return request.method === 'OPTIONS' && request.function === undefined && !isFailure(request);
}

/** Whether a route only answers preflights: by the gateway itself, or by the mock that templates declare for it. */
export function isPreflightRoute({ method, integration }: Pick<RouteState, 'method' | 'integration'>): boolean {
  return method === 'OPTIONS' && (integration === 'cors' || integration === 'mock');
}

/** Whether a client got an error, or a page cannot read the response. */
export function isFailure({ status, isBlockedByCors }: Pick<RequestSummary, 'status' | 'isBlockedByCors'>): boolean {
  return status >= 400 || isBlockedByCors === true;
}
