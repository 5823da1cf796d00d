import type * as fastCheck from 'fast-check';
import type { Contract } from '../contract';
import type { ContractDefinition, RequestExample } from '../definition';
import { jsonSchemaOf } from '../declare/json-schema-of';
import { validated, validatedText } from '../handler/validate';
import { isJson } from '../responses';
import { parameterNames, partsOf } from '../route';
import type { Schema } from '../standard-schema';
import { arbitraryOf } from './arbitrary';

type Library = typeof fastCheck;

type Place = 'params' | 'query' | 'headers' | 'body';

/** Requests that the contract takes. */
export function validRequests(fc: Library, { route, definition }: Contract): fastCheck.Arbitrary<RequestExample> {
  const written = (place: Place) => {
    const schema = definition[place];
    return schema === undefined ? undefined : jsonSchemaOf(schema, { contract: route, place, side: 'input' });
  };
  const values = (place: Place) => {
    const schema = written(place);
    return schema === undefined ? undefined : arbitraryOf(fc, schema);
  };
  const names = parameterNames(partsOf(route).path);
  const anyParams = fc.record(Object.fromEntries(names.map((name) => [name, fc.stringMatching(/^[a-z0-9]{1,12}$/)])));
  type Texts = fastCheck.Arbitrary<Record<string, string>>;
  return fc.record({
    params: (values('params')?.map(asTexts).filter(areSegments) ?? anyParams) as Texts,
    query: (values('query')?.map(asTexts).filter((texts) => hasRequired(texts, written('query')?.required)) ?? fc.constant({})) as Texts,
    headers: (values('headers')?.map(asTexts).filter(areHeaders) ?? fc.constant({})) as Texts,
    body: values('body') ?? fc.constant(undefined),
  });
}

/** Makes one part of a request such that its schema should refuse it: a member less, or one of another type. */
export function brokenRequests(fc: Library, contract: Contract): fastCheck.Arbitrary<RequestExample> | undefined {
  const { definition } = contract;
  const isBroken = definition.body !== undefined && isJson(definition.contentType);
  if (!isBroken) return undefined;
  return fc.tuple(validRequests(fc, contract), fc.nat(20), fc.constantFrom('left out', null, -1.5, 'x', [], {}, true)).map(([request, at, replacement]) => ({
    ...request, body: replaced(request.body, at, replacement),
  }));
}

/** Whether all parts of a request are as their schemas want them. */
export async function isTaken(definition: ContractDefinition, request: RequestExample): Promise<boolean> {
  const texts = await Promise.all((['params', 'query', 'headers'] as const).map((place) => validatedText(definition[place], request[place] ?? {})));
  const body = await validated(definition.body as Schema | undefined, request.body);
  return [...texts, body].every(({ issues }) => issues === undefined);
}

function replaced(body: unknown, at: number, replacement: unknown): unknown {
  const names = typeof body === 'object' && body !== null && !Array.isArray(body) ? Object.keys(body) : [];
  const name = names[at % Math.max(names.length, 1)];
  if (name === undefined) return replacement === 'left out' ? null : replacement;
  const { [name]: member, ...others } = body as Record<string, unknown>;
  return replacement === 'left out' ? others : { ...others, [name]: member === replacement ? null : replacement };
}

/** Whether what is required is there: a gateway takes a blank text for none. */
function hasRequired(values: Record<string, string | string[]>, required: unknown): boolean {
  return !Array.isArray(required) || required.every((name) => [values[String(name)]].flat().every((value) => value !== undefined && value.trim() !== ''));
}

/** Values that a path can have: an empty segment, `.` and `..` lead to other routes. */
function areSegments(values: Record<string, string | string[]>): boolean {
  return Object.values(values).every((value) => !/^\.{0,2}$/.test(String(value)));
}

/** Values that arrive as they are sent. */
function areHeaders(values: Record<string, string | string[]>): boolean {
  return Object.values(values).every((value) => /^[!-~](?:[ -~]*[!-~])?$/.test(String(value)));
}

/** Values of a path, a query or headers are text, and a list without values is not sent. */
function asTexts(values: unknown): Record<string, string | string[]> {
  const texts: Record<string, string | string[]> = {};
  for (const [name, value] of Object.entries(Object(values) as Record<string, unknown>)) {
    const isSent = Array.isArray(value) ? value.length > 0 : value !== undefined;
    if (isSent) texts[name] = Array.isArray(value) ? value.map(String) : String(value);
  }
  return texts;
}
