import { expectMap, expectText, refuseEvent, refuseResource, type EventPlace } from '../refuse';
import type { Translation } from '../translation';
import { isIntrinsic, isMap, isSet, member, printedList, type JsonMap } from '../value';

const POLLED = ['Kinesis', 'DynamoDB', 'SQS', 'MSK', 'MQ', 'SelfManagedKafka', 'DocumentDB'];
const RULES = ['Schedule', 'CloudWatchEvent', 'EventBridgeRule', 'ScheduleV2'];
const KAFKA_ACCESS = [
  'SASL_SCRAM_256_AUTH', 'SASL_SCRAM_512_AUTH', 'BASIC_AUTH', 'CLIENT_CERTIFICATE_TLS_AUTH', 'SERVER_ROOT_CA_CERTIFICATE', 'VPC_SUBNET', 'VPC_SECURITY_GROUP',
];

/** Buckets and user pools that events refer to are in the same template. */
export function checkReferencedResource(
  place: EventPlace, { type, properties }: { readonly type: string; readonly properties: JsonMap }, { resources }: Translation,
): void {
  if (type === 'S3') {
    const bucket = referenced(place, properties['Bucket'], "'Ref' value in S3 events is not a valid string.");
    if (bucket === undefined || !Object.hasOwn(resources, bucket)) throw refuseEvent(place, 'S3 events must reference an S3 bucket in the same template.');
    checkType(bucket, resources[bucket], 'AWS::S3::Bucket');
  }
  if (type === 'Cognito') {
    const pool = referenced(place, properties['UserPool'], 'Ref in Userpool is not a string.');
    if (pool === undefined || !Object.hasOwn(resources, pool)) {
      throw refuseEvent(place, 'Cognito events must reference a Cognito UserPool in the same template.');
    }
    checkType(pool, resources[pool], 'AWS::Cognito::UserPool');
  }
}

function checkType(id: string, resource: unknown, expected: string): void {
  const type = member(resource, 'Type');
  if (type === undefined) throw refuseResource(id, "Resource dict missing key 'Type'.");
  if (type !== expected) throw refuseResource(id, `Resource has incorrect Type; expected '${expected}', got '${String(type)}'`);
}

function referenced(place: EventPlace, value: unknown, words: string): string | undefined {
  const id = member(value, 'Ref');
  if (id === undefined) return undefined;
  if (typeof id !== 'string') throw refuseEvent(place, words);
  return id;
}

/** Events that are not about an API have no part in one; what the translator refuses in them is refused all the same. */
export function checkOtherEvent(place: EventPlace, type: string, properties: JsonMap): void {
  if (POLLED.includes(type)) checkPolled(place, type, properties);
  if (RULES.includes(type)) checkRule(place, type, properties);
  if (type === 'SNS') checkTopic(place, properties);
}

function checkPolled(place: EventPlace, type: string, properties: JsonMap): void {
  const source = { owner: place.owner, event: `${place.owner}${place.event}` };
  const { FilterCriteria: filter, ConsumerGroupId: group, DestinationConfig: destination } = properties;
  if (isSet(filter) && isMap(filter) && !isIntrinsic(filter)) {
    if (Object.keys(filter).join() !== 'Filters') throw refuseEvent(place, 'FilterCriteria field has a wrong format');
  }
  if (isSet(group) && type !== 'MSK' && type !== 'SelfManagedKafka') {
    throw refuseEvent(source, `Property ConsumerGroupId not defined for resource of type ${type}.`);
  }
  if (isSet(destination)) checkOnFailure(source, member(destination, 'OnFailure'));
  if (type === 'MQ') checkAccess(place, properties, { type, supported: ['BASIC_AUTH', 'VIRTUAL_HOST'] });
  if (type === 'DocumentDB') checkAccess(place, properties, { type, supported: ['BASIC_AUTH'] });
  if (type === 'SelfManagedKafka') checkKafka(place, properties);
}

function checkOnFailure(source: EventPlace, failure: unknown): void {
  const given = expectMap(failure, 'DestinationConfig.OnFailure', (reason) => refuseEvent(source, reason));
  const type = given['Type'];
  if (isSet(type) && !['SQS', 'SNS', 'S3', 'Kafka'].includes(String(type))) {
    throw refuseEvent(source, "The only valid values for 'Type' are 'SQS', 'SNS', 'S3', and 'Kafka'");
  }
}

