import type { Construct } from 'constructs';
import { acceptProps, checkProps, type StructName } from '../../props';
import { AuthorizationType } from '../authorization';
import type { AuthorizerInput } from '../spec-input';
import { Authorizer } from './authorizer';

/** Settings of an authorizer for JSON Web Tokens. */
export interface JwtAuthorizerProps {
  /**
   * Name of the authorizer in the spec: letters, digits, `_` and `-`.
   * @default - the construct path below the app, joined by `-`
   */
  readonly authorizerName?: string;

  /** The issuer of the tokens, exactly as in `iss`: https, or http on this machine. */
  readonly issuer: string;

  /** The accepted audiences: one of them must be in `aud`, or be the `client_id` of a token without `aud`. */
  readonly audience: string[];

  /**
   * Where the issuer's public keys are.
   * @default - the one that `<issuer>/.well-known/openid-configuration` names
   */
  readonly jwksUri?: string;

  /**
   * The header that carries the token; see `IdentitySource.header`.
   * @default IdentitySource.header('Authorization')
   */
  readonly identitySource?: string;
}

/**
 * Accepts JSON Web Tokens of an OpenID Connect issuer, signed with a private key.
 * @example
 * const jwt = api.addJwtAuthorizer('Jwt', { issuer: 'https://issuer.example.com/', audience: ['pets'] });
 * api.root.addMethod('GET', pets, { authorizer: jwt, authorizationScopes: ['pets/read'] });
 */
export class JwtAuthorizer extends Authorizer {
  /** @internal */
  public static readonly _props: StructName = 'JwtAuthorizerProps';

  public readonly authorizationType = AuthorizationType.COGNITO;

  /** @internal */
  protected readonly _input: AuthorizerInput;

  /** Declares an authorizer. */
  public constructor(scope: Construct, id: string, props: JwtAuthorizerProps) {
    const checked = checkProps(new.target, props);
    super(scope, id, checked.value.authorizerName);
    props = acceptProps(this, new.target, checked);
    const { issuer, audience, jwksUri, identitySource } = props;
    this._input = { type: 'jwt', issuer, audience: [...audience], jwksUri, identitySource };
  }
}
