import * as z from 'zod';
import { GatewayError } from '../../errors';
import { replaceTokens, tokensIn, withReferences } from '../../spec';

/** The schema of a file of local token values. */
export const localValuesSchema = z.record(z.string(), z.string());

/** A text with its tokens replaced by local values. @throws TOKEN_VALUE_MISSING */
export function localText(text: string, values: Readonly<Record<string, string>>, location: string): string {
  return replaceTokens(withReferences(text), (token) => {
    const value = Object.hasOwn(values, token) ? values[token] : undefined;
    return value ?? requireValue(token, location);
  });
}

/** The names of what a text needs that has no local value. */
export function missingIn(text: string, values: Readonly<Record<string, string>>): string[] {
  return tokensIn(withReferences(text)).filter((token) => !Object.hasOwn(values, token));
}

/** Refuses what needs a token without a value. @throws TOKEN_VALUE_MISSING */
export function requireValue(missing: string, location: string): never;
export function requireValue(missing: string | undefined, location: string): void;
export function requireValue(missing: string | undefined, location: string): void {
  if (missing !== undefined) throw new GatewayError('TOKEN_VALUE_MISSING', { token: missing }, { location });
}
