import { checkArgument, checkStruct, locatedIssues, throwProblems } from '../../../props';
import type { DeclaredRouteAuthorizer } from '../../routes/bound-authorizer';
import type { AuthorizationInput } from '../../spec-input';
import { jwtDeclaration } from './jwt-declaration';
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
    const { jwtAudience, ...others } = value;
    this._declared = jwtDeclaration({ id, issuer: jwtIssuer, audience: [...jwtAudience], problems: locatedIssues(problems), ...others });
  }

  /** @internal */
  public _authorization(authorizer: string, scopes: string[]): AuthorizationInput {
    return { type: 'JWT', authorizer, scopes };
  }
}
