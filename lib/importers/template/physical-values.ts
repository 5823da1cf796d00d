import { pseudoParameters, stableId } from '../../spec';
import { textOf } from '../value';

/** A resource, as far as its own name is concerned. */
export interface NamedResource {
  /** The file of its template. */
  readonly template: string;
  readonly logicalId: string;
  readonly type: string;
  readonly stack: string;
  /** A property, evaluated. */
  readonly property: (name: string) => unknown;
  readonly region: string;
  readonly account: string;
}

/** The values that resources have after deployment cannot be known; these have their form, and name the resource. */

/** Types whose `Ref` is an id of API Gateway's form. */
const WITH_ID = /^AWS::ApiGateway::(RestApi|Resource|Deployment|Authorizer|RequestValidator|ApiKey|UsagePlan|VpcLink|ClientCertificate|DocumentationPart|Method)$|^AWS::ApiGatewayV2::/;
/** The property that names a resource, where its last word is not the type's. */
const NAME_PROPERTIES: Readonly<Record<string, string>> = {
  'AWS::ApiGateway::Stage': 'StageName', 'AWS::ApiGateway::Model': 'Name', 'AWS::ApiGateway::DomainName': 'DomainName',
  'AWS::Lambda::Alias': 'Name', 'AWS::Events::EventBus': 'Name', 'AWS::Events::Rule': 'Name', 'AWS::Kinesis::Stream': 'Name', 'AWS::SSM::Parameter': 'Name',
};

/** What `Ref` of a resource gives. */
export function referenceTo(resource: NamedResource): string {
  const { type, logicalId, stack, region, account } = resource;
  if (WITH_ID.test(type)) return idOf(stack, logicalId);
  const special = REFERENCES[type];
  if (special !== undefined) return special(resource);
  return ARN_REFERENCES.has(type) ? arnOf(resource) : type === 'AWS::SQS::Queue' ? `https://sqs.${region}.${pseudoParameters({ accountId: account, region })['AWS::URLSuffix']}/${account}/${nameOf(resource)}` : nameOf(resource);
}

/** What `Fn::GetAtt` of a resource gives. */
export function attributeOf(resource: NamedResource, attribute: string): string {
  const { type, logicalId, stack } = resource;
  if (attribute === 'RootResourceId') return rootResourceId(idOf(stack, logicalId));
  if (/^AWS::ApiGateway::/.test(type) && /^(RestApiId|ResourceId|AuthorizerId|RequestValidatorId|ApiKeyId|DeploymentId|APIKeyId|Id)$/.test(attribute)) return referenceTo(resource);
  if (type === 'AWS::Cognito::UserPool' && attribute !== 'Arn') return poolId(resource);
  if (attribute === 'Arn' || attribute.endsWith('Arn') || attribute === 'FunctionArn') return type === 'AWS::Lambda::Version' || type === 'AWS::Lambda::Alias' ? referenceTo(resource) : arnOf(resource);
  if (/Name$/.test(attribute)) return nameOf(resource);
  return `${nameOf(resource)}.${attribute}`;
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

/** The name of a resource: its own, or else its logical id. */
function nameOf({ type, logicalId, stack, property }: NamedResource): string {
  const own = textOf(property(nameProperty(type)));
  return own ?? (IN_STACKS.has(type) ? `${stack}-${logicalId}` : logicalId);
}

/** Two stacks may have such resources with one logical id, and refer to each other's. */
const IN_STACKS: ReadonlySet<string> = new Set(['AWS::Lambda::Function', 'AWS::ApiGateway::Model']);

const ARN_REFERENCES = new Set(['AWS::SNS::Topic', 'AWS::StepFunctions::StateMachine', 'AWS::SecretsManager::Secret', 'AWS::Lambda::LayerVersion', 'AWS::ElasticLoadBalancingV2::LoadBalancer']);

const REFERENCES: Readonly<Record<string, (resource: NamedResource) => string>> = {
  'AWS::Cognito::UserPool': poolId,
  'AWS::Lambda::Version': (resource) => `${functionArn(resource)}:1`,
  'AWS::Lambda::Alias': (resource) => `${functionArn(resource)}:${nameOf(resource)}`,
};

/** The ARN of the function of a version or alias, which may be given by name. */
function functionArn({ property, region, account }: NamedResource): string {
  const given = textOf(property('FunctionName')) ?? '';
  return given.startsWith('arn:') ? given : `arn:${partitionOf(region)}:lambda:${region}:${account}:function:${given}`;
}

/** No pool has a hyphen in its id: keys for this one are never found. */
function poolId({ region, logicalId }: NamedResource): string {
  return `${region}_${logicalId}-local`;
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
  const [, name, qualifier] = /:function:([^:/]+)(?::([^/]+))?/.exec(arn) ?? [];
  return name === undefined ? undefined : { name, ...(qualifier === undefined ? {} : { qualifier }) };
}
