import type { Construct } from 'constructs';
import { acceptProps, checkProps, type StructName } from '../../props';
import { AuthorizationType } from '../authorization';
import { calledFunction, specNameOf, type IFunctionTarget } from '../function-target';
import type { AuthorizerInput } from '../spec-input';
import { Authorizer } from './authorizer';
import type { FunctionAuthorizerProps } from './function-authorizer';

/** Settings of a Lambda token authorizer. */
export interface TokenAuthorizerProps extends FunctionAuthorizerProps {
  /**
   * The header that carries the token; see `IdentitySource.header`.
   * @default IdentitySource.header('Authorization')
   */
  readonly identitySource?: string;

  /**
   * A regular expression that the whole token must match; other tokens get 401 and the function is not
   * called.
   * @default - the function receives every token
   */
  readonly validationRegex?: string;
}

/**
 * A Lambda authorizer that receives a token from a header.
 * @example
 * const auth = new TokenAuthorizer(api, 'Auth', { handler: decide, validationRegex: 'Bearer [\\w.-]+' });
 * api.root.addMethod('GET', pets, { authorizer: auth });
 */
export class TokenAuthorizer extends Authorizer {
  /** @internal */
  public static readonly _props: StructName = 'TokenAuthorizerProps';

  public readonly authorizationType = AuthorizationType.CUSTOM;

  /** @internal */
  public override readonly _function: IFunctionTarget;

  /** @internal */
  protected readonly _input: AuthorizerInput;

  /** Declares an authorizer. */
  public constructor(scope: Construct, id: string, props: TokenAuthorizerProps) {
    const checked = checkProps(new.target, props);
    super(scope, id, checked.value.authorizerName);
    props = acceptProps(this, new.target, checked);
    this._function = calledFunction(props.handler, this.node.path);
    this._input = {
      type: 'token',
      function: specNameOf(this._function),
      identitySource: props.identitySource,
      identityValidationExpression: props.validationRegex,
      resultsCacheTtlSeconds: this._ttlSeconds(props.resultsCacheTtl),
    };
  }
}
