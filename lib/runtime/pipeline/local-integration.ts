import { GatewayError } from '../../errors';
import { mapTexts, replaceTokens, tokensIn, withUri, type IntegrationSpec } from '../../spec';
import type { CompiledIntegration } from '../plan/integration';
import { localText } from '../plan/resolve-tokens';

/** An integration with local values instead of tokens. */
export interface LocalIntegration {
  readonly spec: IntegrationSpec;
  /** A token without a value, in another text than the address. */
  readonly missing: string | undefined;
}

/** Stands for a missing value, so that templates compile; no call is made with it. */
const PLACEHOLDER = 'token';

/**
 * Fills the tokens in an integration's texts. The role is not needed here, so its tokens need no values.
 * @throws TOKEN_VALUE_MISSING for the address of a backend
 */
export function localIntegration(declared: IntegrationSpec, values: Readonly<Record<string, string>>, location: string): LocalIntegration {
  const addressed = withUri(declared, (uri) => localText(uri, values, location));
  const { credentials, ...needed } = { credentials: undefined, ...addressed };
  let missing: string | undefined;
  const local = mapTexts(needed, (text) => (tokensIn(text).length === 0 ? text : replaceTokens(text, (token) => {
    const value = Object.hasOwn(values, token) ? values[token] : undefined;
    if (value === undefined) missing ??= token;
    return value ?? PLACEHOLDER;
  })));
  return { spec: Object.assign({ ...addressed }, local), missing };
}

/** The integration, or one that refuses each call because a value is missing. @throws INTEGRATION_TOKEN_MISSING, by each request */
export function withoutToken(compiled: CompiledIntegration, token: string | undefined): CompiledIntegration {
  if (token === undefined) return compiled;
  return {
    ...compiled,
    request: () => {
      compiled.checkReachable?.();
      throw new GatewayError('INTEGRATION_TOKEN_MISSING', { token });
    },
  };
}
