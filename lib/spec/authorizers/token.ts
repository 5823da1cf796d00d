import * as z from 'zod';
import { functionReferenceSchema } from '../integrations/integration-timeout';
import type { AuthorizerDescription } from './description';
import { resultsCacheTtlSchema, tokenSourceSchema } from './identity-source';

/** A function that decides by a token in a header (TOKEN). */
export const tokenAuthorizerSchema = z.strictObject({
  type: z.literal('token'),
  function: functionReferenceSchema.describe('The function that is asked.'),
  identitySource: tokenSourceSchema,
  identityValidationExpression: z.string().min(1).optional().describe('A regular expression that the whole token must match; else 401 without a call.'),
  resultsCacheTtlSeconds: resultsCacheTtlSchema,
});

export type TokenAuthorizerSpec = z.output<typeof tokenAuthorizerSchema>;

export function describeToken(spec: TokenAuthorizerSpec): AuthorizerDescription {
  return {
    authorization: 'CUSTOM', functions: [spec.function], identitySources: [spec.identitySource], cachesWithoutIdentity: false,
    validationExpression: spec.identityValidationExpression,
  };
}
