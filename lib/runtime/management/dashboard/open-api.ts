import * as z from 'zod';
import { GATEWAY_OPERATIONS } from './gateway-operations';
import { REQUEST_OPERATIONS } from './request-operations';
import type { Operation } from './operation';

const DESCRIPTION: Operation = {
  method: 'GET', path: '/api/openapi.json', summary: 'This document', answers: 'application/json',
  run: () => ({ json: openApi() }),
};

/** Every operation of the dashboard's API. */
export const OPERATIONS: readonly Operation[] = [...GATEWAY_OPERATIONS, ...REQUEST_OPERATIONS, DESCRIPTION];

/** The API as an OpenAPI document; answers are named by their types, which lib/runtime/management/protocol.ts declares. */
export function openApi(): object {
  const paths: Record<string, Record<string, object>> = {};
  for (const operation of OPERATIONS) (paths[operation.path] ??= {})[operation.method.toLowerCase()] = described(operation);
  return {
    openapi: '3.1.0',
    info: { title: 'synthgate dashboard', version: '1', description: 'What the dashboard shows and does, for programs on the same machine.' },
    security: [{ token: [] }],
    paths,
    components: { securitySchemes: { token: { type: 'http', scheme: 'bearer', description: 'The token in the printed URL, and in the file management-token of the state directory.' } } },
  };
}

function described({ path, summary, query = {}, body, answers }: Operation): object {
  const ofPath = path.includes('{id}') ? [{ name: 'id', in: 'path', required: true, description: 'request id', schema: { type: 'string' } }] : [];
  const ofQuery = Object.entries(query).map(([name, description]) => ({ name, in: 'query', description, schema: { type: 'string' } }));
  const isMediaType = answers.includes('/');
  const success = answers === 'nothing'
    ? { 204: { description: 'done' } }
    : { '2XX': { description: answers, content: { [isMediaType ? answers : 'application/json']: { schema: isMediaType ? {} : { type: 'object', title: answers } } } } };
  return {
    summary,
    parameters: [...ofPath, ...ofQuery],
    ...(body === undefined ? {} : { requestBody: { required: true, content: { 'application/json': { schema: withoutDialect(z.toJSONSchema(body, { io: 'input' })) } } } }),
    responses: { ...success, '4XX': { description: 'DashboardError', content: { 'application/json': { schema: { type: 'object', title: 'DashboardError' } } } } },
  };
}

function withoutDialect({ $schema: _, ...schema }: Record<string, unknown>): object {
  return schema;
}
