import { parentPath, pathParts, withParents } from '../../spec';
import { awsCdk } from '../aws-cdk';
import type { RenderContext } from './render-context';

/** The resources of an API, including those that paths only imply: path → resource id. */
export function renderResources({ spec, restApiId, rootResourceId, scopeOf }: RenderContext): ReadonlyMap<string, string> {
  const { CfnResource } = awsCdk().aws_apigateway;
  const ids = new Map([['/', rootResourceId]]);
  for (const path of [...withParents(Object.keys(spec.resources))].sort()) {
    const parentId = ids.get(parentPath(path) ?? '');
    const pathPart = pathParts(path).at(-1);
    if (parentId === undefined || pathPart === undefined) continue; // the root exists already
    ids.set(path, new CfnResource(scopeOf(['resources', path]), 'Resource', { restApiId, parentId, pathPart }).ref);
  }
  return ids;
}
