import { expectPresent, refuseResource } from '../refuse';
import { hashedId } from '../logical-id';
import { resolveParameters } from '../parameters';
import { codeLocation } from '../s3-location';
import { derived, main, tagList, type Made, type SamResource, type Translation } from '../translation';
import { isIntrinsic, isMap, isSet, member, printedList, type JsonMap } from '../value';

const RETENTION = ['Retain', 'Delete'];
const KEY_TYPES: Readonly<Record<string, string>> = { String: 'S', Number: 'N', Binary: 'B' };

/** A layer, whose logical id ends in a hash, so that CloudFormation makes a new version of one that has changed. */
export function translateLayer(resource: SamResource, { parameters }: Translation): readonly Made[] {
  const { id: given, properties, attributes, dependsOn } = resource;
  checkRetention(given, resolveParameters(properties['RetentionPolicy'], parameters));
  const { DeletionPolicy: _deletion, UpdateReplacePolicy: _update, Metadata: _metadata, ...hashed } = attributes;
  const depends = isSet(dependsOn) ? { DependsOn: dependsOn } : {};
  const id = hashedId(given, { [given]: { Type: resource.type, ...depends, ...hashed, Properties: properties } });
  const content = codeLocation(id, 'ContentUri', properties['ContentUri']);
  const architectures = properties['CompatibleArchitectures'];
  const all = Array.isArray(architectures) ? architectures : [];
  if (!all.every((one) => isIntrinsic(one) || one === 'x86_64' || one === 'arm64')) {
    throw refuseResource(id, "CompatibleArchitectures needs to be a list of 'x86_64' or 'arm64'");
  }
  const { LayerName: name = given, CompatibleRuntimes: runtimes } = properties;
  return [main(resource)(id, 'AWS::Lambda::LayerVersion', {
    LayerName: name, Content: content, ...(runtimes === undefined ? {} : { CompatibleRuntimes: runtimes }),
  })];
}

function checkRetention(id: string, retention: unknown): void {
  const options = printedList(RETENTION);
  if (retention === undefined || retention === null) return;
  if (isIntrinsic(retention)) {
    throw refuseResource(id, `'RetentionPolicy' does not accept intrinsic functions, please use one of the following options: ${options}`);
  }
  if (typeof retention !== 'string') throw refuseResource(id, `Invalid 'RetentionPolicy' type, please use one of the following options: ${options}`);
  if (RETENTION.some((one) => one.toLowerCase() === retention.toLowerCase())) return;
  throw refuseResource(id, `'RetentionPolicy' must be one of the following options: ${options}.`);
}

export function translateSimpleTable(resource: SamResource): readonly Made[] {
  const { id, properties } = resource;
  const key = properties['PrimaryKey'];
  const { name, type } = isSet(key) ? primaryKey(id, key) : { name: 'id', type: 'S' };
  return [main(resource)(id, 'AWS::DynamoDB::Table', {
    AttributeDefinitions: [{ AttributeName: name, AttributeType: type }],
    KeySchema: [{ AttributeName: name, KeyType: 'HASH' }],
    ...(isSet(properties['TableName']) ? { TableName: properties['TableName'] } : {}),
    ...(isSet(properties['ProvisionedThroughput']) ? { ProvisionedThroughput: properties['ProvisionedThroughput'] } : { BillingMode: 'PAY_PER_REQUEST' }),
  })];
}

function primaryKey(id: string, key: unknown): { readonly name: unknown; readonly type: string } {
  const name = member(key, 'Name');
  const type = member(key, 'Type');
  expectPresent(name, 'PrimaryKey.Name', (reason) => refuseResource(id, reason));
  expectPresent(type, 'PrimaryKey.Type', (reason) => refuseResource(id, reason));
  const letter = typeof type === 'string' && Object.hasOwn(KEY_TYPES, type) ? KEY_TYPES[type] : undefined;
  if (letter === undefined) throw refuseResource(id, `Invalid 'Type' "${String(type)}".`);
  return { name, type: letter };
}

/** A nested application: a local template, or one of the Serverless Application Repository, which is not fetched. */
export function translateApplication(resource: SamResource, { parameters }: Translation): readonly Made[] {
  const { id, properties } = resource;
  const location = resolveParameters(properties['Location'], parameters);
  if (isMap(location)) checkApplication(id, location);
  const { Parameters: given, Tags: tags, TimeoutInMinutes: timeout } = properties;
  return [main(resource)(id, 'AWS::CloudFormation::Stack', {
    TemplateURL: typeof location === 'string' ? location : '',
    ...(given === undefined ? {} : { Parameters: given }),
    Tags: [{ Key: 'lambda:createdBy', Value: 'SAM' }, ...(isMap(location) ? repositoryTags(location) : []), ...(isMap(tags) ? tagList(tags) : [])],
    ...(timeout === undefined ? {} : { TimeoutInMinutes: timeout }),
  })];
}

function checkApplication(id: string, location: JsonMap): void {
  if (isIntrinsic(location)) return;
  for (const name of ['ApplicationId', 'SemanticVersion']) {
    if (location[name] === undefined || location[name] === null) throw refuseResource(id, `Property 'Location.${name}' is required.`);
    if (isIntrinsic(location[name])) {
      throw refuseResource(id, `Cannot resolve '${name}'. Only FindInMap and Ref intrinsic functions are supported.`);
    }
    if (typeof location[name] !== 'string') throw refuseResource(id, `Property 'Location.${name}' should be a string.`);
  }
}

function repositoryTags(location: JsonMap): readonly JsonMap[] {
  return [
    { Key: 'serverlessrepo:applicationId', Value: location['ApplicationId'] },
    { Key: 'serverlessrepo:semanticVersion', Value: location['SemanticVersion'] },
  ];
}

/** A WebSocket API with its routes, so that it is named like any other. It is not served. */
export function translateWebSocketApi(resource: SamResource): readonly Made[] {
  const { id, properties } = resource;
  const routes = isMap(properties['Routes']) ? Object.keys(properties['Routes']) : [];
  return [
    main(resource)(id, 'AWS::ApiGatewayV2::Api', { ProtocolType: 'WEBSOCKET', Name: properties['Name'] ?? id }),
    ...routes.map((key) => derived(resource)(`${id}${key.replaceAll(/[^A-Za-z0-9]/g, '')}Route`, 'AWS::ApiGatewayV2::Route', { ApiId: { Ref: id }, RouteKey: key })),
  ];
}
