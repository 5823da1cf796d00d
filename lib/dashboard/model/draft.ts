import type { ConnectRequest, HeaderLine, ParameterState, PlayedIdentity, PlayRequest, RequestRecord, RouteState } from '../protocol';

/** A name and a value of a form; what is empty is not sent. */
export interface Field {
  readonly name: string;
  readonly value: string;
  readonly required?: boolean;
}

export interface Draft {
  readonly api: string;
  readonly stage: string;
  readonly method: string;
  /** With its variables: `/pets/{petId}`. */
  readonly path: string;
  readonly pathParameters: readonly Field[];
  readonly query: readonly Field[];
  readonly headers: readonly Field[];
  readonly body: string;
  /** Whether `body` is base64 of bytes that are not text. */
  readonly isBase64?: boolean;
  /** Name of a declared key; empty for none. */
  readonly key: string;
  /** The identity that the request is sent with, besides its headers; undefined for none. */
  readonly caller?: DraftCaller | undefined;
  /** Whether it opens a connection of a WebSocket API. */
  readonly connects?: boolean;
}

/** A user with a token of the local issuer, or a credential by its access key. */
export type DraftCaller =
  | { readonly kind: 'token'; readonly authorizer: string; readonly user: string; readonly groups: string; readonly scopes: string }
  | { readonly kind: 'credential'; readonly accessKeyId: string };

export interface DraftStage {
  readonly api: string;
  readonly stage: string;
}

/** Whom an API knows: names of keys, those of a usage plan first, and access keys of credentials. */
export interface Declared {
  readonly keys: readonly string[];
  readonly credentials: readonly string[];
}

const WITHOUT_BODY = ['GET', 'HEAD', 'OPTIONS'];

/** A draft for a route: what it declares, the example of its model, and if it needs them, the first key and the first caller. */
export function draftOf(route: RouteState, { keys, credentials, ...place }: DraftStage & Declared): Draft {
  const identity = identityFields(route);
  const fields = (where: ParameterState['in']): readonly Field[] => [
    ...identity.filter((field) => field.in === where).map(({ name }) => ({ name, value: '', required: true })),
    ...route.parameters.filter((parameter) => parameter.in === where).map(({ name, required }) => ({ name, value: '', required }))
      .filter(({ name }) => !identity.some((field) => field.in === where && field.name.toLowerCase() === name.toLowerCase())),
  ];
  const [caller] = callersOf(route, credentials);
  const body = WITHOUT_BODY.includes(route.method) ? '' : route.bodyExample ?? '';
  const contentType: readonly Field[] = body === '' ? [] : [{ name: 'Content-Type', value: 'application/json' }];
  return {
    ...place,
    method: route.method === 'ANY' ? 'GET' : route.method,
    path: route.path,
    pathParameters: variablesOf(route.path).map((name) => ({ name, value: '', required: true })),
    query: fields('query'),
    headers: [...contentType, ...fields('header').filter(({ name }) => !isNamed(contentType, name))],
    body,
    key: route.apiKeyRequired ? keys[0] ?? '' : '',
    ...(caller === undefined ? {} : { caller }),
  };
}

/** A draft of the handshake of a WebSocket API. @param route - `$connect`, if the API has it */
export function handshakeOf(route: RouteState | undefined, place: DraftStage & Declared): Draft {
  const { api, stage } = place;
  const draft = route === undefined ? emptyDraft({ api, stage }) : draftOf(route, place);
  return { ...draft, method: 'GET', path: '/', pathParameters: [], headers: draft.headers.filter(({ value }) => value === ''), body: '', connects: true };
}

export function emptyDraft(place: DraftStage): Draft {
  return { ...place, method: 'GET', path: '/', pathParameters: [], query: [], headers: [], body: '', key: '' };
}

/** Whether a form offers a body at once: requests of other methods mostly have none. */
export function takesBody({ method, body }: Pick<Draft, 'method' | 'body'>): boolean {
  return body !== '' || !WITHOUT_BODY.includes(method);
}

/** Returns the callers that can be chosen for a route. */
export function callersOf({ authorizer }: RouteState, credentials: readonly string[]): readonly DraftCaller[] {
  if (authorizer?.identity === 'credential') return credentials.map((accessKeyId) => ({ kind: 'credential', accessKeyId }));
  if (authorizer?.identity !== 'token' || authorizer.name === undefined) return [];
  return [{ kind: 'token', authorizer: authorizer.name, user: 'test-user', groups: '', scopes: authorizer.scopes[0] ?? '' }];
}

