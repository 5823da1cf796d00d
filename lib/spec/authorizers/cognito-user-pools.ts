import * as z from 'zod';
import type { AuthorizerDescription } from './description';
import { resultsCacheTtlSchema, tokenSourceSchema } from './identity-source';
import { issuerSchema } from './issuer';

const USER_POOL_ARN = /^arn:[a-z0-9-]+:cognito-idp:([a-z0-9-]+):\d*:userpool\/([\w-]+)$/;

const userPoolArn = z.string().refine((text) => text.includes('${token:') || USER_POOL_ARN.test(text), 'arn:aws:cognito-idp:<region>:<account>:userpool/<id>');

/** A user pool: by its ARN, which says who issues its tokens, or by the issuer itself. */
export const userPoolSchema = z
  .strictObject({
    arn: userPoolArn.optional().describe('A pool of Cognito. Either arn or issuer.'),
    issuer: issuerSchema.optional().describe('Value of iss; the keys are at its .well-known/jwks.json. Either arn or issuer.'),
  })
  .refine(({ arn, issuer }) => (arn === undefined) !== (issuer === undefined), 'a user pool with either arn or issuer');

/** Tokens of user pools (COGNITO_USER_POOLS). Without scopes on the method identity tokens are taken, with scopes access tokens. */
export const cognitoUserPoolsAuthorizerSchema = z.strictObject({
  type: z.literal('cognito-user-pools'),
  userPools: z.array(userPoolSchema).min(1).describe('The pools whose tokens are taken.'),
  identitySource: tokenSourceSchema,
  resultsCacheTtlSeconds: resultsCacheTtlSchema,
});

export type CognitoUserPoolsAuthorizerSpec = z.output<typeof cognitoUserPoolsAuthorizerSchema>;

export function describeCognitoUserPools({ identitySource }: CognitoUserPoolsAuthorizerSpec): AuthorizerDescription {
  return {
    authorization: 'COGNITO_USER_POOLS', functions: [], identitySources: [identitySource], cachesWithoutIdentity: false,
    validationExpression: undefined,
  };
}

/** Who issues the tokens of a user pool; undefined where the text is no ARN of one. */
export function issuerOfUserPool(arn: string): string | undefined {
  const [, region, id] = USER_POOL_ARN.exec(arn) ?? [];
  return region === undefined || id === undefined ? undefined : `https://cognito-idp.${region}.amazonaws.com/${id}`;
}
