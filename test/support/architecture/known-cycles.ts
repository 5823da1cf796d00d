// Files that import each other, directly or not, and should not. The list may only become shorter: a file that leaves its cycle
// must leave the list, and none joins it.

/**
 * Four types that name each other in the public API, as they do in CDK: `IApi.root` and `latestDeployment`, `IResource.addMethod`,
 * which returns a `Method`, and `Method.api`, `Resource.api`, `Deployment.api`. jsii has neither generics nor forward declarations, an
 * interface in place of the returned classes would refuse `const list: Method[] = [resource.addMethod('GET')]`, and together they
 * are longer than a file may be.
 */
export const KNOWN_CYCLES: readonly string[] = [
  'constructs/api-interface.ts',
  'constructs/deployment.ts',
  'constructs/method.ts',
  'constructs/resource.ts',
];
