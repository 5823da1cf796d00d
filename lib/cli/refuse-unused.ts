import { GatewayError } from '../errors';

/** Refuses options that would have no effect; those that are undefined or false were not given. @throws OPTION_INVALID */
export function refuseUnused(given: Readonly<Record<string, unknown>>, allowed: string): void {
  for (const [option, value] of Object.entries(given)) {
    if (value !== undefined && value !== false) throw new GatewayError('OPTION_INVALID', { option, given: String(value), allowed });
  }
}
