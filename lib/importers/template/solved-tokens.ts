import type { DeployedResource, DeployedStack } from '../imported-source';
import { itemsOf, memberOf, membersOf, textOf } from '../value';
import { partitionOf } from './physical-values';

/*
 * The values of references in a stack that is deployed. Its APIs and functions are served here, so their ids, names and ARNs stay those
 * that they have here.
 */

/** Types that are served. */
const SERVED = /^AWS::(?:ApiGateway(?:V2)?|Lambda)::/;
/** The attribute with the name of a resource whose `Ref` is its ARN. */
const NAME_IN_ARN: Readonly<Record<string, string>> = { 'AWS::SNS::Topic': 'TopicName', 'AWS::StepFunctions::StateMachine': 'Name' };
/** Parameters with the location of code, in stacks of early versions of the CDK: the code here is another. */
const ASSET = /^AssetParameters[0-9a-f]/;

/** The values of `Ref` and `Fn::GetAtt` that a deployed stack gives: of its resources, and of outputs that are such a value. */
export function solvedTokens(deployed: DeployedStack, template: unknown): Readonly<Record<string, string>> {
  const resources = Object.entries(deployed.resources).filter(([, { type, physicalId }]) => !SERVED.test(type) && !physicalId.includes('|'));
  const values = resources.flatMap(([logicalId, resource]) => {
    const attributes = Object.entries(attributesOf(resource, deployed)).map(([name, value]) => [`${logicalId}.${name}`, value] as const);
    return [[logicalId, resource.physicalId] as const, ...attributes];
  });
  return Object.fromEntries([...values, ...valuesOfOutputs(deployed, template)]);
}

/** The values of the parameters with which a stack was deployed. */
export function deployedParameters(deployed: DeployedStack | undefined): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(deployed?.parameters ?? {}).filter(([name]) => !ASSET.test(name)));
}

/** Attributes of resources whose `Ref` is not the name that their ARN is made from. */
function attributesOf({ type, physicalId }: DeployedResource, { account, region }: DeployedStack): Readonly<Record<string, string>> {
  const partition = partitionOf(region);
  if (type === 'AWS::SQS::Queue') {
    const name = physicalId.split('/').at(-1) ?? '';
    return { QueueUrl: physicalId, QueueName: name, Arn: `arn:${partition}:sqs:${region}:${account}:${name}` };
  }
  if (type === 'AWS::Cognito::UserPool') {
    const provider = `cognito-idp.${region}.amazonaws.com/${physicalId}`;
    const arn = `arn:${partition}:cognito-idp:${region}:${account}:userpool/${physicalId}`;
    return { UserPoolId: physicalId, Arn: arn, ProviderName: provider, ProviderURL: `https://${provider}` };
  }
  if (!physicalId.startsWith('arn:')) return {};
  const kind = type.split('::').at(-1) ?? '';
  const name = NAME_IN_ARN[type];
  return { Arn: physicalId, [`${kind}Arn`]: physicalId, Id: physicalId, ...(name === undefined ? {} : { [name]: physicalId.split(':').at(-1) ?? '' }) };
}

/** An output whose value is one reference says what that is. */
function valuesOfOutputs({ outputs }: DeployedStack, template: unknown): (readonly [string, string])[] {
  return Object.entries(membersOf(memberOf(template, 'Outputs'))).flatMap(([name, output]) => {
    const value = Object.hasOwn(outputs, name) ? outputs[name] : undefined;
    const token = referenceIn(memberOf(output, 'Value'));
    const [logicalId = ''] = token?.split('.') ?? [];
    const type = textOf(memberOf(memberOf(memberOf(template, 'Resources'), logicalId), 'Type'));
    const isKnownHere = type === undefined || SERVED.test(type) || type === 'AWS::CloudFormation::Stack';
    return value === undefined || token === undefined || isKnownHere ? [] : [[token, value] as const];
  });
}

function referenceIn(value: unknown): string | undefined {
  const attribute = memberOf(value, 'Fn::GetAtt');
  return textOf(memberOf(value, 'Ref')) ?? (attribute === undefined ? undefined : itemsOf(attribute).map(String).join('.'));
}
