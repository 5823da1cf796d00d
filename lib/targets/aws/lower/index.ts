import type { Issue } from '../../../errors';
import type { GatewaySpec } from '../../../spec';
import { lowerCors } from './cors';
import { lowerJsonBodies } from './json-bodies';
import type { Lowered } from './lowered';

/**
 * The same API in what API Gateway has: CORS as OPTIONS methods and mapped headers, the check of JSON bodies as a model
 * and a validator. The result is a spec again, so the bundled runtime can show that it answers like the first; what it
 * cannot say is reported.
 */
export function lowerForApiGateway(spec: GatewaySpec): Lowered {
  return [lowerCors, lowerJsonBodies].reduce<Lowered>((before, lower) => {
    const { spec: lowered, losses } = lower(before.spec);
    return { spec: lowered, losses: [...before.losses, ...losses] };
  }, { spec, losses: [] as readonly Issue[] });
}

export type { Lowered } from './lowered';
