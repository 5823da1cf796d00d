import { issue, type Issue } from '../../../errors';
import type { DeclaredRouteAuthorizer } from '../../routes/bound-authorizer';
import { DEFAULT_IDENTITY_SOURCE } from './identity-source';

/** The settings of an authorizer for JSON Web Tokens. */
interface JwtSettings {
  readonly id: string;
  readonly issuer: string;
  readonly audience: string[];
  readonly authorizerName?: string;
  readonly identitySource?: readonly string[];
  readonly problems: readonly Issue[];
}

/** An authorizer for JSON Web Tokens, before it belongs to an API. */
export function jwtDeclaration(settings: JwtSettings): DeclaredRouteAuthorizer {
  const { id, issuer, audience, authorizerName = id, identitySource = [], problems } = settings;
  const [source = DEFAULT_IDENTITY_SOURCE, ...more] = identitySource;
  return {
    id, name: authorizerName,
    input: { type: 'jwt', issuer, audience, identitySource: source },
    problems: [...problems, ...severalSources(more.length)],
  };
}

function severalSources(more: number): Issue[] {
  const details = { setting: 'identitySource', given: `${more + 1} sources`, allowed: 'one: a token is in one place' };
  return more === 0 ? [] : [issue('AUTHORIZER_SETTING_INVALID', '', details)];
}
