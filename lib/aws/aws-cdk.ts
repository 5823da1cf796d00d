import type * as cdk from 'aws-cdk-lib';
import { GatewayError } from '../errors';

/**
 * The user's aws-cdk-lib, an optional peer dependency: loaded when something is rendered, never with this library.
 * @throws AWS_CDK_MISSING
 */
export function awsCdk(): typeof cdk {
  try {
    // eslint-disable-next-line @typescript-eslint/no-require-imports
    return loaded ??= require('aws-cdk-lib');
  } catch (cause) {
    throw new GatewayError('AWS_CDK_MISSING', {}, { cause });
  }
}

/** Node searches for a package whenever it is required, and each time that takes as long as rendering a permission. */
let loaded: typeof cdk | undefined;
