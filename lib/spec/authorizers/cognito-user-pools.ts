import * as z from 'zod';
import { foreignKind } from '../protocol-members';
import type { AuthorizerDescription } from './description';
import { issuerSchema, resultsCacheTtlSchema, tokenSourceSchema } from './fields';
import { issuerOfUserPool, USER_POOL_ARN } from './issuer';

const userPoolArn = z.string().refine((text) => text.includes('${token:') || USER_POOL_ARN.test(text), 'arn:aws:cognito-idp:<region>:<account>:userpool/<id>');

/** A user pool: by its ARN, which determines the issuer, or by the issuer itself. */
const userPoolSchema = z
  .strictObject({
    arn: userPoolArn.optional().describe('A pool of Cognito. Either arn or issuer.'),
    issuer: issuerSchema.optional().describe('Value of iss; the keys are at its .well-known/jwks.json. Either arn or issuer.'),
  })
  .refine(({ arn, issuer }) => (arn === undefined) !== (issuer === undefined), 'a user pool with either arn or issuer');

/** Tokens of user pools (COGNITO_USER_POOLS). Methods without scopes accept ID tokens, methods with scopes access tokens. */
export const cognitoUserPoolsAuthorizerSchema = z.strictObject({
  type: z.literal('cognito-user-pools'),
  userPools: z.array(userPoolSchema).min(1).describe('The accepted user pools.'),
  identitySource: tokenSourceSchema,
  resultsCacheTtlSeconds: resultsCacheTtlSchema,
});

export type CognitoUserPoolsAuthorizerSpec = z.output<typeof cognitoUserPoolsAuthorizerSchema>;

export function describeCognitoUserPools({ identitySource, userPools }: CognitoUserPoolsAuthorizerSpec): AuthorizerDescription {
  return {
    authorization: 'COGNITO_USER_POOLS', namedBy: ['COGNITO_USER_POOLS'],
    foreignTo: (protocol) => foreignKind('authorizer cognito-user-pools', ['rest'], protocol),
    functions: [], identitySources: [identitySource], cachesWithoutIdentity: false,
    validationExpression: undefined, audience: [],
    keySources: userPools.flatMap(({ arn, issuer }) => issuer ?? (arn === undefined ? [] : issuerOfUserPool(arn) ?? arn)),
  };
}
