import * as z from 'zod';
import { functionReferenceSchema } from '../integrations/integration-timeout';
import { foreignKind } from '../protocol-members';
import type { AuthorizerDescription } from './description';
import { resultsCacheTtlSchema, tokenSourceSchema } from './fields';

/** A Lambda token authorizer (TOKEN). */
export const tokenAuthorizerSchema = z.strictObject({
  type: z.literal('token'),
  function: functionReferenceSchema.describe('The authorizer function.'),
  identitySource: tokenSourceSchema,
  identityValidationExpression: z.string().min(1).optional().describe('A regular expression that the whole token must match; otherwise 401 without a call.'),
  resultsCacheTtlSeconds: resultsCacheTtlSchema,
});

export type TokenAuthorizerSpec = z.output<typeof tokenAuthorizerSchema>;

export function describeToken(spec: TokenAuthorizerSpec): AuthorizerDescription {
  return {
    authorization: 'CUSTOM', namedBy: ['CUSTOM'],
    foreignTo: (protocol) => foreignKind('authorizer token', ['rest'], protocol),
    functions: [spec.function], identitySources: [spec.identitySource], cachesWithoutIdentity: false,
    validationExpression: spec.identityValidationExpression, audience: [], keySources: [],
  };
}
