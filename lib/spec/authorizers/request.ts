import * as z from 'zod';
import { functionReferenceSchema } from '../integrations/integration-timeout';
import type { AuthorizerDescription } from './description';
import { identitySourceSchema, resultsCacheTtlSchema } from './identity-source';

/** A function that decides by the parameters of the request (REQUEST). */
export const requestAuthorizerSchema = z.strictObject({
  type: z.literal('request'),
  function: functionReferenceSchema.describe('The function that is asked.'),
  identitySources: z.array(identitySourceSchema).default([]).describe('Together the key of the cache; each must be there while results are cached.'),
  resultsCacheTtlSeconds: resultsCacheTtlSchema,
});

export type RequestAuthorizerSpec = z.output<typeof requestAuthorizerSchema>;

export function describeRequest(spec: RequestAuthorizerSpec): AuthorizerDescription {
  const { identitySources, resultsCacheTtlSeconds } = spec;
  return {
    authorization: 'CUSTOM', functions: [spec.function], identitySources,
    cachesWithoutIdentity: resultsCacheTtlSeconds > 0 && identitySources.length === 0, validationExpression: undefined,
  };
}
