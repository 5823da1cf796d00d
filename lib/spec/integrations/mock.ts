import * as z from 'zod';
import { integrationResponseSchema, passthroughBehaviorSchema, templatesSchema } from '../mapping';
import { CACHE_KEY_MEMBERS } from '../response-cache';

/** No backend: the request template names a status, which selects the response. */
export const mockIntegrationSchema = z.strictObject({
  type: z.literal('mock'),
  requestTemplates: templatesSchema,
  passthroughBehavior: passthroughBehaviorSchema,
  responses: z.array(integrationResponseSchema).describe('The ways out; the one without a pattern is the default.'),
  ...CACHE_KEY_MEMBERS,
});

export type MockIntegrationSpec = z.output<typeof mockIntegrationSchema>;
