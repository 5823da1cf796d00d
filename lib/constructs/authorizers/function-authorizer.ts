import type { IDuration } from '../duration';
import type { IProxyFunction } from '../proxy-function';

/** What authorizers have in common that are functions. */
export interface FunctionAuthorizerProps {
  /**
   * Name of the authorizer in the spec: letters, digits, `_` and `-`.
   * @default - the construct path below the app, joined by `-`
   */
  readonly authorizerName?: string;

  /** The function that decides. It returns `principalId` and `policyDocument`, or fails with `Unauthorized`. */
  readonly handler: IProxyFunction;

  /**
   * How long a result is remembered for the same identity, up to an hour; zero: not at all. A remembered policy is used
   * for all methods of the stage.
   * @default Duration.minutes(5)
   */
  readonly resultsCacheTtl?: IDuration;
}
