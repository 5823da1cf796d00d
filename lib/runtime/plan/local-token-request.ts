/** The contents of a token of the local issuer. */
export interface LocalTokenRequest {
  /** The pool: its construct, id, ARN or issuer, or the authorizer. @default - the only one */
  readonly pool?: string;
  /** Claims that are added or replace others: `sub`, `email`, `custom:tier`. @default - those of a new user */
  readonly claims?: Readonly<Record<string, unknown>>;
  /** `cognito:groups`. @default - none */
  readonly groups?: readonly string[];
  /** Scopes of an access token. @default - `aws.cognito.signin.user.admin`, as without a hosted UI */
  readonly scopes?: readonly string[];
  /** ID or access token. @default - an access token if there are scopes, otherwise an ID token */
  readonly use?: 'id' | 'access';
  /** `aud` of an ID token, `client_id` of an access token. @default - a client that the authorizer takes */
  readonly clientId?: string;
  /** How long it is valid. @default - an hour, as with Cognito */
  readonly expiresInSeconds?: number;
}

/** The claims of a token, those of RFC 7519 with their types. */
export interface TokenClaims {
  readonly iss?: string;
  readonly sub?: string;
  readonly aud?: string | string[];
  readonly jti?: string;
  readonly nbf?: number;
  readonly exp?: number;
  readonly iat?: number;
  readonly [claim: string]: unknown;
}
