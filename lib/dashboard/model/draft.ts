import type { HeaderLine, ParameterState, PlayRequest, RequestRecord, RouteState } from '../protocol';

/** A name and a value of a form; what is empty is not sent. */
export interface Field {
  readonly name: string;
  readonly value: string;
  readonly required?: boolean;
}

/** A request that is being written. */
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
  /** Name of a declared key; empty for none. */
  readonly key: string;
}

export interface Place {
  readonly api: string;
  readonly stage: string;
}

const WITHOUT_BODY = ['GET', 'HEAD', 'OPTIONS'];

/** A draft for a route: what it declares, the example of its model, and the first key if it needs one. */
export function draftOf(route: RouteState, place: Place, keys: readonly string[]): Draft {
  const fields = (where: ParameterState['in']): readonly Field[] =>
    route.parameters.filter((parameter) => parameter.in === where).map(({ name, required }) => ({ name, value: '', required }));
  const body = WITHOUT_BODY.includes(route.method) ? '' : route.bodyExample ?? '';
  const contentType: readonly Field[] = body === '' ? [] : [{ name: 'Content-Type', value: 'application/json' }];
  return {
    ...place,
    method: route.method === 'ANY' ? 'GET' : route.method,
    path: route.path,
    pathParameters: variablesOf(route.path).map((name) => ({ name, value: '', required: true })),
    query: fields('query'),
    headers: [...contentType, ...authorizationOf(route), ...fields('header').filter(({ name }) => !isNamed(contentType, name))],
    body,
    key: route.apiKeyRequired ? keys[0] ?? '' : '',
  };
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
    headers: record.request.headers.filter(({ name }) => !OF_THE_CONNECTION.has(name.toLowerCase())),
    body: record.request.body,
    key: '',
  };
}

/** What the connection itself adds. */
const OF_THE_CONNECTION = new Set(['host', 'connection', 'content-length', 'transfer-encoding', 'keep-alive']);

/** What is missing: names of required fields without a value. */
export function missingFields({ pathParameters }: Draft): readonly string[] {
  return pathParameters.filter(({ value }) => value === '').map(({ name }) => name);
}

/** The draft as `POST /api/requests` takes it. */
export function playRequest({ api, stage, method, body, key, headers, ...draft }: Draft): PlayRequest {
  const given = headers.filter(({ name, value }) => name !== '' && value !== '');
  const lines: readonly HeaderLine[] = given.map(({ name, value }) => ({ name, value }));
  return {
    api, stage, method, path: requestPath(draft), headers: lines, ...(body === '' ? {} : { body }), ...(key === '' ? {} : { key }),
  };
}

/** Path and query with the values of the form: `/pets/7?color=red`. */
export function requestPath({ path, pathParameters, query }: Pick<Draft, 'path' | 'pathParameters' | 'query'>): string {
  const filled = pathParameters.reduce((text, { name, value }) => text
    .replace(`{${name}+}`, () => value.split('/').map(encodeURIComponent).join('/'))
    .replace(`{${name}}`, () => encodeURIComponent(value)), path);
  const sent = query.filter(({ name, value }) => name !== '' && value !== '');
  const text = sent.map(({ name, value }) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`).join('&');
  return text === '' ? filled : `${filled}?${text}`;
}

/** `petId` of `/pets/{petId}`, `proxy` of `/{proxy+}`. */
function variablesOf(path: string): readonly string[] {
  return [...path.matchAll(/\{([^}+]+)\+?\}/g)].flatMap(([, name]) => name ?? []);
}

function authorizationOf({ authorizer, parameters }: RouteState): readonly Field[] {
  // signatures, which have no authorizer of a name, cannot be typed
  const isNeeded = authorizer?.name !== undefined;
  const isDeclared = parameters.some((parameter) => parameter.in === 'header' && parameter.name.toLowerCase() === 'authorization');
  return isNeeded && !isDeclared ? [{ name: 'Authorization', value: '' }] : [];
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
