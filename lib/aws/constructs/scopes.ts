import { Construct, type IConstruct } from 'constructs';
import { Method, type Api } from '../../constructs';
import { parentPath, pathParts } from '../../spec';
import { awsCdk } from '../aws-cdk';

/** Nodes that APIs in other stacks may share; they are rendered where they were declared. */
const SHARED = ['apiKeys', 'usagePlans'];

type ConstructAt = (path: readonly string[]) => IConstruct | undefined;

/**
 * The construct below which each node is rendered: the one that declared it, so that logical ids are those of CDK's RestApi.
 * What was declared in another stack, or only follows from the definition, is rendered below the API.
 */
export function scopesOf(api: Api, constructAt: ConstructAt): (path: readonly string[]) => Construct {
  const scopeOf = (path: readonly string[]): Construct => {
    const [kind = '', name = '', , method] = path;
    if (kind === 'deployment') return declaredHere(api, api.latestDeployment ?? api._registry.deployments[0]) ?? below(api, 'Deployment');
    const declared = constructAt(path);
    if (SHARED.includes(kind) && declared !== undefined) return asScope(declared);
    const inline = kind === 'requestValidators' && Method.isMethod(declared?.node.scope) ? inlineValidator(api, declared) : undefined;
    if (inline !== undefined) return inline;
    if (kind === 'stages') return declaredHere(api, declared) ?? below(api, `stages.${name}`);
    if (kind !== 'resources') return unshared(api, declaredHere(api, declared)) ?? below(api, `${kind}.${name}`);
    const isOwn = !Method.isMethod(declared) || declared.resource.path === name; // not one that a proxy resource lends the root
    const here = isOwn ? declaredHere(api, declared) : undefined;
    return here ?? (method === undefined ? resourceScope(name, scopeOf, api) : below(scopeOf(path.slice(0, 2)), method));
  };
  return scopeOf;
}

function declaredHere(api: Construct, declared: IConstruct | undefined): Construct | undefined {
  return declared !== undefined && isInStackOf(api, declared) ? asScope(declared) : undefined;
}

function isInStackOf(api: Construct, declared: IConstruct): boolean {
  const { Stack } = awsCdk();
  return Stack.of(declared) === Stack.of(api);
}

/** An authorizer, model or validator that several APIs use is rendered once for each. */
function unshared(api: Api, declared: Construct | undefined): Construct | undefined {
  return declared?.node.tryFindChild('Resource') === undefined ? declared : below(declared, `For.${api.apiId}`);
}

/** The place of a validator that a method declares on the spot, as RestApi has it: on the API, one or, with the feature flag, many. */
function inlineValidator(api: Api, validator: IConstruct): Construct {
  const { FeatureFlags, Names } = awsCdk();
  const isUnique = FeatureFlags.of(api).isEnabled('@aws-cdk/aws-apigateway:requestValidatorUniqueId') === true;
  const isTaken = api.node.tryFindChild('validator') !== undefined;
  return below(api, isUnique || isTaken ? Names.uniqueResourceName(validator, {}) : 'validator');
}

function resourceScope(path: string, scopeOf: (path: readonly string[]) => Construct, api: Api): Construct {
  const parent = parentPath(path);
  return parent === undefined ? asScope(api.root) : below(scopeOf(['resources', parent]), pathParts(path).at(-1) ?? '');
}

function below(scope: IConstruct, id: string): Construct {
  const there = scope.node.tryFindChild(id);
  return there === undefined ? new Construct(asScope(scope), id) : asScope(there);
}

/** Everything that is declared is a Construct. */
function asScope(construct: IConstruct): Construct {
  return construct as Construct;
}
