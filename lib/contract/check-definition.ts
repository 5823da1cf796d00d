import type { ContractDefinition, ResponseDefinition, ResponseDetails } from './definition';
import { CONTRACT_METHODS, partsOf } from './route';
import { isSchema } from './standard-schema';

/** The place of a wrong value, and what belongs there. */
export interface DefinitionProblem {
  readonly place: string;
  readonly expected: string;
}

const METHODS: readonly string[] = CONTRACT_METHODS;
const PATH = /^(?:\/|(?:\/(?:[\w.~!$&'()*,;=:@-]+|\{[\w.-]+\+?\}))+)$/;
const ROUTE = `a method (${METHODS.join(', ')}) and a path, as in "GET /pets/{petId}"`;
const SCHEMA = 'a schema that follows Standard Schema (plain JSON Schema goes into jsonSchema())';

/** The members of a definition: one more does not compile until it is here, and one that is not here is refused. */
const MEMBERS: Readonly<Record<keyof ContractDefinition, true>> = {
  params: true, query: true, headers: true, body: true, contentType: true, principal: true, responses: true, summary: true,
  description: true, tags: true, operationName: true, deprecated: true, sunset: true, examples: true,
};
const RESPONSE_MEMBERS: Readonly<Record<keyof ResponseDetails, true>> = {
  body: true, headers: true, contentType: true, description: true, examples: true,
};

/** The first thing that makes a definition unusable: contracts are data, so that JavaScript may give anything. */
export function checkedDefinition(route: unknown, definition: ContractDefinition): DefinitionProblem | undefined {
  const { method, path } = typeof route === 'string' ? partsOf(route) : { method: '', path: '' };
  if (!METHODS.includes(method) || !PATH.test(path)) return { place: 'route', expected: ROUTE };
  if (!isRecord(definition) || !isRecord(definition.responses)) return { place: 'responses', expected: 'responses by status' };
  const unknown = unknownMember(definition, MEMBERS);
  if (unknown !== undefined) return unknown;
  const { contentType, body } = definition;
  if (contentType !== undefined && body === undefined) return { place: 'contentType', expected: 'a body of that type' };
  for (const place of ['params', 'query', 'headers', 'body', 'principal'] as const) {
    if (definition[place] !== undefined && !isSchema(definition[place])) return { place, expected: SCHEMA };
  }
  for (const place of ['deprecated', 'sunset'] as const) {
    const date = definition[place];
    if (date !== undefined && Number.isNaN(Date.parse(date))) return { place, expected: 'a date, as in "2027-06-30"' };
  }
  return responsesProblem(Object.entries(definition.responses));
}

function unknownMember(value: object, members: Readonly<Record<string, true>>, prefix = ''): DefinitionProblem | undefined {
  const name = Object.keys(value).find((member) => !Object.hasOwn(members, member));
  return name === undefined ? undefined : { place: `${prefix}${name}`, expected: Object.keys(members).join(', ') };
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

function responsesProblem(responses: readonly (readonly [string, ResponseDefinition])[]): DefinitionProblem | undefined {
  if (responses.length === 0) return { place: 'responses', expected: 'at least one status' };
  for (const [status, response] of responses) {
    const place = `responses.${status}`;
    if (!/^[2-5]\d\d$/.test(status)) return { place, expected: 'a status from 200 to 599' };
    if (response === null || isSchema(response)) continue;
    if (typeof response !== 'object') return { place, expected: SCHEMA };
    const unknown = unknownMember(response, RESPONSE_MEMBERS, `${place}.`);
    if (unknown !== undefined) return unknown;
    if (response.body !== undefined && !isSchema(response.body)) return { place: `${place}.body`, expected: SCHEMA };
    if (response.headers !== undefined && !isSchema(response.headers)) return { place: `${place}.headers`, expected: SCHEMA };
  }
  return undefined;
}
