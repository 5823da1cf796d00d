import { GatewayError } from '../../errors';
import type { AuthorizationSpec } from '../../spec';
import { inPhase } from '../access-log/phases';
import type { Principal, Routed, ServedStage } from '../exchange';
import type { Authorizer } from './compile-context';
import type { SignedCaller } from './iam';
import type { Verdict } from './policy';
import { policyRequest, requireAllow, requireNoDeny, type ResourcePolicy } from './resource-policy';

/** Finds out who calls a method, or refuses. */
export type Authorization = (request: Routed) => Principal | Promise<Principal>;

/** What the authorization of a stage's methods depends on. */
export interface AuthorizationContext {
  readonly stage: ServedStage;
  readonly resourcePolicy: ResourcePolicy | undefined;
  readonly authorizers: ReadonlyMap<string, Authorizer>;
  readonly checkSignature: (request: Routed) => SignedCaller;
}

type AuthorizationType = AuthorizationSpec['type'];
type Compile<Spec> = (spec: Spec, context: AuthorizationContext) => Authorization;
type Of<Type extends AuthorizationType> = Extract<AuthorizationSpec, { readonly type: Type }>;

/**
 * The kinds of authorization, and what the resource policy means to each. A Deny always ends the request before anybody is
 * asked.
 * @see aws-data-plane §16; https://docs.aws.amazon.com/apigateway/latest/developerguide/apigateway-authorization-flow.html
 */
const AUTHORIZATIONS: { readonly [Type in AuthorizationType]: Compile<Of<Type>> } = {
  NONE: (_, context) => anybody(context),
  AWS_IAM: (_, context) => (request) => signed(request, context),
  CUSTOM: ({ authorizer: name }, context) => byFunction(authorizerOf(name, context), context),
  COGNITO_USER_POOLS: ({ authorizer: name, scopes }, context) => byToken(authorizerOf(name, context), scopes, context),
};

/** Compiles who may call a method. */
export function compileAuthorization(spec: AuthorizationSpec, context: AuthorizationContext): Authorization {
  const compile = AUTHORIZATIONS[spec.type] as Compile<AuthorizationSpec>; // the entry of this very type
  return compile(spec, context);
}

const ANYBODY: Authorization = () => ({ type: 'anonymous' });

/** Without any check but the resource policy, which must allow. */
function anybody({ resourcePolicy, stage }: AuthorizationContext): Authorization {
  if (resourcePolicy === undefined) return ANYBODY;
  return (request) => {
    const asked = policyRequest(request);
    requireAllow(resourcePolicy(asked), asked, stage);
    return { type: 'anonymous' };
  };
}

/** The function decides; the resource policy can only deny. */
function byFunction(authorizer: Authorizer, { resourcePolicy, stage }: AuthorizationContext): Authorization {
  return async (request) => {
    const asked = policyRequest(request);
    if (resourcePolicy !== undefined) requireNoDeny(resourcePolicy(asked), asked, stage);
    return inPhase(request, 'authorizer', () => authorizer(request, { asked, scopes: [] }));
  };
}

/** The token says who calls; a resource policy, where there is one, must allow as well. */
function byToken(authorizer: Authorizer, scopes: readonly string[], { resourcePolicy, stage }: AuthorizationContext): Authorization {
  return async (request) => {
    const asked = policyRequest(request);
    const verdict = resourcePolicy?.(asked) ?? 'allow';
    requireNoDeny(verdict, asked, stage);
    const principal = await inPhase(request, 'authorizer', () => authorizer(request, { asked, scopes }));
    requireAllow(verdict, asked, stage);
    return principal;
  };
}

/**
 * Caller and API in one account: the caller's own policy or the resource policy must allow. In two accounts: both. A Deny of
 * either wins.
 */
function signed(request: Routed, { resourcePolicy, stage, checkSignature }: AuthorizationContext): Principal {
  const { principal, caller, policy } = inPhase(request, 'authenticate', () => checkSignature(request));
  const asked = policyRequest(request, caller);
  const both = (about: typeof asked) => [policy(about), resourcePolicy?.(about) ?? 'none'] as const;
  return inPhase(request, 'authorize', () => {
    const verdictOf = (about: typeof asked) => together(both(about), caller.accountId === stage.accountId);
    requireAllow(verdictOf(asked), asked, stage);
    const mayInvalidate = request.plan.cache !== undefined && verdictOf({ ...asked, action: 'execute-api:InvalidateCache' }) === 'allow';
    return mayInvalidate ? { ...principal, mayInvalidateCache: true } : principal;
  });
}

/** What two policies say together: a Deny wins; within an account one Allow is enough, across accounts both must allow. */
function together(verdicts: readonly Verdict[], isOneAccount: boolean): Verdict {
  if (verdicts.includes('deny')) return 'deny';
  const allows = isOneAccount ? verdicts.includes('allow') : verdicts.every((verdict) => verdict === 'allow');
  return allows ? 'allow' : 'none';
}

/** A method whose authorizer is not there refuses; the rules of the spec let none through. */
function authorizerOf(name: string, { authorizers }: AuthorizationContext): Authorizer {
  const refuse: Authorizer = () => Promise.reject(new GatewayError('AUTHORIZER_CALL_FAILED', { authorizer: name, reason: 'there is none of this name' }));
  return authorizers.get(name) ?? refuse;
}
