import type { GatewaySpec } from '../../spec';
import { withCorsMethods } from '../../openapi';
import { lowerJsonBodies } from './json-bodies';
import { lowerJwt } from './jwt';
import type { Lowered } from './lowered';

/**
 * Expresses an API in terms of what API Gateway has: CORS as OPTIONS methods and mapped headers, JSON Web Tokens as functions
 * that check them, the check of JSON bodies as a model and a validator. The result is a spec again, so the local gateway can
 * show that it behaves like the original; what it cannot express is reported.
 */
export function lowerForApiGateway(spec: GatewaySpec): Required<Lowered> {
  return [withCorsMethods, lowerJwt, lowerJsonBodies].reduce<Required<Lowered>>((before, lower: (input: GatewaySpec) => Lowered) => {
    const { spec: lowered, losses, shipped = [] } = lower(before.spec);
    return { spec: lowered, losses: [...before.losses, ...losses], shipped: [...before.shipped, ...shipped] };
  }, { spec, losses: [], shipped: [] });
}

export type { Lowered, ShippedFunction } from './lowered';
