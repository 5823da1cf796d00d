import { LIMITS } from '../limits';
import type { ProtocolDescription } from './description';
import { HTTP_API, httpDefaults } from './http';

/**
 * The URL of a function: an HTTP API with the `$default` route to it, which takes as long as the function may run.
 * @see https://docs.aws.amazon.com/lambda/latest/dg/urls-invocation.html
 */
export const FUNCTION_URL: ProtocolDescription = {
  ...HTTP_API,
  label: 'function URL',
  answersPreflightsFirst: true,
  isLast: true,
  signedService: 'lambda',
  integrationTimeoutMs: () => LIMITS.streamTimeoutMs,
  withDefaults: httpDefaults(LIMITS.streamTimeoutMs.max),
};
