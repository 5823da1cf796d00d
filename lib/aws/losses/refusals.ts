import { issue, type Issue } from '../../errors';
import { ofKind } from '../../openapi';
import { describeIntegration, methodsOf, type AuthorizerKind, type AuthorizerOf, type GatewaySpec } from '../../spec';
import { namesReferred } from '../render/models';

/**
 * Returns the issues that prevent a deployment: despite them, AWS would admit callers that the local gateway refuses, or the
 * deployment would fail.
 */
export function refusalsOf(spec: GatewaySpec): Issue[] {
  return [...authorizerRefusals(spec), ...modelRefusals(spec), ...unavailableRefusals(spec)];
}

/** A method that was not carried over completely, its authorization perhaps, must not become callable. */
function unavailableRefusals(spec: GatewaySpec): Issue[] {
  return methodsOf(spec).flatMap(({ location, method }) => {
    const { unavailable: reason } = describeIntegration(method.integration);
    return reason === undefined ? [] : [issue('AWS_INTEGRATION_UNAVAILABLE', location, { reason })];
  });
}

function authorizerRefusals({ api, authorizers }: GatewaySpec): Issue[] {
  return Object.entries(authorizers).flatMap(([name, authorizer]) => {
    const location = `${api.name}/authorizer ${name}`;
    return ofKind(REFUSALS, authorizer, { name, location, hasPolicy: api.policy !== undefined });
  });
}

/** Why an authorizer cannot be deployed, by kind; a new kind does not compile without an entry. */
const REFUSALS: { readonly [Kind in AuthorizerKind]: (
  spec: AuthorizerOf<Kind>, of: { readonly name: string; readonly location: string; readonly hasPolicy: boolean },
) => Issue[] } = {
  'token': () => [],
  'request': () => [],
  // API Gateway accepts tokens only of pools that it knows by ARN
  'cognito-user-pools': ({ userPools }, { name, location }) =>
    userPools.flatMap(({ issuer }) => issuer ?? []).slice(0, 1).map((issuer) => issue('AWS_AUTHORIZER_UNSUPPORTED', location, { name, issuer })),
  'jwt': (_, { name, location, hasPolicy }) => (hasPolicy ? [issue('AWS_JWT_WITH_POLICY', location, { name })] : []),
};

/** CloudFormation creates models one at a time, each after the models it refers to. */
function modelRefusals({ api, models }: GatewaySpec): Issue[] {
  const isCircular = (name: string) => reachable(name, models).has(name) && !namesReferred(models[name]?.schema).includes(name);
  const circular = Object.keys(models).filter(isCircular);
  return circular.length === 0 ? [] : [issue('AWS_MODELS_CIRCULAR', api.name, { names: circular.join(', ') })];
}

/** The models that a model refers to, directly or indirectly. */
function reachable(name: string, models: GatewaySpec['models']): ReadonlySet<string> {
  const names = new Set<string>();
  const visit = (model: string): void => namesReferred(models[model]?.schema ?? {}).filter((next) => !names.has(next)).forEach((next) => {
    names.add(next);
    visit(next);
  });
  visit(name);
  return names;
}
