import * as z from 'zod';
import { functionReferenceSchema } from '../integrations/integration-timeout';
import { identitySourceSchema, resultsCacheTtlSchema } from './identity-source';

/** A Lambda request authorizer (REQUEST). */
export const requestAuthorizerSchema = z.strictObject({
  type: z.literal('request'),
  function: functionReferenceSchema.describe('The function that is asked.'),
  identitySources: z.array(identitySourceSchema).default([]).describe('Together the key of the cache; each must be there while results are cached.'),
  resultsCacheTtlSeconds: resultsCacheTtlSchema,
});

export type RequestAuthorizerSpec = z.output<typeof requestAuthorizerSchema>;
