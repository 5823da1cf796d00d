import type { CfnResource } from 'aws-cdk-lib';
import type { Construct, IConstruct } from 'constructs';
import { awsCdk } from '../aws-cdk';

/** Id of what stands for a resource; names in the spec leave it out. */
const STAND_IN = 'Default';

const RESOURCES = new WeakMap<IConstruct, CfnResource>();

/** What represents in the definition a resource that aws-cdk-lib has made or refers to, one for each. */
export function standInFor<Made extends Construct>(given: Construct, make: (scope: Construct, id: string) => Made): Construct {
  const known = given.node.tryFindChild(STAND_IN);
  if (known !== undefined) return known as Construct; // made below
  const made = make(given, STAND_IN);
  if (awsCdk().CfnResource.isCfnResource(given)) RESOURCES.set(made, given);
  return made;
}

/** The resource that a construct stands for: it is in the template already. */
export function adoptedResource(construct: IConstruct | undefined): CfnResource | undefined {
  return construct && RESOURCES.get(construct);
}

/** Whether something in a definition stands for a resource. */
export function isAdopted(resource: CfnResource): boolean {
  return adoptedResource(resource.node.tryFindChild(STAND_IN)) !== undefined;
}
