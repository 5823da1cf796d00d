import type { AuthorizerKind, AuthorizerOf, AuthorizerSpec, Protocol } from '../../spec';
import type { Authorizer, AuthorizerContext } from './compile-context';
import { compileHttpJwt } from './http-jwt';
import { compileJwt } from './jwt';
import { compileConnectRequest, compileHttpRequest, compileRequest } from './request';
import { compileToken } from './token';
import { compileCognitoUserPools } from './cognito-user-pools';

type Compile<Kind extends AuthorizerKind> = (spec: AuthorizerOf<Kind>, context: AuthorizerContext) => Authorizer;

type Kinds = { readonly [Kind in AuthorizerKind]: Compile<Kind> };

/** The list of authorizer kinds, typed over all of them: a new kind does not compile without its file here. */
const REST_KINDS: Kinds = {
  'token': compileToken,
  'request': compileRequest,
  'cognito-user-pools': compileCognitoUserPools,
  'jwt': compileJwt,
};

/** The rules of the spec let no HTTP API have another one. */
const HTTP_KINDS: Kinds = { ...REST_KINDS, request: compileHttpRequest, jwt: compileHttpJwt };

/** The rules of the spec let no WebSocket API have another one. */
const WEBSOCKET_KINDS: Kinds = { ...REST_KINDS, request: compileConnectRequest };

const KINDS: Readonly<Record<Protocol, Kinds>> = {
  'rest': REST_KINDS, 'http': HTTP_KINDS, 'function-url': HTTP_KINDS, 'websocket': WEBSOCKET_KINDS,
};

/** Compiles an authorizer by its kind's own file. */
export function compileAuthorizer(spec: AuthorizerSpec, context: AuthorizerContext): Authorizer {
  // the entry of this very kind, which `spec.type` names
  const compile = KINDS[context.stage.protocol][spec.type] as Compile<AuthorizerKind>;
  return compile(spec as never, context); // never: the intersection of all kinds; the line above chose the right one
}

export { compileAuthorization, type Authorization, type AuthorizationContext } from './authorization';
export type { Authorizer, AuthorizerContext } from './compile-context';
export { callerCredentialsSchema, credentialOf, type CallerCredential, type FunctionCredential } from './credentials';
export { givenFor } from './issuer-keys';
export { LOCAL_KEY_PREFIX, NO_SOURCES, type FindKey, type GivenIssuer, type IssuerSources } from './issuer-sources';
export { localClaims } from './local-token';
export type { LocalTokenRequest, TokenClaims } from '../plan/local-token-request';
export { createResultCache, type ResultCache } from './result-cache';
export { compileResourcePolicy, policyRequest, requireAllow, type ResourcePolicy } from './resource-policy';
export type { StageRequest } from './method-arn';
export { readAuthorizationHeader } from './authorization-header';
export { compileConnectionAccess, compileSignatureCheck } from './iam';
export { signedQuery } from './signature';
export { issuersOf, type IssuerSettings, type TokenIssuer } from './token-issuer';
