import type { GatewayError } from '../../errors';
import { describeIntegration, mapTexts, replaceTokens, withReferences, withoutCredentials, withUri, type IntegrationSpec } from '../../spec';
import type { CompiledIntegration } from '../plan/integration';
import { missingIn } from '../plan/resolve-tokens';

/** An integration with local values instead of tokens. */
export interface LocalIntegration {
  readonly spec: IntegrationSpec;
  /** A token without a value. */
  readonly missing: string | undefined;
}

/** Stands for a missing value, so that templates compile; no call is made with it. */
const PLACEHOLDER = 'token';
const PLACEHOLDER_URI = 'https://token.invalid';

/** Fills the tokens in an integration's texts. A role is not needed here, nor anything of an integration that cannot run here. */
export function localIntegration(declared: IntegrationSpec, values: Readonly<Record<string, string>>): LocalIntegration {
  let missing: string | undefined;
  const filled = (text: string): string => {
    missing ??= missingIn(text, values)[0];
    return replaceTokens(withReferences(text), (token) => (Object.hasOwn(values, token) ? values[token] ?? PLACEHOLDER : PLACEHOLDER));
  };
  const { vpcLink } = describeIntegration(declared);
  const addressed = withUri(declared, (uri) => {
    // behind a VPC link it is reached at a local address, whatever its own host is
    if (vpcLink !== undefined) return withReferences(uri).replace(/^\$\{token:[^}]*\}/, PLACEHOLDER_URI).replace(/\$\{token:[^}]*\}/g, PLACEHOLDER);
    const local = filled(uri);
    return missing === undefined ? local : PLACEHOLDER_URI;
  });
  const spec = Object.assign({ ...addressed }, mapTexts(withoutCredentials(addressed), filled));
  return { spec, missing: describeIntegration(declared).unavailable === undefined ? missing : undefined };
}

/** The integration, or one that refuses each call because a value is missing. @throws the reason, by each request */
export function withoutValue(compiled: CompiledIntegration, reason: GatewayError | undefined): CompiledIntegration {
  if (reason === undefined) return compiled;
  return {
    ...compiled,
    request: () => {
      compiled.checkReachable?.();
      throw reason;
    },
  };
}
