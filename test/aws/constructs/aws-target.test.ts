import { CfnOutput, type Stack } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import * as apigateway from 'aws-cdk-lib/aws-apigateway';
import { Certificate } from 'aws-cdk-lib/aws-certificatemanager';
import { InterfaceVpcEndpoint, type IVpcEndpoint } from 'aws-cdk-lib/aws-ec2';
import { AnyPrincipal, Effect, PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { EndpointType, MockIntegration, Stage } from '../../../lib';
import { Api, type ApiProps } from '../../../lib/aws';
import { newStack, resourcesOfType } from '../../support/aws-stack';

function petsApi(props: ApiProps = {}) {
  const stack = newStack();
  const api = new Api(stack, 'Pets', props);
  api.root.addMethod('GET', new MockIntegration());
  return { stack, api };
}

test('constructs of the CDK take the API, with its stage, as an IRestApi', () => {
  const { stack, api } = petsApi();
  const certificate = Certificate.fromCertificateArn(stack, 'Certificate', 'arn:aws:acm:us-east-1:123456789012:certificate/x');
  const domain = new apigateway.DomainName(stack, 'Domain', { domainName: 'pets.example.com', certificate, mapping: api.restApi });
  domain.addBasePathMapping(api.restApi, { basePath: 'open', attachToStage: false });
  const stages = resourcesOfType(stack, 'BasePathMapping').map(({ Properties }) => Properties.Stage);
  expect(stages).toEqual([{ Ref: expect.stringMatching(/^PetsDeploymentStageprod/) as string }, undefined]);
  expect(api.restApi).toBe(api.restApi);
});

test('stages and keys are taken as well, by references to what is rendered', () => {
  const { stack, api } = petsApi();
  const beta = new Stage(stack, 'Beta', { deployment: api.latestDeployment ?? fail(), stageName: 'beta' });
  const key = api.addApiKey('Key');
  const outputs = {
    Arn: api.aws.stage(beta).stageArn, Name: beta.stageName, Url: beta.urlForPath('/pets'), Key: api.aws.apiKey(key).keyId, Again: api.aws.apiKey(key).keyArn,
  };
  Object.entries(outputs).forEach(([name, value]) => new CfnOutput(stack, name, { value }));
  const template = Template.fromStack(stack).toJSON() as { Outputs: Record<string, { Value: unknown }> };
  const text = (name: string): string => JSON.stringify(template.Outputs[name]?.Value);
  expect(text('Name')).toMatch(/^\{"Ref":"Beta/);
  expect(text('Arn')).toMatch(/stages\/",\{"Ref":"Beta/);
  expect(text('Url')).toMatch(/https:\/\/.*\{"Ref":"Beta\w+"\},"\/pets"/);
  expect(text('Key')).toMatch(/^\{"Ref":"PetsKey/);
  expect(text('Again')).toMatch(/apikeys\/",\{"Ref":"PetsKey/);
  expect(JSON.parse(api.toJson())).toHaveProperty('stages.beta');
});

const everybody = { principals: [new AnyPrincipal()], actions: ['execute-api:Invoke'], resources: ['execute-api:/*'] };
const denied = { effect: Effect.DENY, conditions: { NotIpAddress: { 'aws:SourceIp': ['10.0.0.0/8'] } } };

interface WithPolicy {
  addToResourcePolicy(statement: PolicyStatement): { readonly statementAdded: boolean };
  grantInvokeFromVpcEndpointsOnly(endpoints: IVpcEndpoint[]): void;
}

test.each<[string, (api: WithPolicy, stack: Stack) => void]>([
  ['statements', (api) => {
    api.addToResourcePolicy(new PolicyStatement({ ...everybody, effect: Effect.ALLOW }));
    expect(api.addToResourcePolicy(new PolicyStatement({ ...everybody, ...denied })).statementAdded).toBe(true);
  }],
  ['calls through VPC endpoints only', (api, stack) => {
    api.grantInvokeFromVpcEndpointsOnly([endpoint(stack, 'vpce-1')]);
    api.grantInvokeFromVpcEndpointsOnly([endpoint(stack, 'vpce-2')]);
  }],
])('the resource policy is that of RestApi: %s', (_, declare) => {
  const { stack, api } = petsApi({ endpointType: EndpointType.PRIVATE });
  declare(api, stack);
  const secondStack = newStack();
  const rest = new apigateway.RestApi(secondStack, 'Pets', { endpointTypes: [apigateway.EndpointType.PRIVATE] });
  rest.root.addMethod('GET');
  declare(rest, secondStack);
  const [ours, theirs] = [stack, secondStack].map((one) => resourcesOfType(one, 'RestApi')[0]?.Properties.Policy);
  expect(ours).toEqual(theirs);
  expect(theirs).toHaveProperty('Statement');
});

function endpoint(stack: Stack, vpcEndpointId: string): IVpcEndpoint {
  return InterfaceVpcEndpoint.fromInterfaceVpcEndpointAttributes(stack, vpcEndpointId, { vpcEndpointId, port: 443 });
}

function fail(): never {
  throw new Error('it deploys');
}
