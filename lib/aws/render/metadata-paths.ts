import type { IConstruct } from 'constructs';
import { awsCdk } from '../aws-cdk';

const PATH = 'aws:cdk:path';

/**
 * Resources below a function say in the template's metadata that they are where NodejsFunction has them: without `Default`, the construct
 * of Lambda's function. Else `cdk diff` would list each of them.
 */
export function keepPaths(fn: IConstruct): void {
  awsCdk().Aspects.of(fn).add({ visit: keepPath });
}

/** The same for one resource. */
export function keepPath(node: IConstruct): void {
  const { CfnResource } = awsCdk();
  if (!CfnResource.isCfnResource(node) || node.getMetadata(PATH) === undefined) return;
  const ids = node.node.scopes.map((scope) => scope.node.id);
  node.addMetadata(PATH, ids.filter((id) => id !== '' && id !== 'Default').join('/'));
}
