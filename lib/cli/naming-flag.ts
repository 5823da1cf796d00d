import { GatewayError } from '../errors';

/** The error of an option of `serve` by the name that the command line has for it; other errors stay as they are. */
export async function namingFlag(error: unknown): Promise<unknown> {
  if (!GatewayError.isGatewayError(error) || error.code !== 'OPTION_INVALID') return error;
  const { flagName, withFlagNames } = await import('./serve-flags');
  const option = flagName(String(error.details.option));
  if (option === undefined) return error;
  const details = { ...error.details, option, allowed: withFlagNames(String(error.details.allowed)) };
  return new GatewayError('OPTION_INVALID', details, { location: error.location, cause: error });
}
