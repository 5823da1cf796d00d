import * as z from 'zod';
import type { AuthorizationSpec } from '../authorization';
import { jwtAuthorizerSchema } from './jwt';
import { requestAuthorizerSchema } from './request';
import { tokenAuthorizerSchema } from './token';
import { cognitoUserPoolsAuthorizerSchema } from './cognito-user-pools';

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

/** The authorization type of methods with an authorizer of this kind. */
export const AUTHORIZATION_OF_KIND: Readonly<Record<AuthorizerKind, AuthorizationSpec['type']>> = {
  'token': 'CUSTOM',
  'request': 'CUSTOM',
  'cognito-user-pools': 'COGNITO_USER_POOLS',
  'jwt': 'COGNITO_USER_POOLS',
};

export { readIdentitySource, type IdentitySource } from './identity-source';
export { isLocalUrl, isTrustworthyUrl } from './issuer';
export type { JwtAuthorizerSpec } from './jwt';
export type { RequestAuthorizerSpec } from './request';
export type { TokenAuthorizerSpec } from './token';
export { issuerOfUserPool, type CognitoUserPoolsAuthorizerSpec } from './cognito-user-pools';
