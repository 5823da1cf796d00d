import type { Construct } from 'constructs';
import { acceptProps, checkProps, type StructName } from '../../props';
import { AuthorizationType } from '../authorization';
import { calledFunction, specNameOf, type IFunctionTarget } from '../function-target';
import type { AuthorizerInput } from '../spec-input';
import { Authorizer } from './authorizer';
import type { FunctionAuthorizerProps } from './function-authorizer';

/** Settings of a Lambda request authorizer. */
export interface RequestAuthorizerProps extends FunctionAuthorizerProps {
  /**
   * The parts of the caller's identity; see `IdentitySource`. Together they are the cache key of
   * results; a request without one of them gets 401. May be empty if results are not cached.
   */
  readonly identitySources: string[];
}

/**
 * A Lambda authorizer that receives headers, query, path, stage variables and context of the request: everything but the body.
 * @example
 * const identitySources = [IdentitySource.header('X-Tenant'), IdentitySource.queryString('user')];
 * new RequestAuthorizer(api, 'Auth', { handler: decide, identitySources });
 */
export class RequestAuthorizer extends Authorizer {
  /** @internal */
  public static readonly _props: StructName = 'RequestAuthorizerProps';

  public readonly authorizationType = AuthorizationType.CUSTOM;

  /** @internal */
  public override readonly _function: IFunctionTarget;

  /** @internal */
  protected readonly _input: AuthorizerInput;

  /** Declares an authorizer. */
  public constructor(scope: Construct, id: string, props: RequestAuthorizerProps) {
    const checked = checkProps(new.target, props);
    super(scope, id, checked.value.authorizerName);
    props = acceptProps(this, new.target, checked);
    this._function = calledFunction(props.handler, this.node.path);
    this._input = {
      type: 'request',
      function: specNameOf(this._function),
      identitySources: [...props.identitySources],
      resultsCacheTtlSeconds: this._ttlSeconds(props.resultsCacheTtl),
    };
  }
}
