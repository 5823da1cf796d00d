import { Construct, type IConstruct } from 'constructs';
import type { Issue } from '../../errors';
import { reportIssue } from '../../props';
import type { ApiRegistry, DeclaredAuthorizer } from '../api-registry';
import { freeId } from '../construct-name';
import type { IFunctionTarget } from '../function-target';
import type { AuthorizerInput } from '../spec-input';

/** An authorizer before it belongs to an API. */
export interface DeclaredRouteAuthorizer {
  /** Id of its construct. */
  readonly id: string;
  readonly name: string;
  readonly input: AuthorizerInput;
  readonly target?: IFunctionTarget;
  /** The problems of its settings. */
  readonly problems: readonly Issue[];
}

/** An API with the authorizers that its routes name. */
interface ApiWithAuthorizers<Authorizer> extends IConstruct {
  readonly _registry: ApiRegistry;
  readonly _authorizers: Map<Authorizer, DeclaredAuthorizer>;
}

interface RouteAuthorizer {
  readonly _declared?: DeclaredRouteAuthorizer;
}

/** An authorizer in its API. */
class BoundAuthorizer extends Construct implements DeclaredAuthorizer {
  public readonly authorizerId: string;

  /** @internal */
  public readonly _function?: IFunctionTarget;

  private readonly input: AuthorizerInput;

  public constructor(scope: Construct, registry: ApiRegistry, { id, name, input, target, problems }: DeclaredRouteAuthorizer) {
    super(scope, freeId(scope, id));
    this.authorizerId = name;
    this._function = target;
    this.input = input;
    for (const problem of problems) reportIssue(this, { ...problem, location: this.node.path });
    registry.authorizers.push(this);
  }

  /** @internal */
  public _toSpec(): AuthorizerInput {
    return this.input;
  }
}

/** Declares an authorizer in an API, unless another route has done so; none if there is nothing to declare. */
export function boundAuthorizer<Authorizer extends RouteAuthorizer>(
  authorizer: Authorizer, api: ApiWithAuthorizers<Authorizer>,
): DeclaredAuthorizer | undefined {
  if (authorizer._declared === undefined) return undefined;
  const bound = api._authorizers.get(authorizer) ?? new BoundAuthorizer(scopeOf(api), api._registry, authorizer._declared);
  api._authorizers.set(authorizer, bound);
  return bound;
}

/** Every API is a construct. */
function scopeOf(api: IConstruct): Construct {
  if (!Construct.isConstruct(api)) throw new TypeError('an API that is not a construct');
  return api;
}
