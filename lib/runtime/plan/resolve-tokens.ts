import * as z from 'zod';
import { GatewayError } from '../../errors';
import { replaceTokens } from '../../spec';

/** The schema of a file of local token values. */
export const localValuesSchema = z.record(z.string(), z.string());

/**
 * A text with its tokens replaced by local values.
 * @throws TOKEN_VALUE_MISSING
 */
export function localText(text: string, values: Readonly<Record<string, string>>, location: string): string {
  return replaceTokens(text, (token) => {
    const value = Object.hasOwn(values, token) ? values[token] : undefined;
    if (value === undefined) throw new GatewayError('TOKEN_VALUE_MISSING', { token }, { location });
    return value;
  });
}
