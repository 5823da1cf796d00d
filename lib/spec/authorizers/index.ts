import * as z from 'zod';
import { cognitoUserPoolsAuthorizerSchema, describeCognitoUserPools } from './cognito-user-pools';
import type { AuthorizerDescription } from './description';
import { describeJwt, jwtAuthorizerSchema } from './jwt';
import { describeRequest, requestAuthorizerSchema } from './request';
import { describeToken, tokenAuthorizerSchema } from './token';

/** Every authorizer kind. A new kind is a file here, in `constructs` and in `runtime`, and a line in each list. */
export const authorizerSchema = z.discriminatedUnion('type', [
  tokenAuthorizerSchema,
  requestAuthorizerSchema,
  cognitoUserPoolsAuthorizerSchema,
  jwtAuthorizerSchema,
]);

export type AuthorizerSpec = z.output<typeof authorizerSchema>;
export type AuthorizerKind = AuthorizerSpec['type'];
export type AuthorizerOf<Kind extends AuthorizerKind> = Extract<AuthorizerSpec, { readonly type: Kind }>;

const DESCRIBERS: { readonly [Kind in AuthorizerKind]: (spec: AuthorizerOf<Kind>) => AuthorizerDescription } = {
  'token': describeToken,
  'request': describeRequest,
  'cognito-user-pools': describeCognitoUserPools,
  'jwt': describeJwt,
};

/** Describes an authorizer to code that does not depend on its kind. */
export function describeAuthorizer(spec: AuthorizerSpec): AuthorizerDescription {
  const describe = DESCRIBERS[spec.type] as (authorizer: AuthorizerSpec) => AuthorizerDescription; // the entry that `spec.type` names
  return describe(spec);
}

export type { AuthorizerDescription } from './description';
export type { JwtAuthorizerSpec } from './jwt';
export type { RequestAuthorizerSpec } from './request';
export type { TokenAuthorizerSpec } from './token';
export type { CognitoUserPoolsAuthorizerSpec } from './cognito-user-pools';
