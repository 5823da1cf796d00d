import { pseudoParameters, stableId } from '../../spec';
import { booleanOf, textOf } from '../value';

/** A resource, as far as its own name is concerned. */
export interface NamedResource {
  /** The file of its template. */
  readonly template: string;
  readonly logicalId: string;
  readonly type: string;
  readonly stack: string;
  /** A property, evaluated. */
  readonly property: (name: string) => unknown;
  /** Whether a resource of another stack has the same logical id. */
  readonly isRepeated: boolean;
  readonly region: string;
  readonly account: string;
}

/* The values that resources have after deployment cannot be known; these have their form, and name the resource. */

/** Types whose `Ref` is an id of API Gateway's form. */
const WITH_ID = /^AWS::ApiGateway::(RestApi|Resource|Deployment|Authorizer|RequestValidator|ApiKey|UsagePlan|VpcLink|ClientCertificate|DocumentationPart|Method)$|^AWS::ApiGatewayV2::(?!Stage$|DomainName$)/;
/** The property that names a resource, where its last word is not the type's. */
const NAME_PROPERTIES: Readonly<Record<string, string>> = {
  'AWS::ApiGateway::Stage': 'StageName', 'AWS::ApiGateway::Model': 'Name', 'AWS::ApiGateway::DomainName': 'DomainName',
  'AWS::ApiGatewayV2::Stage': 'StageName', 'AWS::ApiGatewayV2::DomainName': 'DomainName',
  'AWS::Lambda::Alias': 'Name', 'AWS::Events::EventBus': 'Name', 'AWS::Events::Rule': 'Name', 'AWS::Kinesis::Stream': 'Name', 'AWS::SSM::Parameter': 'Name',
};

/** Returns the value of `Ref` for a resource. */
function referenceTo(resource: NamedResource): string {
  const { type, logicalId, stack } = resource;
  if (WITH_ID.test(type)) return idOf(stack, logicalId);
  const special = REFERENCES[type];
  if (special !== undefined) return special(resource);
  return ARN_REFERENCES.has(type) ? arnOf(resource) : nameOf(resource);
}

/** Returns the value of `Fn::GetAtt` for a resource. */
function attributeOf(resource: NamedResource, attribute: string): string {
  const { type, logicalId, stack } = resource;
  if (attribute === 'RootResourceId') return rootResourceId(idOf(stack, logicalId));
  if (/^AWS::ApiGateway::/.test(type) && /^(RestApiId|ResourceId|AuthorizerId|RequestValidatorId|ApiKeyId|DeploymentId|APIKeyId|Id)$/.test(attribute)) return referenceTo(resource);
  const special = ATTRIBUTES[`${type}.${attribute}`];
  if (special !== undefined) return special(resource);
  if (/arns?$/i.test(attribute)) return (ARN_OF_ANOTHER.has(type) ? referenceTo : arnOf)(resource);
  return attribute.endsWith('Id') ? referenceTo(resource) : nameOf(resource);
}

/** The id of an API, a resource and so on. */
export function idOf(stack: string, logicalId: string): string {
  return stableId(`${stack}/${logicalId}`);
}

/** The id of the root of an API, whose own id is given. */
export function rootResourceId(apiId: string): string {
  return stableId(`${apiId}/`);
}

/** The property that names resources of a type. */
export function nameProperty(type: string): string {
  return NAME_PROPERTIES[type] ?? `${type.split('::').at(-1) ?? ''}Name`;
}

/** The name of a resource: its own, or else its logical id, with its stack where another stack has the same. */
function nameOf({ type, logicalId, stack, property, isRepeated }: NamedResource): string {
  const own = textOf(property(nameProperty(type)));
  if (own !== undefined) return own;
  const name = isRepeated || IN_STACKS.has(type) ? `${stack}-${logicalId}` : logicalId;
  if (type === 'AWS::S3::Bucket') return name.toLowerCase();
  return booleanOf(property('FifoQueue') ?? property('FifoTopic')) === true ? `${name}.fifo` : name;
}

/** Two stacks may have such resources with one logical id, and refer to each other's. */
const IN_STACKS: ReadonlySet<string> = new Set(['AWS::Lambda::Function', 'AWS::ApiGateway::Model']);

const ARN_REFERENCES = new Set([
  'AWS::SNS::Topic', 'AWS::StepFunctions::StateMachine', 'AWS::SecretsManager::Secret', 'AWS::Lambda::LayerVersion', 'AWS::ElasticLoadBalancingV2::LoadBalancer',
  'AWS::ElasticLoadBalancingV2::Listener', 'AWS::ElasticLoadBalancingV2::TargetGroup',
]);

/** Types whose `Ref` is an ARN that is made from another resource's. */
const ARN_OF_ANOTHER: ReadonlySet<string> = new Set(['AWS::Lambda::Alias', 'AWS::Lambda::Version', 'AWS::SecretsManager::SecretTargetAttachment']);

