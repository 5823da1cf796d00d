import type { CfnResource } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import { propertiesText } from './properties-text';

/** Resources that somebody asked for before the API was rendered, and what they would be by the definition alone. */
const EARLY = new WeakMap<CfnResource, string>();

const ID = 'Resource';

/** Makes the resource of a construct when `node.defaultChild` is read, so that it can be overridden as that of aws-cdk-lib. */
export function offerResource(construct: Construct, make: (id: string) => CfnResource | undefined): void {
  const { node } = construct;
  const made = (): CfnResource | undefined => {
    const resource = make(ID);
    if (resource !== undefined) EARLY.set(resource, '');
    return resource;
  };
  Object.defineProperty(node, 'defaultChild', { configurable: true, get: () => node.tryFindChild(ID) ?? made() });
}

/** The resource below a scope: a new one, or the one that somebody asked for, which keeps what was set on it. */
export function renderResource<Made extends CfnResource, Props extends object>(
  scope: Construct, Class: new (scope: Construct, id: string, props: Props) => Made, props: Props,
): Made {
  const early = scope.node.tryFindChild(ID) as Made | undefined; // nothing else has that id
  if (early === undefined || !EARLY.has(early)) return new Class(scope, ID, props);
  const declared = new Class(scope, 'AsDeclared', props);
  EARLY.set(early, propertiesText(declared));
  scope.node.tryRemoveChild('AsDeclared');
  const missing = Object.entries(props).filter(([name]) => [undefined, ''].includes(early[name as keyof Made] as string | undefined)); // members have the names of properties
  return Object.assign(early, Object.fromEntries(missing));
}

/** What an early resource would be by the definition alone. */
export function declaredText(resource: CfnResource): string | undefined {
  return EARLY.get(resource);
}
