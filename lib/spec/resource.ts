import * as z from 'zod';
import { corsSchema } from './cors';
import { httpMethodSchema } from './http-method';
import { methodSchema } from './method';

/** `/`, or parts led by `/`. What a part may be is checked by a rule, which can say more than a pattern. */
export const resourcePathSchema = z.string().regex(/^\/(?!.*\/$)|^\/$/, 'a path that starts with / and does not end with one');

/** A place in the URL tree with its methods. */
export const resourceSchema = z.strictObject({
  id: z.string().regex(/^[a-z0-9]+$/).describe('requestContext.resourceId.'),
  cors: corsSchema.optional().describe('Cross-origin resource sharing of the resource.'),
  methods: z.partialRecord(httpMethodSchema, methodSchema).default({}).describe('Methods by name; ANY serves those that are not there.'),
});

export type ResourceSpec = z.output<typeof resourceSchema>;
