import { GatewayError } from '../../errors';
import type { AuthorizationSpec } from '../../spec';
import { inPhase } from '../access-log/phases';
import type { Routed, ServedStage } from '../plan/exchange';
import type { Authorizer } from './compile-context';
import type { SignedCaller } from './iam';
import type { Verdict } from './policy';
import { policyRequest, requireAllow, requireNoDeny, type PolicyType, type ResourcePolicy } from './resource-policy';
import type { Principal, RefusedCaller } from '../plan/principal';

/** Determines who calls a method, or refuses the request. */
export type Authorization = (request: Routed) => Principal | Promise<Principal | RefusedCaller>;

/** Parts of a stage that the authorization of its methods depends on. */
export interface AuthorizationContext {
  readonly stage: ServedStage;
  readonly resourcePolicy: ResourcePolicy | undefined;
  readonly authorizers: ReadonlyMap<string, Authorizer>;
  readonly checkSignature: (request: Pick<Routed, 'received'>) => SignedCaller;
}

type AuthorizationType = AuthorizationSpec['type'];
type Compile<Spec> = (spec: Spec, context: AuthorizationContext) => Authorization | undefined;
type Of<Type extends AuthorizationType> = Extract<AuthorizationSpec, { readonly type: Type }>;

/** The kinds of authorization. @see https://docs.aws.amazon.com/apigateway/latest/developerguide/apigateway-authorization-flow.html */
const AUTHORIZATIONS: { readonly [Type in AuthorizationType]: Compile<Of<Type>> } = {
  NONE: (_, context) => anybody(context),
  AWS_IAM: (_, context) => (request) => signed(request, context),
  CUSTOM: ({ authorizer: name }, context) => byFunction(authorizerOf(name, context), context),
  COGNITO_USER_POOLS: ({ authorizer: name, scopes }, context) => byToken(authorizerOf(name, context), scopes, context),
  JWT: ({ authorizer: name, scopes }, context) => byToken(authorizerOf(name, context), scopes, context),
};

/** Compiles who may call a method; undefined if anybody may. */
export function compileAuthorization(spec: AuthorizationSpec, context: AuthorizationContext): Authorization | undefined {
  const compile = AUTHORIZATIONS[spec.type] as Compile<AuthorizationSpec>; // the entry of this very type
  return compile(spec, context);
}

/** No check but the resource policy, which must allow the call. */
function anybody({ resourcePolicy, stage }: AuthorizationContext): Authorization | undefined {
  if (resourcePolicy === undefined) return undefined;
  return (request) => {
    const access = policyRequest(request);
    requireAllow(resourcePolicy(access), { access, stage, policy: 'resource-based' });
    return { type: 'anonymous' };
  };
}

/** The function decides; the resource policy can only deny. */
function byFunction(authorizer: Authorizer, { resourcePolicy, stage }: AuthorizationContext): Authorization {
  return async (request) => {
    const access = policyRequest(request);
    if (resourcePolicy !== undefined) requireNoDeny(resourcePolicy(access), { access, stage, policy: 'resource-based' });
    return inPhase(request, { phase: 'authorizer' }, () => authorizer(request, { access, scopes: [] }));
  };
}

/** The token identifies the caller; a resource policy, if any, must allow the call as well. */
function byToken(authorizer: Authorizer, scopes: readonly string[], { resourcePolicy, stage }: AuthorizationContext): Authorization {
  return async (request) => {
    const access = policyRequest(request);
    const verdict = resourcePolicy?.(access) ?? 'allow';
    const subject = { access, stage, policy: 'resource-based' } as const;
    requireNoDeny(verdict, subject);
    const principal = await inPhase(request, { phase: 'authorizer' }, () => authorizer(request, { access, scopes }));
    requireAllow(verdict, subject);
    return principal;
  };
}

/** The caller's policy and the resource policy: within an account one must allow the call, across accounts both. A Deny of either wins. */
function signed(request: Routed, { resourcePolicy, stage, checkSignature }: AuthorizationContext): Principal {
  const { principal, caller, policy } = inPhase(request, { phase: 'authenticate' }, () => checkSignature(request));
  const access = policyRequest(request, caller);
  const isOneAccount = caller.accountId === stage.accountId;
  const decide = (about: typeof access) => together(policy(about), resourcePolicy?.(about) ?? 'none', isOneAccount);
  return inPhase(request, { phase: 'authorize' }, () => {
    const decision = decide(access);
    requireAllow(decision.verdict, { access, stage, policy: decision.policy });
    const mayInvalidate = request.plan.isCached && decide({ ...access, action: 'execute-api:InvalidateCache' }).verdict === 'allow';
    return mayInvalidate ? { ...principal, mayInvalidateCache: true } : principal;
  });
}

/** The verdict that decides: a Deny wins; within an account one Allow is enough, across accounts both must allow. */
function together(own: Verdict, resource: Verdict, isOneAccount: boolean): { readonly verdict: Verdict; readonly policy: PolicyType } {
  if (own === 'deny') return { verdict: 'deny', policy: 'identity-based' };
  if (resource === 'deny') return { verdict: 'deny', policy: 'resource-based' };
  if (isOneAccount) return { verdict: own === 'allow' ? own : resource, policy: 'identity-based' };
  return own === 'allow' ? { verdict: resource, policy: 'resource-based' } : { verdict: 'none', policy: 'identity-based' };
}

/** A method without its authorizer refuses every request; the rules of the spec do not allow one. */
function authorizerOf(name: string, { authorizers }: AuthorizationContext): Authorizer {
  const refuse: Authorizer = () => Promise.reject(new GatewayError('AUTHORIZER_CALL_FAILED', { authorizer: name, reason: 'there is none of this name' }));
  return authorizers.get(name) ?? refuse;
}
