import type { Issue } from '../../errors';
import type { GatewaySpec } from '../gateway';

/** A check across nodes of a spec. It collects; it never throws. */
export type Rule = (spec: GatewaySpec) => readonly Issue[];
