import { issue, type Issue } from '../../errors';
import type { AuthorizerSpec, GatewaySpec } from '../../spec';
import { namesReferred } from '../render/models';

/** What cannot be deployed at all: leaving it out would let in callers who are refused here, or fail half-way. */
export function refusalsOf(spec: GatewaySpec): Issue[] {
  return [...authorizerRefusals(spec), ...modelRefusals(spec)];
}

function authorizerRefusals({ api, authorizers }: GatewaySpec): Issue[] {
  return Object.entries(authorizers).flatMap(([name, authorizer]) => {
    const place = `${api.name}/authorizer ${name}`;
    if (authorizer.type === 'jwt') return api.policy === undefined ? [] : [issue('AWS_JWT_WITH_POLICY', place, { name })];
    const [issuer] = foreignIssuers(authorizer);
    return issuer === undefined ? [] : [issue('AWS_AUTHORIZER_UNSUPPORTED', place, { name, issuer })];
  });
}

/** Who issues tokens that no authorizer of API Gateway takes. */
function foreignIssuers(authorizer: AuthorizerSpec): string[] {
  return 'userPools' in authorizer ? authorizer.userPools.flatMap(({ issuer }) => issuer ?? []) : [];
}

/** CloudFormation makes models one by one, each after those that it refers to. */
function modelRefusals({ api, models }: GatewaySpec): Issue[] {
  const isCircular = (name: string) => reachable(name, models).has(name) && !namesReferred(models[name]?.schema).includes(name);
  const circular = Object.keys(models).filter(isCircular);
  return circular.length === 0 ? [] : [issue('AWS_MODELS_CIRCULAR', api.name, { names: circular.join(', ') })];
}

/** The models that a model needs, directly or not. */
function reachable(name: string, models: GatewaySpec['models']): ReadonlySet<string> {
  const found = new Set<string>();
  const visit = (one: string): void => namesReferred(models[one]?.schema ?? {}).filter((other) => !found.has(other)).forEach((other) => {
    found.add(other);
    visit(other);
  });
  visit(name);
  return found;
}
