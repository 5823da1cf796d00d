import { textOf } from '../value';
import { ARN_OF_ANOTHER, attributeOf, nameProperty, referenceTo, type NamedResource } from './physical-values';

/*
 * The one rule for values of resources. A name, an id or an ARN has a local value: what the template says, and otherwise what is made from
 * the logical id. What a made-up value would only hide has none: addresses, secrets, generated keys, and results of custom resources.
 */

/** A value that a resource has here. */
export interface LocalValue {
  readonly value: string;
  /** Whether only a deployment knows it, so that it is made from the logical id. */
  readonly isMadeUp: boolean;
}

/** Types whose `Ref` is an address, a generated key, or what code of others returns. */
const WITHOUT_NAME = /^(?!AWS::)|^AWS::(IAM::AccessKey|EC2::EIP|CloudFormation::(?!Stack$).+)$/;
/** Attributes that are a name, an id or an ARN. */
const IDENTITY = /^(?!StreamArn$)[A-Za-z]*(?:(?:Arn|ARN)s?|Name|Id)$/;
/** Attributes among these that are an address or a credential. */
const ADDRESS = /(?:Domain|DNS|Host)Name$|AccessKeyId$/i;
/** Attributes of other names that are made from the resource's. */
const DERIVED: Readonly<Record<string, readonly string[]>> = {
  'AWS::Cognito::UserPool': ['ProviderURL'],
  'AWS::Lambda::Version': ['Version'],
  'AWS::SQS::Queue': ['QueueUrl'],
};

/** Types whose `Ref` is the name that the template gives them, or is made from it. */
const NAMED: ReadonlySet<string> = new Set([
  'AWS::ApiGateway::DomainName', 'AWS::ApiGateway::Model', 'AWS::ApiGateway::Stage', 'AWS::ApiGatewayV2::Stage', 'AWS::DynamoDB::Table', 'AWS::Events::EventBus', 'AWS::Events::Rule',
  'AWS::IAM::Role', 'AWS::Kinesis::Stream', 'AWS::KinesisFirehose::DeliveryStream', 'AWS::Lambda::Function', 'AWS::Logs::LogGroup', 'AWS::S3::Bucket',
  'AWS::SNS::Topic', 'AWS::SQS::Queue', 'AWS::SSM::Parameter', 'AWS::StepFunctions::StateMachine',
]);
/** Types that are served, whose resources have real ids here. */
const SERVED = /^AWS::ApiGateway(V2)?::/;

/** Returns the local value of `Ref` for a resource. */
export function localReference(resource: NamedResource): LocalValue | undefined {
  if (WITHOUT_NAME.test(resource.type)) return undefined;
  return { value: referenceTo(resource), isMadeUp: isMadeUp(resource) };
}

/** Returns the local value of `Fn::GetAtt` for a resource. */
export function localAttribute(resource: NamedResource, attribute: string): LocalValue | undefined {
  const { type, property } = resource;
  if (type === 'AWS::SSM::Parameter' && attribute === 'Value') {
    const value = textOf(property('Value'));
    return value === undefined ? undefined : { value, isMadeUp: false };
  }
  const isDerived = DERIVED[type]?.includes(attribute) === true;
  const isKnown = isDerived || (IDENTITY.test(attribute) && (!ADDRESS.test(attribute) || /^AWS::ApiGateway(V2)?::DomainName$/.test(type)));
  if (WITHOUT_NAME.test(type) || !isKnown) return undefined;
  return { value: attributeOf(resource, attribute), isMadeUp: isMadeUp(resource) };
}

function isMadeUp({ type, property }: NamedResource): boolean {
  // that of another resource says it
  if (SERVED.test(type) || ARN_OF_ANOTHER.has(type)) return false;
  return !NAMED.has(type) || textOf(property(nameProperty(type))) === undefined;
}
