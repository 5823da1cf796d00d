import { Construct } from 'constructs';
import { reportIssue } from '../../../props';
import type { DeclaredAuthorizer } from '../../api-registry';
import { freeId } from '../../construct-name';
import type { IFunctionTarget } from '../../function-target';
import type { AuthorizerInput } from '../../spec-input';
import type { IHttpApi } from '../http-api-interface';
import type { DeclaredRouteAuthorizer, IHttpRouteAuthorizer } from './route-authorizer';

/** An authorizer in its API. */
class BoundAuthorizer extends Construct implements DeclaredAuthorizer {
  public readonly authorizerId: string;

  /** @internal */
  public readonly _function?: IFunctionTarget;

  private readonly input: AuthorizerInput;

  public constructor(api: IHttpApi, { id, name, input, target, problems }: DeclaredRouteAuthorizer) {
    super(scopeOf(api), freeId(api, id));
    this.authorizerId = name;
    this._function = target;
    this.input = input;
    for (const problem of problems) reportIssue(this, { ...problem, location: this.node.path });
    api._registry.authorizers.push(this);
  }

  /** @internal */
  public _toSpec(): AuthorizerInput {
    return this.input;
  }
}

/** Declares an authorizer in an API, unless another route has done so; none if there is nothing to declare. */
export function boundAuthorizer(authorizer: IHttpRouteAuthorizer, api: IHttpApi): DeclaredAuthorizer | undefined {
  if (authorizer._declared === undefined) return undefined;
  const bound = api._authorizers.get(authorizer) ?? new BoundAuthorizer(api, authorizer._declared);
  api._authorizers.set(authorizer, bound);
  return bound;
}

/** Every API is a construct. */
function scopeOf(api: IHttpApi): Construct {
  if (!Construct.isConstruct(api)) throw new TypeError('an API that is not a construct');
  return api;
}
