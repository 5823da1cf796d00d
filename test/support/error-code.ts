import { GatewayError } from '../../lib/errors';

/** The code of the error that an action throws, `passed` where it throws none. */
export function codeOf(action: () => unknown): string {
  try {
    action();
  } catch (error) {
    if (GatewayError.isGatewayError(error)) return error.code;
    throw error;
  }
  return 'passed';
}