/** Exactly one of the configurations is BASIC_AUTH. */
function checkAccess(
  place: EventPlace, properties: JsonMap, { type, supported }: { readonly type: string; readonly supported: readonly string[] },
): void {
  const refuse = (reason: string) => refuseEvent(place, reason);
  const given = properties['SourceAccessConfigurations'];
  if (!isSet(given)) throw refuse(`No SourceAccessConfigurations for Amazon ${type} event provided.`);
  if (!Array.isArray(given)) throw refuse('Provided SourceAccessConfigurations cannot be parsed into a list.');
  const found = given.map((one: unknown, index) => accessOf(place, one, `SourceAccessConfigurations[${index}]`));
  if (!found.every((one) => supported.includes(one.type))) {
    throw refuse(`Invalid property Type specified in SourceAccessConfigurations. The supported values are: ${printedList(supported)}.`);
  }
  const own = found.filter((one) => one.type === 'BASIC_AUTH');
  if (own.length > 1) throw refuse('Multiple BASIC_AUTH properties specified in SourceAccessConfigurations.');
  if (own.some((one) => !isSet(one.uri))) throw refuse('No BASIC_AUTH URI property specified in SourceAccessConfigurations.');
  if (own.length === 0) throw refuse('No BASIC_AUTH property specified in SourceAccessConfigurations.');
}

function accessOf(place: EventPlace, value: unknown, path: string): { readonly type: string; readonly uri: unknown } {
  const refuse = (reason: string) => refuseEvent(place, reason);
  const given = expectMap(value, path, refuse);
  return { type: expectText(given['Type'], `${path}.Type`, refuse), uri: given['URI'] };
}

function checkKafka(place: EventPlace, properties: JsonMap): void {
  const refuse = (reason: string) => refuseEvent(place, reason);
  const { SourceAccessConfigurations: access, Topics: topics, KafkaBootstrapServers: servers } = properties;
  if (!isSet(servers)) throw refuse('No KafkaBootstrapServers provided for self managed kafka as an event source');
  if (!isSet(topics)) throw refuse('No Topics provided for self managed kafka as an event source');
  if (Array.isArray(topics) && topics.length !== 1) throw refuse('Topics for self managed kafka only supports single configuration entry.');
  if (!isSet(access)) throw refuse('No SourceAccessConfigurations for self managed kafka event provided.');
  if (!Array.isArray(access)) throw refuse('SourceAccessConfigurations for self managed kafka event should be a list.');
  const types = access.map((one: unknown) => {
    const { Type: type, URI: uri } = expectMap(one, 'SourceAccessConfigurations', (reason) => refuseResource(place.event, reason));
    return { type: String(type), uri };
  });
  if (!types.every(({ type }) => KAFKA_ACCESS.includes(type))) {
    throw refuse('Invalid SourceAccessConfigurations Type provided for self managed kafka event.');
  }
  const without = types.find(({ uri }) => !isSet(uri));
  if (without !== undefined) throw refuse(`No ${without.type} URI property specified in SourceAccessConfigurations for self managed kafka event.`);
  const has = (name: string) => types.some(({ type }) => type === name);
  if (has('VPC_SUBNET') !== has('VPC_SECURITY_GROUP')) {
    throw refuse('VPC_SUBNET and VPC_SECURITY_GROUP in SourceAccessConfigurations for SelfManagedKafka must be both provided.');
  }
}

/** Rules of EventBridge, of functions and of state machines. */
export function checkRule(place: EventPlace, type: string, properties: JsonMap): void {
  const source = { owner: place.owner, event: `${place.owner}${place.event}` };
  const { DeadLetterConfig: queue, Enabled: enabled, State: state, Name: name, OmitName: omitsName } = properties;
  if (type !== 'ScheduleV2' && isSet(state) && enabled !== undefined) {
    throw refuseEvent(place, 'State and Enabled Properties cannot both be specified.');
  }
  if (isSet(omitsName) && isSet(name)) throw refuseEvent(source, 'Name cannot be set when OmitName is True');
  if (isMap(queue)) checkDeadLetterConfig(source, queue);
}

function checkDeadLetterConfig(source: EventPlace, queue: JsonMap): void {
  const hasArn = Object.hasOwn(queue, 'Arn');
  const hasType = Object.hasOwn(queue, 'Type');
  const id = queue['QueueLogicalId'];
  if (hasArn && hasType) throw refuseEvent(source, "You can either define 'Arn' or 'Type' property of DeadLetterConfig.");
  if (hasType && queue['Type'] !== 'SQS') throw refuseEvent(source, "The only valid value for 'Type' property of DeadLetterConfig is 'SQS'.");
  if (!hasArn && !hasType) throw refuseEvent(source, "No 'Arn' or 'Type' property provided for DeadLetterConfig.");
  if (id !== undefined && typeof id !== 'string') throw refuseEvent(source, 'QueueLogicalId must be a string');
}

function checkTopic(place: EventPlace, { SqsSubscription: subscription }: JsonMap): void {
  if (!isSet(subscription) || typeof subscription === 'boolean') return;
  const given = expectMap(subscription, 'SqsSubscription', (reason) => refuseEvent(place, reason));
  if (!isSet(given['QueueArn']) || !isSet(given['QueueUrl'])) throw refuseEvent(place, 'No QueueARN or QueueURL provided.');
}
