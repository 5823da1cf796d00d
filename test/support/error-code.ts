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

/** The code of what a promise rejects with, `passed` when it resolves. */
export async function codeOfPromise(promise: Promise<unknown>): Promise<string> {
  try {
    await promise;
  } catch (error) {
    return codeOf(() => { throw error; });
  }
  return 'passed';
}
