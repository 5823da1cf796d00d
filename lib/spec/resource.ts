import * as z from 'zod';
import { corsSchema } from './cors';
import { httpMethodSchema } from './http-method';
import { methodSchema } from './method';

/** `/`, or parts that start with `/`. A rule checks the parts, with a better message than a pattern. */
export const resourcePathSchema = z.string().regex(/^\/(?!.*\/$)|^\/$/, 'a path that starts with / and does not end with one');

/** A resource: a node in the path tree with its methods. */
export const resourceSchema = z.strictObject({
  id: z.string().regex(/^[a-z0-9]+$/).describe('requestContext.resourceId.'),
  cors: corsSchema.optional().describe('Cross-origin resource sharing of the resource.'),
  methods: z.partialRecord(httpMethodSchema, methodSchema).default({}).describe('Methods by name; ANY serves those that are not declared.'),
});

export type ResourceSpec = z.output<typeof resourceSchema>;
