import * as z from 'zod';
import { foreignKind } from '../protocol-members';
import type { AuthorizerDescription } from './description';
import { issuerSchema, tokenSourceSchema } from './fields';

/** JSON Web Tokens of an OpenID Connect issuer. */
export const jwtAuthorizerSchema = z.strictObject({
  type: z.literal('jwt'),
  issuer: issuerSchema.describe('Value of iss; its discovery document names the keys.'),
  audience: z.array(z.string().min(1)).min(1).describe('One of these must be in `aud`, or be the `client_id`.'),
  jwksUri: issuerSchema.optional().describe('URL of the keys; default: the one in the issuer\'s discovery document.'),
  identitySource: tokenSourceSchema,
});

export type JwtAuthorizerSpec = z.output<typeof jwtAuthorizerSchema>;

export function describeJwt({ identitySource, audience, issuer, jwksUri = issuer }: JwtAuthorizerSpec): AuthorizerDescription {
  return {
    authorization: 'COGNITO_USER_POOLS', namedBy: ['COGNITO_USER_POOLS', 'JWT'],
    foreignTo: (protocol) => foreignKind('authorizer jwt', ['rest', 'http'], protocol),
    functions: [], identitySources: [identitySource], cachesWithoutIdentity: false,
    validationExpression: undefined, audience, keySources: [jwksUri],
  };
}
