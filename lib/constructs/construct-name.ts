import type { IConstruct } from 'constructs';
import { stableId } from '../spec';

/** The symbol that CDK sets on stages and apps. */
const CDK_STAGE = Symbol.for('@aws-cdk/core.Stage');

const LONGEST_NAME = 140;

/**
 * The name of a construct in a spec: the ids from the app or CDK stage down, joined by `-`, without `Resource` and
 * `Default`. Ids with characters other than `A-Z a-z 0-9 _ -` get a suffix, so that names stay unique.
 * @example `Shop/Pets/Handler` becomes `Shop-Pets-Handler`
 */
export function nameOf(construct: IConstruct): string {
  const ids = scopesBelowRoot(construct).map((scope) => scope.node.id);
  const significant = ids.filter((id) => id !== 'Resource' && id !== 'Default');
  const name = (significant.length > 0 ? significant : ids).join('-');
  const plain = name.replace(/[^A-Za-z0-9_-]/g, '_');
  if (plain === name && name.length <= LONGEST_NAME) return name;
  const suffix = stableId(construct.node.path);
  return `${plain.slice(0, LONGEST_NAME - suffix.length - 1)}-${suffix}`;
}

/** The same for a model, whose name has letters and digits only. */
export function modelNameOf(construct: IConstruct): string {
  return nameOf(construct).replace(/[^A-Za-z0-9]/g, '');
}

function scopesBelowRoot(construct: IConstruct): IConstruct[] {
  const scopes: IConstruct[] = [];
  for (let scope: IConstruct | undefined = construct; scope !== undefined; scope = scope.node.scope) {
    if (scope !== construct && (scope.node.scope === undefined || CDK_STAGE in scope)) break;
    scopes.unshift(scope);
  }
  return scopes;
}

/** The wanted id if it is free in the scope, otherwise the next free one: `pets`, `pets#2`, `pets#3`. */
export function freeId(scope: IConstruct, wanted: string): string {
  const first = wanted === '' ? '(empty)' : wanted;
  let id = first;
  for (let count = 2; scope.node.tryFindChild(id) !== undefined; count++) id = `${first}#${count}`;
  return id;
}