const REFERENCES: Readonly<Record<string, (resource: NamedResource) => string>> = {
  'AWS::SQS::Queue': (resource) => {
    const { account, region } = resource;
    const suffix = pseudoParameters({ accountId: account, region })['AWS::URLSuffix'] ?? 'amazonaws.com';
    return `https://sqs.${region}.${suffix}/${account}/${nameOf(resource)}`;
  },
  'AWS::SecretsManager::SecretTargetAttachment': ({ property, logicalId }) => textOf(property('SecretId')) ?? logicalId,
  'AWS::Cognito::UserPool': poolId,
  'AWS::Lambda::Version': (resource) => `${functionArn(resource)}:1`,
  'AWS::Lambda::Alias': (resource) => `${functionArn(resource)}:${nameOf(resource)}`,
};

const ATTRIBUTES: Readonly<Record<string, (resource: NamedResource) => string>> = {
  'AWS::Cognito::UserPool.ProviderName': providerName,
  'AWS::Cognito::UserPool.ProviderURL': (resource) => `https://${providerName(resource)}`,
  'AWS::SQS::Queue.QueueUrl': referenceTo,
  'AWS::Lambda::Version.Version': () => '1',
};

/** The ARN of the function of a version or alias, which may be given by name. */
function functionArn({ property, region, account }: NamedResource): string {
  const nameOrArn = textOf(property('FunctionName')) ?? '';
  return nameOrArn.startsWith('arn:') ? nameOrArn : `arn:${partitionOf(region)}:lambda:${region}:${account}:function:${nameOrArn}`;
}

/** Returns the `ProviderName` of a user pool. */
function providerName(resource: NamedResource): string {
  return `cognito-idp.${resource.region}.amazonaws.com/${poolId(resource)}`;
}

/** No pool has a hyphen in its id: keys for this one are never found. */
function poolId({ region, stack, logicalId, isRepeated }: NamedResource): string {
  return `${region}_${isRepeated ? stack.replace(/[^A-Za-z0-9]/g, '') : ''}${logicalId}-local`;
}

const ARN_PARTS: Readonly<Record<string, (resource: NamedResource) => string>> = {
  'AWS::Lambda::Function': (resource) => `lambda:${deployedTo(resource)}:function:${nameOf(resource)}`,
  'AWS::IAM::Role': (resource) => `iam::${resource.account}:role/${nameOf(resource)}`,
  'AWS::Cognito::UserPool': (resource) => `cognito-idp:${deployedTo(resource)}:userpool/${poolId(resource)}`,
  'AWS::DynamoDB::Table': (resource) => `dynamodb:${deployedTo(resource)}:table/${nameOf(resource)}`,
  'AWS::S3::Bucket': (resource) => `s3:::${nameOf(resource)}`,
  'AWS::StepFunctions::StateMachine': (resource) => `states:${deployedTo(resource)}:stateMachine:${nameOf(resource)}`,
  'AWS::Logs::LogGroup': (resource) => `logs:${deployedTo(resource)}:log-group:${nameOf(resource)}:*`,
  'AWS::Kinesis::Stream': (resource) => `kinesis:${deployedTo(resource)}:stream/${nameOf(resource)}`,
  'AWS::Events::EventBus': (resource) => `events:${deployedTo(resource)}:event-bus/${nameOf(resource)}`,
  'AWS::Events::Rule': (resource) => `events:${deployedTo(resource)}:rule/${nameOf(resource)}`,
  'AWS::SSM::Parameter': (resource) => `ssm:${deployedTo(resource)}:parameter/${nameOf(resource).replace(/^\//, '')}`,
  'AWS::KinesisFirehose::DeliveryStream': (resource) => `firehose:${deployedTo(resource)}:deliverystream/${nameOf(resource)}`,
  'AWS::KMS::Key': (resource) => `kms:${deployedTo(resource)}:key/${nameOf(resource)}`,
  'AWS::SecretsManager::Secret': (resource) => `secretsmanager:${deployedTo(resource)}:secret:${textOf(resource.property('Name')) ?? resource.logicalId}`,
};

function arnOf(resource: NamedResource): string {
  const service = resource.type.split('::')[1]?.toLowerCase() ?? 'unknown';
  const parts = ARN_PARTS[resource.type]?.(resource) ?? `${service}:${deployedTo(resource)}:${nameOf(resource)}`;
  return `arn:${partitionOf(resource.region)}:${parts}`;
}

/** The partition of a region: `aws`, `aws-cn`, `aws-us-gov`. */
export function partitionOf(region: string): string {
  return pseudoParameters({ accountId: '', region })['AWS::Partition'] ?? 'aws';
}

function deployedTo({ region, account }: NamedResource): string {
  return `${region}:${account}`;
}

/** A function, version or alias that an ARN names: `arn:…:function:<name>[:<qualifier>]`. */
export function functionInArn(arn: string): { readonly name: string; readonly qualifier?: string } | undefined {
  const [, name, qualifier] = /:function:((?:\$\{token:[^}]*\}|[^:/])+)(?::([^/]+))?/.exec(arn) ?? [];
  return name === undefined ? undefined : { name, ...(qualifier === undefined ? {} : { qualifier }) };
}

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
