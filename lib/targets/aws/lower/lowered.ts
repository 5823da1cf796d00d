import type { Issue } from '../../../errors';
import type { GatewaySpec } from '../../../spec';

/** A spec in API Gateway's own terms, and what they cannot say. */
export interface Lowered {
  readonly spec: GatewaySpec;
  readonly losses: readonly Issue[];
}
