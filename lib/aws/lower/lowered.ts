import type { Issue } from '../../errors';
import type { FunctionSpec, GatewaySpec } from '../../spec';

/** A spec reduced to what API Gateway has, and what that cannot express. */
export interface Lowered {
  readonly spec: GatewaySpec;
  readonly losses: readonly Issue[];
  /** Additional functions that do on AWS what the local gateway does itself. */
  readonly shipped?: readonly ShippedFunction[];
}

/** A function that this library ships: the program that checks JSON Web Tokens. */
export interface ShippedFunction {
  /** Name in the lowered spec. */
  readonly name: string;
  /** The authorizer that it replaces. */
  readonly authorizer: string;
  readonly spec: FunctionSpec;
  /** Scopes of which a method requires one, by `<method> <path>`: the program's `methods.json`. */
  readonly methods: Readonly<Record<string, readonly string[]>>;
}
