import * as z from 'zod';
import { CATALOG } from '../../../errors';
import { ANSWERS } from '../../inspection/answer-schemas';
import type { Operation } from './operation';

const REF = '#/components/schemas/';

/** Errors that refuse a request before its operation is known. */
const REFUSED = ['MANAGEMENT_TOKEN_WRONG', 'MANAGEMENT_ORIGIN_REFUSED', 'MANAGEMENT_HOST_WRONG', 'MANAGEMENT_GUESSES_LIMITED'] as const;
const REFUSALS = Object.fromEntries(REFUSED.map((code) => [CATALOG[code].status, { $ref: `#/components/responses/${code}` }]));

/** The API as an OpenAPI document: bodies and answers are described by the schemas that they are read with and typed by. */
export function openApi(operations: readonly Operation[]): object {
  const paths: Record<string, Record<string, object>> = {};
  for (const operation of operations) (paths[operation.path] ??= {})[operation.method.toLowerCase()] = described(operation);
  return {
    openapi: '3.1.0',
    info: { title: 'synthgate dashboard', version: '1', description: 'What the dashboard shows and does, for programs on the same machine.' },
    security: [{ token: [] }],
    paths,
    components: {
      schemas: schemas(),
      responses: Object.fromEntries(REFUSED.map((code) => [code, errorOf(`${code}: ${CATALOG[code].message}`)])),
      securitySchemes: { token: { type: 'http', scheme: 'bearer', description: 'The token in the printed URL, and in the file management-token of the state directory.' } },
    },
  };
}

/** Each by its name, referring to the others. */
function schemas(): Record<string, object> {
  const registry = z.registry<{ id: string }>();
  for (const [id, schema] of Object.entries(ANSWERS)) registry.add(schema, { id });
  const { schemas: named } = z.toJSONSchema(registry, { uri: (id) => `${REF}${id}` });
  return Object.fromEntries(Object.entries(named).map(([id, schema]) => [id, withoutIdentity(schema)]));
}

function described({ path, summary, query = {}, body, answers }: Operation): object {
  const ofPath = path.includes('{id}') ? [{ name: 'id', in: 'path', required: true, description: 'of the request, the API or the connection', schema: { type: 'string' } }] : [];
  const ofQuery = Object.entries(query).map(([name, description]) => ({ name, in: 'query', description, schema: { type: 'string' } }));
  return {
    summary,
    parameters: [...ofPath, ...ofQuery],
    ...(body === undefined ? {} : { requestBody: { required: true, content: json(withoutIdentity(z.toJSONSchema(body, { io: 'input' }))) } }),
    responses: { ...successOf(answers), ...REFUSALS, '4XX': errorOf('what was wrong') },
  };
}

function successOf(answers: Operation['answers']): object {
  if (answers === 'nothing') return { 204: { description: 'done' } };
  if (!answers.includes('/')) return { '2XX': { description: answers, content: json({ $ref: `${REF}${answers}` }) } };
  const schema = answers === 'application/json' ? { type: 'object' } : { type: 'string' };
  return { '2XX': { description: answers, content: { [answers]: { schema } } } };
}

function errorOf(description: string): object {
  return { description, content: json({ $ref: `${REF}DashboardError` }) };
}

function json(schema: object): object {
  return { 'application/json': { schema } };
}

/** The document says the dialect, and names each schema. */
function withoutIdentity({ $schema: _, $id: __, ...schema }: Record<string, unknown>): object {
  return schema;
}
