import { expectMap, expectText, refuseResource } from '../refuse';
import { resolveParameters } from '../parameters';
import type { Translation } from '../translation';
import { isIntrinsic, isMap, isSet, member, printedList, type JsonMap } from '../value';

const DESTINATIONS = ['SQS', 'SNS', 'EventBridge', 'Lambda', 'S3Bucket'];
const URL_CORS = {
  AllowOrigins: 'list', AllowMethods: 'list', AllowCredentials: 'bool', AllowHeaders: 'list', ExposeHeaders: 'list', MaxAge: 'int',
} as const;

/** What the translator refuses before it looks at a function's code. */
export function checkBeforeCode(id: string, properties: JsonMap): void {
  checkCombinations(id, properties);
  if (isSet(properties['DeadLetterQueue'])) checkDeadLetterQueue(id, properties['DeadLetterQueue']);
  if (isSet(properties['TenancyConfig'])) checkTenancy(id, properties);
}

/** What it refuses after that, before the events. */
export function checkAfterCode(id: string, properties: JsonMap, translation: Translation): void {
  const { FunctionUrlConfig: url, DeploymentPreference: preference, EventInvokeConfig: invoke, Role: role } = properties;
  if (isSet(url) && isMap(url)) checkFunctionUrl(id, url);
  if (isSet(preference) && isMap(preference)) checkDeploymentPreference(id, properties, translation);
  if (isSet(invoke)) checkEventInvoke(id, resolveParameters(invoke, translation.parameters));
  const condition = member(role, 'Fn::If');
  if (condition !== undefined && (!Array.isArray(condition) || condition.length !== 3)) {
    throw refuseResource(id, "Malformed 'Role' property: Fn::If requires 3 arguments.");
  }
}

function checkCombinations(id: string, properties: JsonMap): void {
  const has = (name: string) => properties[name] !== undefined && properties[name] !== null;
  const reasons = [
    ...(has('CapacityProviderConfig') && has('ProvisionedConcurrencyConfig')
      ? ["Cannot specify 'CapacityProviderConfig' and 'ProvisionedConcurrencyConfig' together."] : []),
    ...(has('CapacityProviderConfig') && has('VpcConfig') ? ["Cannot specify 'CapacityProviderConfig' and 'VpcConfig' together."] : []),
    ...(has('FunctionScalingConfig') && !has('CapacityProviderConfig') ? ["'FunctionScalingConfig' requires 'CapacityProviderConfig'."] : []),
    ...(has('VersionDeletionPolicy') && !has('AutoPublishAlias') ? ["'VersionDeletionPolicy' requires 'AutoPublishAlias'."] : []),
  ];
  if (reasons.length > 0) throw refuseResource(id, reasons.join('\n'));
}

function checkDeadLetterQueue(id: string, queue: unknown): void {
  const refuse = (reason: string) => refuseResource(id, reason);
  const type = member(queue, 'Type');
  if (!isSet(type) || !isSet(member(queue, 'TargetArn'))) throw refuse("'DeadLetterQueue' requires Type and TargetArn properties to be specified.");
  const text = expectText(type, 'DeadLetterQueue.Type', refuse);
  if (text !== 'SQS' && text !== 'SNS') throw refuse(`'DeadLetterQueue' requires Type of ${printedList(['SQS', 'SNS'])}`);
}

function checkTenancy(id: string, properties: JsonMap): void {
  const excluded = [
    ['ProvisionedConcurrencyConfig', 'Provisioned concurrency'], ['FunctionUrlConfig', 'Function URL'], ['SnapStart', 'SnapStart'],
  ] as const;
  const found = excluded.find(([name]) => isSet(properties[name]));
  if (found !== undefined) throw refuseResource(id, `${found[1]} is not supported for functions enabled with tenancy configuration.`);
  const types = Object.values(isMap(properties['Events']) ? properties['Events'] : {}).map((event) => member(event, 'Type'));
  const other = types.find((type) => type !== 'Api' && type !== 'HttpApi');
  if (other === undefined) return;
  throw refuseResource(
    id, `Event source '${String(other)}' is not supported for functions enabled with tenancy configuration. `
    + 'Only Api and HttpApi event sources are supported.',
  );
}

function checkFunctionUrl(id: string, url: JsonMap): void {
  if (isIntrinsic(url)) return;
  const { AuthType: auth, Cors: cors } = url;
  if (!isIntrinsic(auth) && auth !== 'AWS_IAM' && auth !== 'NONE') {
    throw refuseResource(
      id, 'AuthType is required to configure function property `FunctionUrlConfig`. Please provide either AWS_IAM or NONE.',
    );
  }
  if (!isSet(cors) || isIntrinsic(cors)) return;
  for (const [name, value] of Object.entries(expectMap(cors, 'FunctionUrlConfig.Cors', (reason) => refuseResource(id, reason)))) {
    const type = isCorsMember(name) ? URL_CORS[name] : undefined;
    if (type === undefined) throw refuseResource(id, `${name} is not a valid property for configuring Cors.`);
    if (!isIntrinsic(value) && !isOf(type, value)) throw refuseResource(id, `${name} must be of type ${type}.`);
  }
}

function isCorsMember(name: string): name is keyof typeof URL_CORS {
  return Object.hasOwn(URL_CORS, name);
}

function isOf(type: 'list' | 'bool' | 'int', value: unknown): boolean {
  if (type === 'list') return Array.isArray(value);
  return typeof value === 'boolean' || (type === 'int' && Number.isInteger(value));
}

function checkDeploymentPreference(id: string, properties: JsonMap, { parameters }: Translation): void {
  const enabled = resolveParameters(member(properties['DeploymentPreference'], 'Enabled'), parameters);
  const isEnabled = enabled === undefined || enabled === true || enabled === 'true' || enabled === 'True';
  if (isEnabled && !isSet(properties['AutoPublishAlias'])) {
    throw refuseResource(id, "'DeploymentPreference' requires AutoPublishAlias property to be specified.");
  }
}

function checkEventInvoke(id: string, invoke: unknown): void {
  const refuse = (reason: string) => refuseResource(id, reason);
  const given = member(invoke, 'DestinationConfig');
  if (!isSet(given)) return;
  const destinations = expectMap(given, 'EventInvokeConfig.DestinationConfig', refuse);
  for (const name of ['OnSuccess', 'OnFailure']) {
    const value = member(destinations, name);
    if (value === undefined) continue;
    const { Type: type, Destination: destination } = expectMap(value, `EventInvokeConfig.DestinationConfig.${name}`, refuse);
    if (typeof type !== 'string' || !DESTINATIONS.includes(type)) throw refuse(`'Type: ${type === undefined ? 'None' : String(type)}' must be one of ${printedList(DESTINATIONS)}`);
    if (destination === undefined && type !== 'SQS' && type !== 'SNS') throw refuse(`Destination is required if Type is not ${printedList(['SQS', 'SNS'])}`);
  }
}
