import { Aspects, CfnResource, Lazy, Stack, type RemovalPolicy } from 'aws-cdk-lib';
import type { IConstruct } from 'constructs';
import * as own from '../constructs';

/** The id of the resource that a construct becomes when its API is rendered. */
const RESOURCE = 'Resource';

type Members = Readonly<Record<string, (this: IConstruct) => unknown>>;

/** What every construct of aws-cdk-lib that is a resource has. */
const OF_RESOURCES: Members = {
  stack() {
    return Stack.of(this);
  },
  env() {
    const { account, region } = Stack.of(this);
    return { account, region };
  },
  applyRemovalPolicy() {
    return (policy: RemovalPolicy) => applyRemovalPolicy(this, policy);
  },
};

/** References by which aws-cdk-lib accepts these constructs, by the class that has them. */
const REFERENCES = [
  [own.ResourceBase, 'resourceRef', ({ api, resourceId }: own.Resource) => ({ restApiId: restApiIdOf(api), resourceId })],
  [own.UsagePlan, 'usagePlanRef', (plan: own.UsagePlan) => ({ usagePlanId: referenceTo(plan) })],
  [own.ApiKey, 'apiKeyRef', (key: own.ApiKey) => ({ apiKeyId: referenceTo(key) })],
  [own.GatewayResponse, 'gatewayResponseRef', (response: own.GatewayResponse) => ({ gatewayResponseId: referenceTo(response) })],
  [own.RequestValidator, 'requestValidatorRef', (validator: own.RequestValidator) => ({
    restApiId: restApiIdOf(validator.node.scopes.find(own.Api.isApi)), requestValidatorId: referenceTo(validator),
  })],
] as const;

/** Gives constructs of an Api the members that its types promise because aws-cdk-lib's have them; jsii has no types for these. */
export function addCdkMembers(): void {
  for (const { prototype } of [
    own.ResourceBase, own.Method, own.Stage, own.Deployment, own.UsagePlan, own.ApiKey,
    own.Model, own.RequestValidator, own.GatewayResponse,
  ]) define(prototype, OF_RESOURCES);
  // JavaScript reads what the types of the CDK no longer have
  define(own.ResourceBase.prototype, { url() { return urlOf(this as own.Resource); } });
  for (const [{ prototype }, name, reference] of REFERENCES) {
    define(prototype, { [name]() { return reference(this as never); } }); // of this class
  }
}

function define(prototype: object, members: Members): void {
  for (const [name, get] of Object.entries(members)) Object.defineProperty(prototype, name, { configurable: true, get });
}

function urlOf({ api, path }: own.Resource): string | undefined {
  return own.Api.isApi(api) ? api.urlForPath(path) : undefined;
}

function restApiIdOf(api: unknown): string {
  const { restApiId } = api as { readonly restApiId: string }; // an Api in a stack
  return restApiId;
}

function referenceTo({ node }: IConstruct): string {
  return Lazy.string({ produce: () => (node.findChild(RESOURCE) as CfnResource).ref }); // rendered resources are
}

/** Of the resource as soon as there is one. */
function applyRemovalPolicy(construct: IConstruct, policy: RemovalPolicy): void {
  Aspects.of(construct).add({
    visit: (node) => {
      if (node.node.scope === construct && node.node.id === RESOURCE && CfnResource.isCfnResource(node)) node.applyRemovalPolicy(policy);
    },
  });
}