/** A draft that sends a recorded request again, to be edited. */
export function draftAgain(record: RequestRecord): Draft {
  return {
    api: record.api,
    stage: record.stage,
    method: record.method,
    path: record.path,
    pathParameters: [],
    query: record.query === '' ? [] : record.query.split('&').map(queryField),
    headers: record.request.headers.filter(({ name }) => !CONNECTION_HEADERS.has(name.toLowerCase())),
    body: record.request.body,
    ...(record.request.isBase64 ? { isBase64: true } : {}),
    key: '',
  };
}

/** The headers of one connection, as in runtime/http/header-names.ts: the gateway does not send them for the page. */
export const CONNECTION_HEADERS: ReadonlySet<string> = new Set([
  'host', 'connection', 'content-length', 'transfer-encoding', 'expect', 'keep-alive',
]);

/** Returns the names of path parameters without a value. */
export function missingFields({ pathParameters }: Draft): readonly string[] {
  return pathParameters.filter(({ value }) => value === '').map(({ name }) => name);
}

/** The draft as `POST /api/requests` takes it. */
export function playRequest({ api, stage, method, body, isBase64 = false, key, headers, caller, ...draft }: Draft): PlayRequest {
  const sent = headers.filter(({ name, value }) => name !== '' && value !== '');
  const lines: readonly HeaderLine[] = sent.map(({ name, value }) => ({ name, value }));
  return {
    api, stage, method, path: requestPath(draft), headers: lines, ...(body === '' ? {} : { body }), ...(isBase64 ? { isBase64 } : {}),
    ...(key === '' ? {} : { key }), ...(caller === undefined ? {} : { identity: identityOf(caller) }),
  };
}

/** The draft as `POST /api/connections` takes it. */
export function connectRequest(draft: Draft): ConnectRequest {
  const { method: _, body: __, isBase64: ___, ...request } = playRequest(draft);
  return request;
}

function identityOf(caller: DraftCaller): PlayedIdentity {
  if (caller.kind === 'credential') return { credential: caller.accessKeyId };
  const { authorizer, user, groups, scopes } = caller;
  return { authorizer, ...(user === '' ? {} : { claims: { sub: user } }), groups: wordsOf(groups), scopes: wordsOf(scopes) };
}

function wordsOf(text: string): readonly string[] {
  return text.split(/[\s,]+/).filter((word) => word !== '');
}

/** Path and query with the values of the form: `/pets/7?color=red`. */
export function requestPath({ path, pathParameters, query }: Pick<Draft, 'path' | 'pathParameters' | 'query'>): string {
  const filled = pathParameters.reduce((text, { name, value }) => text
    .replace(`{${name}+}`, () => value.split('/').map(encodeURIComponent).join('/'))
    .replace(`{${name}}`, () => encodeURIComponent(value)), path);
  const sent = query.filter(({ name, value }) => name !== '' && value !== '');
  const text = sent.map(({ name, value }) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`).join('&');
  const typed = filled.replace(UNSENDABLE, encodeURIComponent);
  return text === '' ? typed : `${typed}${typed.includes('?') ? '&' : '?'}${text}`;
}

/** Characters that a URL cannot have: a path may be typed with them. */
const UNSENDABLE = /[^\x21-\x7e]+/gu;

/** `petId` of `/pets/{petId}`, `proxy` of `/{proxy+}`. */
function variablesOf(path: string): readonly string[] {
  return [...path.matchAll(/\{([^}+]+)\+?\}/g)].flatMap(([, name]) => name ?? []);
}

/** Where the authorizer looks for the caller, unless the gateway sends a token or a signature. */
function identityFields({ authorizer }: RouteState): readonly { readonly in: ParameterState['in']; readonly name: string }[] {
  return authorizer === undefined || authorizer.identity !== undefined ? [] : authorizer.sources;
}

function isNamed(fields: readonly Field[], name: string): boolean {
  return fields.some((field) => field.name.toLowerCase() === name.toLowerCase());
}

function queryField(pair: string): Field {
  const [name = '', ...value] = pair.split('=');
  return { name: decoded(name), value: decoded(value.join('=')) };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text;
  }
}
