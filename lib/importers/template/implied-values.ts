import { textOf } from '../value';
import { attributeOf, nameProperty, referenceTo, type NamedResource } from './physical-values';

/* What a template itself says of its resources' values. All others are known only after deployment. */

/** Types whose `Ref` is the name that the template gives them, or is made from it. */
const NAMED: ReadonlySet<string> = new Set([
  'AWS::ApiGateway::DomainName', 'AWS::ApiGateway::Model', 'AWS::ApiGateway::Stage', 'AWS::DynamoDB::Table', 'AWS::Events::EventBus', 'AWS::Events::Rule',
  'AWS::IAM::Role', 'AWS::Kinesis::Stream', 'AWS::KinesisFirehose::DeliveryStream', 'AWS::Lambda::Function', 'AWS::Logs::LogGroup', 'AWS::S3::Bucket',
  'AWS::SNS::Topic', 'AWS::SQS::Queue', 'AWS::SSM::Parameter', 'AWS::StepFunctions::StateMachine',
]);
/** Those of functions; they are made from the name of the function. */
const OF_FUNCTIONS: ReadonlySet<string> = new Set(['AWS::Lambda::Alias', 'AWS::Lambda::Version']);

/** What `Ref` of a resource gives, if the template says it. */
export function impliedReference(resource: NamedResource): string | undefined {
  return isNamed(resource) ? referenceTo(resource) : undefined;
}

/** What `Fn::GetAtt` of a resource gives, if the template says it. */
export function impliedAttribute(resource: NamedResource, attribute: string): string | undefined {
  const { type, property } = resource;
  if (type === 'AWS::SSM::Parameter' && attribute === 'Value') return textOf(property('Value'));
  if (!isNamed(resource)) return undefined;
  const kind = type.split('::').at(-1) ?? '';
  if (attribute === 'Arn' || attribute === `${kind}Arn`) return attributeOf(resource, 'Arn');
  if (attribute === 'QueueUrl') return referenceTo(resource);
  return attribute === `${kind}Name` ? attributeOf(resource, attribute) : undefined;
}

function isNamed({ type, property }: NamedResource): boolean {
  if (OF_FUNCTIONS.has(type)) return textOf(property('FunctionName')) !== undefined;
  return NAMED.has(type) && textOf(property(nameProperty(type))) !== undefined;
}
