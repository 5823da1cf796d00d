import { Aspects, type CfnResource, type Stack } from 'aws-cdk-lib';
import * as theirs from 'aws-cdk-lib/aws-apigateway';
import { Vpc } from 'aws-cdk-lib/aws-ec2';
import { NetworkLoadBalancer } from 'aws-cdk-lib/aws-elasticloadbalancingv2';
import { Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { CfnOutput } from 'aws-cdk-lib';
import { HttpProxyIntegration, TokenAuthorizer } from '../../../lib';
import type { Api } from '../../../lib/aws';
import { newFunction } from '../../support/aws-stack';
import { lambdaIntegration, lambdaFunction, petsApi, petsRestApi, type Definition } from './definition';

const role = (stack: Stack) => new Role(stack, 'Caller', { assumedBy: new ServicePrincipal('apigateway.amazonaws.com') });

/** Changes every rendered resource of a kind, as one does in CDK with what no prop says. */
function change<Resource extends CfnResource>(
  api: Api,
  isKind: (node: unknown) => node is Resource,
  edit: (resource: Resource) => void,
): void {
  Aspects.of(api).add({
    visit: (node) => {
      if (isKind(node)) edit(node);
    },
  });
}
const isMethod = (node: unknown): node is theirs.CfnMethod => node instanceof theirs.CfnMethod;

/** Properties that only AWS has, and no prop of this library sets: they are set on the L1 construct. */
export const UNDERNEATH: readonly Definition[] = [
  {
    name: 'a clone, warnings that fail, parameters of an import, both address families, an exported address',
    ours: (stack) => {
      const api = petsApi(stack, { defaultIntegration: newFunction(stack) });
      const { cfnRestApi } = api.aws;
      cfnRestApi?.addPropertyOverride('CloneFrom', 'abc');
      cfnRestApi?.addPropertyOverride('FailOnWarnings', true);
      cfnRestApi?.addPropertyOverride('Parameters', { basepath: 'prepend' });
      cfnRestApi?.addPropertyOverride('EndpointConfiguration', { Types: ['REGIONAL'], IpAddressType: 'dualstack' });
      (api.node.findChild('Endpoint') as CfnOutput).exportName = 'pets'; // the output that every API makes
      api.root.addMethod('GET');
    },
    theirs: (stack) => {
      const api = petsRestApi(stack, {
        cloneFrom: theirs.RestApi.fromRestApiId(stack, 'Other', 'abc'),
        failOnWarnings: true,
        parameters: { basepath: 'prepend' },
        endpointExportName: 'pets',
        endpointConfiguration: { types: [theirs.EndpointType.REGIONAL], ipAddressType: theirs.IpAddressType.DUAL_STACK },
        defaultIntegration: lambdaIntegration(stack),
      });
      api.root.addMethod('GET');
    },
  },
  {
    name: 'a certificate for backends and a version of the documentation',
    ours: (stack) => {
      petsApi(stack, { deployOptions: { clientCertificateId: 'cert', documentationVersion: '1' } }).root.addMethod('GET', newFunction(stack));
    },
    theirs: (stack) => {
      petsRestApi(stack, { deployOptions: { clientCertificateId: 'cert', documentationVersion: '1' } }).root.addMethod(
        'GET',
        lambdaIntegration(stack),
      );
    },
  },
  {
    name: 'a role by which the function is called',
    ours: (stack) => {
      const api = petsApi(stack);
      const { roleArn } = role(stack);
      api.root.addMethod('GET', newFunction(stack));
      change(api, isMethod, (method) => method.addPropertyOverride('Integration.Credentials', roleArn));
    },
    theirs: (stack) => {
      petsRestApi(stack).root.addMethod('GET', lambdaIntegration(stack, { credentialsRole: role(stack) }));
    },
  },
  {
    name: "the caller's own rights behind a method",
    ours: (stack) => {
      const api = petsApi(stack);
      api.root.addMethod('GET', newFunction(stack));
      change(api, isMethod, (method) => method.addPropertyOverride('Integration.Credentials', `arn:${stack.partition}:iam::*:user/*`));
    },
    theirs: (stack) => {
      petsRestApi(stack).root.addMethod('GET', lambdaIntegration(stack, { credentialsPassthrough: true }));
    },
  },
  {
    name: 'a backend inside a network',
    ours: (stack) => {
      const api = petsApi(stack);
      const backend = new HttpProxyIntegration('https://backend.internal', { httpMethod: 'GET', vpcLink: vpcLink(stack) });
      api.root.addMethod('GET', backend);
    },
    theirs: (stack) => {
      petsRestApi(stack).root.addMethod(
        'GET',
        new theirs.HttpIntegration('https://backend.internal', {
          options: { connectionType: theirs.ConnectionType.VPC_LINK, vpcLink: vpcLink(stack) },
        }),
      );
    },
  },
  {
    name: 'a role by which the authorizer is called',
    ours: (stack) => {
      const api = petsApi(stack);
      const { roleArn } = role(stack);
      const authorizer = new TokenAuthorizer(stack, 'Auth', { handler: newFunction(stack, 'Check'), authorizerName: 'auth' });
      api.root.addMethod('GET', newFunction(stack), { authorizer });
      Aspects.of(authorizer).add({
        visit: (node) => {
          if (node instanceof theirs.CfnAuthorizer) node.authorizerCredentials = roleArn;
        },
      });
    },
    theirs: (stack) => {
      const authorizer = new theirs.TokenAuthorizer(stack, 'Auth', {
        handler: lambdaFunction(stack, 'Check'),
        authorizerName: 'auth',
        assumeRole: role(stack),
      });
      petsRestApi(stack).root.addMethod('GET', lambdaIntegration(stack), { authorizer });
    },
  },
  {
    name: 'a key of a customer of the marketplace',
    ours: (stack) => {
      const api = petsApi(stack);
      api.root.addMethod('GET', newFunction(stack), { apiKeyRequired: true });
      const key = api.addApiKey('Key', { apiKeyName: 'friend' });
      Aspects.of(key).add({
        visit: (node) => {
          if (node instanceof theirs.CfnApiKey) Object.assign(node, { customerId: 'me', generateDistinctId: true });
        },
      });
    },
    theirs: (stack) => {
      const api = petsRestApi(stack);
      api.root.addMethod('GET', lambdaIntegration(stack), { apiKeyRequired: true });
      new theirs.ApiKey(api, 'Key', { apiKeyName: 'friend', resources: [api], customerId: 'me', generateDistinctId: true });
    },
  },
];

function vpcLink(stack: Stack): theirs.VpcLink {
  const vpc = Vpc.fromVpcAttributes(stack, 'Vpc', { vpcId: 'vpc-1', availabilityZones: ['a'], privateSubnetIds: ['subnet-1'] });
  const balancer = new NetworkLoadBalancer(stack, 'Balancer', { vpc });
  return new theirs.VpcLink(stack, 'Link', { targets: [balancer], vpcLinkName: 'backend', description: 'To the backend' });
}
