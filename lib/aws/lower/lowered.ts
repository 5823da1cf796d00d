import type { Issue } from '../../errors';
import type { FunctionSpec, GatewaySpec } from '../../spec';

/** A spec in API Gateway's own terms, and what they cannot say. */
export interface Lowered {
  readonly spec: GatewaySpec;
  readonly losses: readonly Issue[];
  /** Functions that nobody declared, which do there what the gateway does here. */
  readonly shipped?: readonly ShippedFunction[];
}

/** A function of this library's own: the program that takes JSON Web Tokens. */
export interface ShippedFunction {
  /** In the lowered spec. */
  readonly name: string;
  /** The authorizer that it stands for. */
  readonly authorizer: string;
  readonly spec: FunctionSpec;
  /** Scopes one of which a method wants, by `<method> <path>`: the program's `methods.json`. */
  readonly methods: Readonly<Record<string, readonly string[]>>;
}
