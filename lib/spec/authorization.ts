import * as z from 'zod';
import { LIMITS } from './limits';
import type { Protocol } from './protocol';
import { foreignKind } from './protocol-members';

const authorizerNameSchema = z.string().min(1).describe('Name in `authorizers`.');

/** The authorization of a method: who may call it. CUSTOM, COGNITO_USER_POOLS and JWT (HTTP APIs) name an authorizer of the API. */
export const authorizationSchema = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('NONE') }),
  z.strictObject({ type: z.literal('AWS_IAM') }),
  z.strictObject({ type: z.literal('CUSTOM'), authorizer: authorizerNameSchema }),
  z.strictObject({
    type: z.literal('COGNITO_USER_POOLS'),
    authorizer: authorizerNameSchema,
    scopes: z.array(z.string()).default([]).describe('An access token must have one of these scopes; without scopes, ID tokens are accepted.'),
  }),
  z.strictObject({
    type: z.literal('JWT'),
    authorizer: authorizerNameSchema,
    scopes: z.array(z.string()).max(LIMITS.httpRouteScopes.max).default([]).describe('A token must have one of these scopes.'),
  }),
]);

export type AuthorizationSpec = z.output<typeof authorizationSchema>;

/** The description of a method's authorization for code that does not depend on its kind: one of three ways to decide about callers. */
export type AuthorizationDescription = OpenAuthorization | SignedAuthorization | AuthorizerAuthorization;

interface Answers {
  /** Whether anybody may call. */
  readonly isOpen: boolean;
  /** Whether requests are signed (Signature Version 4). */
  readonly isSigned: boolean;
  /** The authorizer that decides. */
  readonly authorizer: string | undefined;
  /** Scopes that a token must have one of. */
  readonly scopes: readonly string[];
  /** The authorization itself, if a kind of API does not have it. */
  readonly foreignTo: (protocol: Protocol) => readonly string[];
}

interface OpenAuthorization extends Answers {
  readonly isOpen: true;
  readonly isSigned: false;
  readonly authorizer: undefined;
}

interface SignedAuthorization extends Answers {
  readonly isOpen: false;
  readonly isSigned: true;
  readonly authorizer: undefined;
}

interface AuthorizerAuthorization extends Answers {
  readonly isOpen: false;
  readonly isSigned: false;
  readonly authorizer: string;
}

type AuthorizationInput = z.input<typeof authorizationSchema>;
type InputOf<Kind extends AuthorizationSpec['type']> = Extract<AuthorizationInput, { readonly type: Kind }>;

const OPEN: OpenAuthorization = { isOpen: true, isSigned: false, authorizer: undefined, scopes: [], foreignTo: () => [] };
const SIGNED: SignedAuthorization = { isOpen: false, isSigned: true, authorizer: undefined, scopes: [], foreignTo: () => [] };
const BY_AUTHORIZER = { isOpen: false, isSigned: false, scopes: [], foreignTo: () => [] } as const;
const DESCRIBERS: { readonly [Kind in AuthorizationSpec['type']]: (spec: InputOf<Kind>) => AuthorizationDescription } = {
  NONE: () => OPEN,
  AWS_IAM: () => SIGNED,
  CUSTOM: ({ type, authorizer }) => ({
    ...BY_AUTHORIZER, authorizer, foreignTo: (protocol) => foreignKind(`authorization ${type}`, ['rest', 'http', 'websocket'], protocol),
  }),
  COGNITO_USER_POOLS: ({ type, authorizer, scopes = [] }) => ({
    ...BY_AUTHORIZER, authorizer, scopes, foreignTo: (protocol) => foreignKind(`authorization ${type}`, ['rest'], protocol),
  }),
  JWT: ({ type, authorizer, scopes = [] }) => ({
    ...BY_AUTHORIZER, authorizer, scopes, foreignTo: (protocol) => foreignKind(`authorization ${type}`, ['http'], protocol),
  }),
};

/** @param spec - also one that has not been read yet */
export function describeAuthorization(spec: AuthorizationInput): AuthorizationDescription {
  const describe = DESCRIBERS[spec.type] as (input: AuthorizationInput) => AuthorizationDescription; // the entry that `spec.type` names
  return describe(spec);
}

/** The kinds that name an authorizer. */
export type AuthorizedKind = Extract<AuthorizationSpec, { readonly authorizer: string }>['type'];

const AUTHORIZED: { readonly [Kind in AuthorizedKind]: (authorizer: string, scopes: readonly string[]) => InputOf<Kind> } = {
  CUSTOM: (authorizer) => ({ type: 'CUSTOM', authorizer }),
  COGNITO_USER_POOLS: (authorizer, scopes) => ({ type: 'COGNITO_USER_POOLS', authorizer, scopes: [...scopes] }),
  JWT: (authorizer, scopes) => ({ type: 'JWT', authorizer, scopes: [...scopes] }),
};

export function isAuthorizedKind(type: string): type is AuthorizedKind {
  return Object.hasOwn(AUTHORIZED, type);
}

/** The authorization of methods that an authorizer decides about; kinds that check no scopes leave them out. */
export function authorizedBy(kind: AuthorizedKind, authorizer: string, scopes: readonly string[] = []): AuthorizationInput {
  return AUTHORIZED[kind](authorizer, scopes);
}
