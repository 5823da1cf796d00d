import type { Construct } from 'constructs';
import { GatewayError } from '../../errors';
import { acceptProps, checkProps, collecting, type StructName } from '../../props';
import { AuthorizationType } from '../authorization';
import type { IDuration } from '../duration';
import type { AuthorizerInput } from '../spec-input';
import { Authorizer } from './authorizer';
import type { IUserPool } from './user-pool';

/** Settings of an authorizer for tokens of Cognito user pools. */
export interface CognitoUserPoolsAuthorizerProps {
  /**
   * Name of the authorizer in the spec: letters, digits, `_` and `-`.
   * @default - the construct path below the app, joined by `-`
   */
  readonly authorizerName?: string;

  /** The accepted user pools. */
  readonly cognitoUserPools: IUserPool[];

  /**
   * The header that carries the token; see `IdentitySource.header`.
   * @default IdentitySource.header('Authorization')
   */
  readonly identitySource?: string;

  /**
   * How long AWS caches a result, up to an hour. The local runtime verifies every token on every request.
   * @default Duration.minutes(5)
   */
  readonly resultsCacheTtl?: IDuration;
}

/**
 * Accepts tokens of Cognito user pools: ID tokens if the method names no scopes, access tokens if it does.
 * @example
 * const auth = new CognitoUserPoolsAuthorizer(api, 'Auth', { cognitoUserPools: [UserPool.fromIssuer('https://id.example.com')] });
 * api.root.addMethod('GET', pets, { authorizer: auth, authorizationScopes: ['pets/read'] });
 */
export class CognitoUserPoolsAuthorizer extends Authorizer {
  /** @internal */
  public static readonly _props: StructName = 'CognitoUserPoolsAuthorizerProps';

  public readonly authorizationType = AuthorizationType.COGNITO;

  /** @internal */
  protected readonly _input: AuthorizerInput;

  /** Declares an authorizer. */
  public constructor(scope: Construct, id: string, props: CognitoUserPoolsAuthorizerProps) {
    const checked = checkProps(new.target, props);
    super(scope, id, checked.value.authorizerName);
    props = acceptProps(this, new.target, checked);
    this._input = {
      type: 'cognito-user-pools',
      userPools: props.cognitoUserPools.flatMap((pool) => collecting(this, () => poolInput(pool, this.node.path)) ?? []),
      identitySource: props.identitySource,
      resultsCacheTtlSeconds: this._ttlSeconds(props.resultsCacheTtl),
    };
  }
}

function poolInput({ userPoolArn, issuer }: IUserPool, location: string): { arn: string } | { issuer: string } {
  if (issuer !== undefined) return { issuer };
  if (userPoolArn !== undefined) return { arn: userPoolArn };
  const details = { setting: 'cognitoUserPools', given: 'a pool without userPoolArn and issuer', allowed: 'pools with one of them' };
  throw new GatewayError('AUTHORIZER_SETTING_INVALID', details, { location });
}
