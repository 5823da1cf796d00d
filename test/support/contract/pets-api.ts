import { z } from 'zod';
import { contract, type Contract } from '../../../lib/contract';

const Pet = z.object({ id: z.string(), name: z.string() });
export const CONTRACTS = [
  contract('GET /pets/{petId}', {
    query: z.object({ page: z.coerce.number().default(1), tag: z.array(z.string()).optional() }),
    responses: { 200: Pet, 404: z.object({ title: z.string() }) },
  }),
  contract('POST /pets', { body: Pet, responses: { 201: Pet } }),
  contract('GET /files/{path+}', { responses: { 200: { body: z.string(), contentType: 'text/plain' } } }),
  contract('PUT /note', { body: z.string(), contentType: 'text/plain', responses: { 204: null } }),
] as const satisfies readonly Contract[];
