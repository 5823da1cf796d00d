import { issue, type Issue } from '../../../errors';
import { checkArgument, checkStruct, locatedIssues, throwProblems } from '../../../props';
import type { DeclaredRouteAuthorizer } from '../../routes/bound-authorizer';
import type { AuthorizationInput } from '../../spec-input';
import { DEFAULT_IDENTITY_SOURCE } from './identity-source';
import type { IHttpRouteAuthorizer } from './route-authorizer';

/** Settings of an authorizer for JSON Web Tokens. */
export interface HttpJwtAuthorizerProps {
  /**
   * Name of the authorizer: letters, digits, `_` and `-`.
   * @default - the id
   */
  readonly authorizerName?: string;

  /**
   * Where requests carry the token: one source.
   * @default ['$request.header.Authorization']
   */
  readonly identitySource?: string[];

  /** The accepted audiences: one of them must be in `aud`, or be the `client_id` of a token without `aud`. */
  readonly jwtAudience: string[];
}

/**
 * Accepts JSON Web Tokens of an OpenID Connect issuer, such as a Cognito user pool.
 * @example new HttpJwtAuthorizer('Login', 'https://issuer.example.com', { jwtAudience: ['shop'] })
 */
export class HttpJwtAuthorizer implements IHttpRouteAuthorizer {
  public readonly authorizationType: string = 'JWT';
  public readonly isHttpRouteAuthorizer: boolean = true;

  /** @internal */
  public readonly _declared: DeclaredRouteAuthorizer;

  /**
   * Declares an authorizer.
   * @param id - of its construct in the API
   * @param jwtIssuer - exactly as in `iss`: https, or http on this machine
   */
  public constructor(id: string, jwtIssuer: string, props: HttpJwtAuthorizerProps) {
    throwProblems('the authorizer', [...checkArgument('string', 'id', id), ...checkArgument('string', 'jwtIssuer', jwtIssuer)]);
    const { value, problems } = checkStruct('HttpJwtAuthorizerProps', props);
    const { jwtAudience, authorizerName = id, identitySource: [identitySource = DEFAULT_IDENTITY_SOURCE, ...more] = [] } = value;
    this._declared = {
      id, name: authorizerName,
      input: { type: 'jwt', issuer: jwtIssuer, audience: [...jwtAudience], identitySource },
      problems: [...locatedIssues(problems), ...severalSources(more.length)],
    };
  }

  /** @internal */
  public _authorization(authorizer: string, scopes: string[]): AuthorizationInput {
    return { type: 'JWT', authorizer, scopes };
  }
}

function severalSources(more: number): Issue[] {
  const details = { setting: 'identitySource', given: `${more + 1} sources`, allowed: 'one: a token is in one place' };
  return more === 0 ? [] : [issue('AUTHORIZER_SETTING_INVALID', '', details)];
}
