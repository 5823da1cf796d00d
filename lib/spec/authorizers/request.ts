import * as z from 'zod';
import { functionReferenceSchema } from '../integrations/integration-timeout';
import type { AuthorizerDescription } from './description';
import { identitySourceSchema, resultsCacheTtlSchema } from './fields';

/** A Lambda request authorizer (REQUEST). */
export const requestAuthorizerSchema = z.strictObject({
  type: z.literal('request'),
  function: functionReferenceSchema.describe('The authorizer function.'),
  identitySources: z.array(identitySourceSchema).default([]).describe('Together the cache key; each is required while results are cached.'),
  resultsCacheTtlSeconds: resultsCacheTtlSchema,
});

export type RequestAuthorizerSpec = z.output<typeof requestAuthorizerSchema>;

export function describeRequest(spec: RequestAuthorizerSpec): AuthorizerDescription {
  const { identitySources, resultsCacheTtlSeconds } = spec;
  return {
    authorization: 'CUSTOM', functions: [spec.function], identitySources,
    cachesWithoutIdentity: resultsCacheTtlSeconds > 0 && identitySources.length === 0, validationExpression: undefined, audience: [],
  };
}
