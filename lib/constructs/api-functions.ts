import type { IConstruct } from 'constructs';
import { issue, type Issue } from '../errors';
import { authorizersOf } from './api-authorizers';
import type { IResource } from './api-interface';
import type { DeclaredApi } from './declared-api';
import { isLambdaFunction, specNameOf, type IFunctionTarget } from './function-target';
import { ProxyFunction } from './proxy-function';

/**
 * The functions of an API: those bound to methods and authorizers, those they refer to by name (possibly through stage variables,
 * which are looked up in the whole construct tree), and the on-failure destinations of all of these.
 */
export function functionsOf(api: DeclaredApi): ProxyFunction[] {
  const targets = targetsOf(api);
  const bound = targets.flatMap((target) => (isLambdaFunction(target) ? api._registry.standInFor?.(target) ?? [] : [target]))
    .filter(ProxyFunction.isProxyFunction);
  const foreign = targets.filter((target) => !ProxyFunction.isProxyFunction(target) && !isLambdaFunction(target));
  const names = new Set(foreign.flatMap((target) => namesOf(specNameOf(target), api)));
  const named = names.size === 0 ? [] : functionsIn(api.node.root).filter((fn) => names.has(fn._specName));
  return withDestinations([...bound, ...named]);
}

/** Lambda functions that an API calls which is in no CDK stack. */
export function uncallableIn(api: DeclaredApi): Issue[] {
  if (api._registry.standInFor !== undefined) return [];
  const expected = 'a ProxyFunction; an API of synthgate/aws takes functions of aws-cdk-lib as well';
  const lambdas = new Set(targetsOf(api).filter(isLambdaFunction));
  return [...lambdas].map(({ node }) => issue('PROPERTY_TYPE_INVALID', node.path, { property: 'handler', given: 'a function of aws-cdk-lib', expected }));
}

function targetsOf(api: DeclaredApi): IFunctionTarget[] {
  const deciders = authorizersOf(api).flatMap((authorizer) => authorizer._function ?? []);
  return [...api._integrationTargets(), ...deciders];
}

/** The functions and their on-failure destinations, each once. */
function withDestinations(functions: readonly ProxyFunction[]): ProxyFunction[] {
  const all = new Set(functions);
  // iterating over a Set also visits members added during the iteration
  for (const { _onFailure } of all) {
    if (_onFailure?._function !== undefined) all.add(_onFailure._function);
  }
  return [...all];
}

/** All functions below a construct. */
function functionsIn(scope: IConstruct): ProxyFunction[] {
  return scope.node.findAll().filter(ProxyFunction.isProxyFunction);
}

/** The functions that the methods of a resource and of those below it call. */
export function targetsBelow(resource: IResource): IFunctionTarget[] {
  const own = resource._methods.flatMap((method) => method._integration?._function ?? []);
  return [...own, ...resource._children.flatMap(targetsBelow)];
}

/** Returns the names that a name with stage variables resolves to, one for each stage. */
function namesOf(template: string, api: DeclaredApi): string[] {
  if (!template.includes('${')) return [template];
  return api._registry.stages.filter((stage) => stage._isValid).map((stage) => {
    const variables = stage._toSpec().variables ?? {};
    return template.replace(/\$\{stageVariables\.(\w+)\}/g, (_, key: string) => variables[key] ?? '');
  });
}
