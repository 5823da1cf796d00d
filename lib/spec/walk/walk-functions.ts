import { describeAuthorizer } from '../authorizers';
import type { GatewaySpec } from '../gateway';
import { describeIntegration } from '../integrations';
import { methodsOf } from './walk-methods';

/** Every reference to a function by a method or an authorizer, each once, sorted: names, or texts with stage variables. */
export function functionReferences(spec: GatewaySpec): readonly string[] {
  const ofMethods = methodsOf(spec).flatMap(({ method }) => describeIntegration(method.integration).functions);
  const ofAuthorizers = Object.values(spec.authorizers).flatMap((authorizer) => describeAuthorizer(authorizer).functions);
  return [...new Set([...ofMethods, ...ofAuthorizers])].sort();
}
