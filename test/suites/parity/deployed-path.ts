import type { RecordedResponse } from '../recorded/http-message';
import type { RecordedRequest } from '../recorded/recorded-case';

/** Where the setup of a case is in the deployed API. */
export interface Deployed {
  readonly prefix: string;
  /** `/parity`. */
  readonly stagePath: string;
}

/** The request of a case, sent to the deployed stage and below the case's own path part. */
export function atDeployedPath(request: RecordedRequest, { prefix, stagePath }: Deployed): RecordedRequest {
  const [, , slashes = '/', rest = ''] = /^\/([^/]*)(\/*)(.*)$/.exec(request.path) ?? [];
  const path = `${stagePath.replace(/\/$/, '')}${slashes || '/'}${prefix}${rest === '' ? '' : `/${rest}`}`;
  return { ...request, path };
}

interface PlayedAt extends Deployed {
  readonly request: RecordedRequest;
}

/** The response as the case expects it: without the path part, and with the stage of the case. */
export function withoutPrefix(response: RecordedResponse, { prefix, stagePath, request }: PlayedAt): RecordedResponse {
  const stage = request.path.split('/')[1] ?? '';
  const deployed = stagePath.replaceAll('/', '');
  const restored = (text: string): string => text
    .replaceAll(`/${deployed}/`, `/${stage}/`)
    .replaceAll(`"stage":"${deployed}"`, `"stage":"${stage}"`)
    .replaceAll(new RegExp(`/${prefix}(?=(/?))`, 'g'), (_, slash: string) => (slash === '' ? '/' : ''));
  const text = response.body.toString('latin1');
  const body = Buffer.from(restored(text), 'latin1');
  const isChanged = body.length !== response.body.length;
  const headers = response.headers.map(({ name, value }) => ({
    name, value: isChanged && name.toLowerCase() === 'content-length' ? String(body.length) : restored(value),
  }));
  return { ...response, headers, body };
}
