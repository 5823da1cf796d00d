import type { AuthorizerKind, AuthorizerOf, AuthorizerSpec } from '../../spec';
import type { Authorizer, AuthorizerContext } from './compile-context';
import { compileJwt } from './jwt';
import { compileRequest } from './request';
import { compileToken } from './token';
import { compileCognitoUserPools } from './cognito-user-pools';

type Compile<Kind extends AuthorizerKind> = (spec: AuthorizerOf<Kind>, context: AuthorizerContext) => Authorizer;

/** The list of authorizer kinds, typed over all of them: a new kind does not compile without its file here. */
const KINDS: { readonly [Kind in AuthorizerKind]: Compile<Kind> } = {
  'token': compileToken,
  'request': compileRequest,
  'cognito-user-pools': compileCognitoUserPools,
  'jwt': compileJwt,
};

/** Compiles an authorizer by its kind's own file. */
export function compileAuthorizer(spec: AuthorizerSpec, context: AuthorizerContext): Authorizer {
  const compile = KINDS[spec.type] as Compile<AuthorizerKind>; // the entry of this very kind, which `spec.type` names
  return compile(spec as never, context); // never: the intersection of all kinds; the line above chose the right one
}

export { compileAuthorization, type Authorization, type AuthorizationContext } from './authorization';
export type { Authorizer, AuthorizerContext } from './compile-context';
export { callerCredentialsSchema, type CallerCredential } from './credentials';
export { givenFor } from './issuer-keys';
export { LOCAL_KEY_PREFIX, NO_SOURCES, type FindKey, type GivenIssuer, type IssuerSources } from './issuer-sources';
export { localClaims } from './local-token';
export type { LocalTokenRequest, TokenClaims } from '../plan/local-token-request';
export { createResultCache, type ResultCache } from './result-cache';
export { compileResourcePolicy, policyRequest, requireAllow, type ResourcePolicy } from './resource-policy';
export { readAuthorizationHeader } from './authorization-header';
export { compileSignatureCheck } from './iam';
export { signedQuery } from './signature';
export { issuersOf, type IssuerSettings, type TokenIssuer } from './token-issuer';
