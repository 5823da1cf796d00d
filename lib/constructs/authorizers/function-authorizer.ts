import type { IDuration } from '../duration';
import type { IFunctionTarget } from '../function-target';

/** The common settings of Lambda authorizers. */
export interface FunctionAuthorizerProps {
  /**
   * Name of the authorizer in the spec: letters, digits, `_` and `-`.
   * @default - the construct path below the app, joined by `-`
   */
  readonly authorizerName?: string;

  /**
   * The authorizer function; in a CDK app with `synthgate/aws` also any Lambda function. It returns `principalId` and
   * `policyDocument`, or throws `Unauthorized`.
   */
  readonly handler: IFunctionTarget;

  /**
   * How long a result is cached for the same identity, up to an hour; zero disables the cache. A cached policy applies
   * to all methods of the stage.
   * @default Duration.minutes(5)
   */
  readonly resultsCacheTtl?: IDuration;
}
