import type { ContractDefinition, ResponseDefinition } from './definition';
import { CONTRACT_METHODS, partsOf } from './route';
import { isSchema } from './standard-schema';

/** The place of a wrong value, and what belongs there. */
export interface DefinitionProblem {
  readonly place: string;
  readonly expected: string;
}

const METHODS: readonly string[] = CONTRACT_METHODS;
const PATH = /^(?:\/|(?:\/(?:[\w.~!$&'()*,;=:@-]+|\{[\w.-]+\+?\}))+)$/;
const SCHEMA = 'a schema that follows Standard Schema (plain JSON Schema goes into jsonSchema())';

/** The first thing that makes a definition unusable: contracts are data, so that JavaScript may give anything. */
export function checkedDefinition(route: unknown, definition: ContractDefinition): DefinitionProblem | undefined {
  const { method, path } = typeof route === 'string' ? partsOf(route) : { method: '', path: '' };
  if (!METHODS.includes(method) || !PATH.test(path)) return { place: 'route', expected: `a method (${METHODS.join(', ')}) and a path, as in "GET /pets/{petId}"` };
  if (!isRecord(definition) || !isRecord(definition.responses)) return { place: 'responses', expected: 'responses by status' };
  for (const place of ['params', 'query', 'headers', 'body', 'principal'] as const) {
    if (definition[place] !== undefined && !isSchema(definition[place])) return { place, expected: SCHEMA };
  }
  for (const place of ['deprecated', 'sunset'] as const) {
    const date = definition[place];
    if (date !== undefined && Number.isNaN(Date.parse(date))) return { place, expected: 'a date, as in "2027-06-30"' };
  }
  return responsesProblem(Object.entries(definition.responses));
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
    if (response.body !== undefined && !isSchema(response.body)) return { place: `${place}.body`, expected: SCHEMA };
    if (response.headers !== undefined && !isSchema(response.headers)) return { place: `${place}.headers`, expected: SCHEMA };
  }
  return undefined;
}
