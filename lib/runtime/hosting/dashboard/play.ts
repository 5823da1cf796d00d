import { GatewayError } from '../../../errors';
import { CONNECTION_HEADERS } from '../../http/header-names';
import { headerValue, type HeaderList } from '../../http/headers';
import { reachableUrl } from '../../http/reachable-url';
import type { PlayRequest } from '../../inspection/protocol';
import type { ServedApi } from '../../management/served';
import type { LoadedApi } from '../../plan/loaded';
import type { HttpClient } from '../../ports';
import { LIMITS, stageSegment } from '../../../spec';
import { requestIdName } from '../../edge/response-headers';
import { signIn, type SignInParts } from './sign-in';

/** A function may be held by a debugger. */
const PATIENCE_MS = 3_600_000;

export interface PlayParts {
  readonly served: () => readonly ServedApi[];
  readonly loaded: () => readonly LoadedApi[];
  readonly http: HttpClient;
  readonly keyValue: (api: string, key: string) => string | undefined;
  readonly signIn: SignInParts;
}

/** Sends a request to the gateway's own port. @returns its request id @throws API_UNKNOWN, OPTION_INVALID, USER_POOL_UNKNOWN, ENDPOINT_* */
export async function play(wanted: PlayRequest, parts: PlayParts): Promise<string> {
  const { request, api } = await prepared(wanted, parts);
  const response = await parts.http(request);
  return api === undefined ? '' : headerValue(response.headers, requestIdName(api.definition)) ?? '';
}

/** @throws API_UNKNOWN, OPTION_INVALID, USER_POOL_UNKNOWN */
export async function prepared(wanted: PlayRequest, { served, loaded, keyValue, signIn: signInParts }: Omit<PlayParts, 'http'>) {
  const { api: name, stage, method, path, headers = [], body = '', isBase64 = false, key, identity } = wanted;
  const place = served().find((one) => one.name === name);
  if (place === undefined) throw new GatewayError('API_UNKNOWN', { name, known: served().map((one) => one.name).join(', ') });
  const url = place.stages.find(({ name: one }) => one === stage)?.url ?? `${place.url}${stageSegment(stage)}`;
  const value = key === undefined ? undefined : keyValue(name, key);
  if (key !== undefined && value === undefined) throw new GatewayError('OPTION_INVALID', { option: 'key', given: key, allowed: 'a key of the definition that has a value here' });
  const bytes = Buffer.from(body, isBase64 ? 'base64' : 'utf8');
  const unsigned = {
    // a WebSocket API has requests, too: those about connections
    method, url: `${reachableUrl(url).replace(/^ws/, 'http')}${/^(?:[/?]|$)/.test(path) ? path : `/${path}`}`,
    headers: sentHeaders(headers, value),
    body: bytes.length === 0 ? undefined : bytes,
    timeoutMs: PATIENCE_MS, maxBytes: 2 * LIMITS.payloadBytes.max,
  };
  const api = loaded().find((one) => one.name === name);
  return { request: identity === undefined ? unsigned : await signIn(unsigned, identity, { ...signInParts, api }), api };
}

function sentHeaders(headers: HeaderList, key: string | undefined): HeaderList {
  const kept = headers.filter(({ name }) => !CONNECTION_HEADERS.has(name.toLowerCase()) && (key === undefined || name.toLowerCase() !== 'x-api-key'));
  return key === undefined ? kept : [...kept, { name: 'x-api-key', value: key }];
}
