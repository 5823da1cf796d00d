import type { CfnResource } from 'aws-cdk-lib';

/** Later versions of the CDK have a method of another name, and warn of the first. */
interface LaterResource {
  addResourceDependency(target: CfnResource): void;
}

/** Makes a resource wait for another. */
export function addDependency(resource: CfnResource & Partial<LaterResource>, target: CfnResource): void {
  if (resource.addResourceDependency !== undefined) resource.addResourceDependency(target);
  else resource.addDependency(target);
}
