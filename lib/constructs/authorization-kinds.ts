import { GatewayError } from '../errors';
import type { AuthorizationSpec } from '../spec';
import { AuthorizationType } from './authorization';
import type { AuthorizationInput } from './spec-input';

/** The authorization settings of a method. */
export interface GivenAuthorization {
  readonly type: AuthorizationType;
  /** Name of its authorizer. */
  readonly authorizer: string | undefined;
  readonly scopes: string[] | undefined;
}

/** Properties of an authorization type that code for all types reads. */
export interface AuthorizationTypeDescription {
  /** Whether an authorizer decides. Without one there is an error; with another kind it is unused. */
  readonly needsAuthorizer: boolean;
  /** Whether a token must have one of the method's scopes. */
  readonly checksScopes: boolean;
}

interface WithoutAuthorizer<Input> extends AuthorizationTypeDescription {
  readonly needsAuthorizer: false;
  readonly checksScopes: false;
  readonly toSpec: () => Input;
}

interface WithAuthorizer<Input> extends AuthorizationTypeDescription {
  readonly needsAuthorizer: true;
  readonly toSpec: (authorizer: string, scopes: string[] | undefined) => Input;
}

type AuthorizationKind<Input> = WithoutAuthorizer<Input> | WithAuthorizer<Input>;

type InputOf<Type extends AuthorizationType> = Extract<AuthorizationInput, { readonly type: `${Type}` }>;

/** All kinds. Each becomes what the spec has of its name: a new one does not compile without an entry, and cannot become NONE. */
export type AuthorizationKinds = { readonly [Type in AuthorizationType]: AuthorizationKind<InputOf<Type>> };

const KINDS: AuthorizationKinds = {
  [AuthorizationType.NONE]: { needsAuthorizer: false, checksScopes: false, toSpec: () => ({ type: 'NONE' }) },
  [AuthorizationType.IAM]: { needsAuthorizer: false, checksScopes: false, toSpec: () => ({ type: 'AWS_IAM' }) },
  [AuthorizationType.CUSTOM]: { needsAuthorizer: true, checksScopes: false, toSpec: (authorizer) => ({ type: 'CUSTOM', authorizer }) },
  [AuthorizationType.COGNITO]: {
    needsAuthorizer: true, checksScopes: true, toSpec: (authorizer, scopes) => ({ type: 'COGNITO_USER_POOLS', authorizer, scopes }),
  },
};

/** Undefined for any other value, which JavaScript or an authorizer of another library may bring along. */
function kindOf(type: AuthorizationType): AuthorizationKind<AuthorizationInput> | undefined {
  return Object.hasOwn(KINDS, type) ? KINDS[type] : undefined;
}

/** Returns the description of an authorization type; undefined for any other value. */
export function describeAuthorizationType(type: AuthorizationType): AuthorizationTypeDescription | undefined {
  return kindOf(type);
}

/** The authorization as the spec has it, or why there is none: what is not known or not complete never becomes NONE. */
export function readAuthorization({ type, authorizer, scopes }: GivenAuthorization, location: string): AuthorizationInput | GatewayError {
  const kind = kindOf(type);
  if (kind === undefined) {
    const details = { setting: 'authorizationType', given: String(type), allowed: `one of ${Object.keys(KINDS).join(', ')}` };
    return new GatewayError('AUTHORIZER_SETTING_INVALID', details, { location });
  }
  if (!kind.needsAuthorizer) return kind.toSpec();
  return authorizer === undefined ? new GatewayError('AUTHORIZER_MISSING', { type }, { location }) : kind.toSpec(authorizer, scopes);
}

const TYPES: Readonly<Record<AuthorizationSpec['type'], AuthorizationType>> = {
  NONE: AuthorizationType.NONE,
  AWS_IAM: AuthorizationType.IAM,
  CUSTOM: AuthorizationType.CUSTOM,
  COGNITO_USER_POOLS: AuthorizationType.COGNITO,
  JWT: AuthorizationType.COGNITO, // of HTTP APIs, which these constructs do not declare: tokens are checked as here
};

/** The kind that the spec has by this name. */
export function authorizationTypeNamed(type: AuthorizationSpec['type']): AuthorizationType {
  return TYPES[type];
}
