import { GatewayError } from '../errors';

/** The error of an option of `serve` by the name that the command line has for it; other errors stay as they are. */
export async function namingFlag(error: unknown): Promise<unknown> {
  if (!GatewayError.isGatewayError(error) || error.code !== 'OPTION_INVALID') return error;
  const { flagName } = await import('./serve-flags');
  const option = flagName(String(error.details.option));
  return option === undefined ? error : new GatewayError('OPTION_INVALID', { ...error.details, option }, { location: error.location, cause: error });
}
