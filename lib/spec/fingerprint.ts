import { createHash } from 'node:crypto';
import { canonicalText } from './canonical';
import type { GatewaySpec } from './gateway';
import type { MethodSpec } from './method';

/** The part of a spec that belongs to a deployment: everything that determines a response, without stages, keys and plans. */
export type DeployedSpec = Omit<GatewaySpec, 'stages' | 'apiKeys' | 'usagePlans'>;

/** The deployed part of a spec. It excludes what lives outside deployments, so that a new node is included by default. */
export function deployedSpec({ stages: _stages, apiKeys: _apiKeys, usagePlans: _usagePlans, ...deployed }: GatewaySpec): DeployedSpec {
  return deployed;
}

/**
 * The identity of a deployment: the SHA-256 of the canonical spec, as 64 hexadecimal digits. The texts about the API, its
 * methods and its functions are excluded, and why a function cannot run here; code is not in the spec, so changing only code
 * does not change it.
 */
export function fingerprint(spec: DeployedSpec): string {
  const { description: _api, ...api } = spec.api;
  const functions = Object.fromEntries(
    Object.entries(spec.functions)
      .map(([name, { description: _function, unavailable: _here, logicalId: _template, constructPath: _app, ...rest }]) => [name, rest]),
  );
  const resources = Object.fromEntries(Object.entries(spec.resources).map(([path, { methods, ...rest }]) =>
    [path, { ...rest, methods: Object.fromEntries(Object.entries(methods).map(([name, method]) => [name, withoutTexts(method)])) }]));
  return createHash('sha256').update(canonicalText({ ...spec, api, functions, resources })).digest('hex');
}

function withoutTexts({ documentation: _texts, ...method }: MethodSpec): Omit<MethodSpec, 'documentation'> {
  const methodResponses = Object.fromEntries(Object.entries(method.methodResponses)
    .map(([status, { description: _text, ...response }]) => [status, response]));
  return { ...method, methodResponses };
}
