import { describeIntegrationInput, type GatewaySpecInput } from '../../../spec';
import { idOf } from '../physical-values';
import type { Resource } from '../stack';
import { nameOfToken } from './apis-elsewhere';

const VPC_LINK = /^AWS::ApiGateway(V2)?::VpcLink$/;

/** The spec with VPC links by their logical ids, where they are declared here, and else by their ids as written. */
export function withVpcLinkNames(spec: GatewaySpecInput, resources: readonly Resource[]): GatewaySpecInput {
  const links = resources.filter(({ type }) => VPC_LINK.test(type));
  const names = new Map(links.map(({ stack, logicalId }) => [idOf(stack.source.name, logicalId), logicalId]));
  const named = (id: string): string => names.get(id) ?? (id.includes('${token:') ? nameOfToken(id) : id);
  return {
    ...spec,
    resources: Object.fromEntries(Object.entries(spec.resources ?? {}).map(([path, resource]) => [path, {
      ...resource,
      methods: Object.fromEntries(Object.entries(resource.methods ?? {}).map(([name, method]) => [name, withName(method, named)])),
    }])),
  };
}

type Method = NonNullable<NonNullable<NonNullable<GatewaySpecInput['resources']>[string]['methods']>['GET']>;

function withName(method: Method, named: (id: string) => string): Method {
  const { integration } = method;
  const { vpcLink } = describeIntegrationInput(integration);
  return vpcLink === undefined ? method : { ...method, integration: Object.assign({ ...integration }, { vpcLink: named(vpcLink) }) };
}
