import path from 'node:path';
import { expectMap, refuseResource } from '../refuse';
import { resolveParameters } from '../parameters';
import { hashedId } from '../logical-id';
import { codeLocation } from '../s3-location';
import { derived, main, tagList, type Made, type SamResource, type Translation } from '../translation';
import { addFunctionApiEvent } from '../events/api-event';
import { apiEvents, httpApiEvents, addHttpApiEvent } from '../events/events';
import { isMap, isSet, member, picked, printed, type JsonMap } from '../value';

const COPIED = [
  'FunctionName', 'Handler', 'Runtime', 'Description', 'MemorySize', 'Timeout', 'VpcConfig', 'Environment', 'KmsKeyArn', 'ReservedConcurrentExecutions',
  'Layers', 'FileSystemConfigs', 'ImageConfig', 'PackageType', 'Architectures', 'SnapStart', 'EphemeralStorage', 'CodeSigningConfigArn',
  'RuntimeManagementConfig', 'LoggingConfig', 'TenancyConfig', 'RecursiveLoop', 'DurableConfig',
] as const;

/** Returns the Lambda function, its role and its alias, after its `Api` events are added to the documents of APIs. */
export function translateFunction(resource: SamResource, translation: Translation): readonly Made[] {
  const { id, properties } = resource;
  const events = apiEvents({ ...resource, type: 'AWS::Serverless::Function' }, translation);
  const code = builtFrom(resource, functionCode(resource));
  checkPackage(id, properties);
  const alias = aliasResources(resource, code, translation);
  const target = alias.at(-1)?.id ?? `${id}.Arn`;
  for (const event of events) addFunctionApiEvent(resource, { ...event, target }, translation);
  for (const event of httpApiEvents(resource)) addHttpApiEvent(resource, { ...event, target }, translation);
  const own = main(resource)(id, 'AWS::Lambda::Function', functionProperties(resource, code));
  // policies have no effect where functions run as local processes
  const role = properties['Role'] === undefined ? [derived(resource)(`${id}Role`, 'AWS::IAM::Role', {})] : [];
  return [own, ...alias, ...role, ...functionUrl(resource, alias.at(-1)?.id)];
}

/** The URL of `FunctionUrlConfig`; that of an alias calls the same code. */
function functionUrl(resource: SamResource, alias: string | undefined): readonly Made[] {
  const { id, properties } = resource;
  const config = properties['FunctionUrlConfig'];
  if (!isSet(config)) return [];
  const settings = expectMap(config, 'FunctionUrlConfig', (reason) => refuseResource(id, reason));
  if (!isSet(settings['AuthType'])) throw refuseResource(id, 'AuthType is required to configure function property `FunctionUrlConfig`. Please provide either AWS_IAM or NONE.');
  return [derived(resource)(`${id}Url`, 'AWS::Lambda::Url', {
    TargetFunctionArn: { Ref: alias ?? id }, AuthType: settings['AuthType'], ...picked(settings, ['Cors', 'InvokeMode']),
  })];
}

function functionProperties({ id, properties }: SamResource, code: unknown): JsonMap {
  const tracing = properties['Tracing'];
  const tags = isMap(properties['Tags']) ? tagList(properties['Tags']) : [];
  const copied = COPIED.filter((name) => member(properties, name) !== undefined).map((name) => [name, properties[name]]);
  return {
    Code: code,
    ...Object.fromEntries(copied),
    Role: properties['Role'] ?? { 'Fn::GetAtt': [`${id}Role`, 'Arn'] },
    Tags: [{ Key: 'lambda:createdBy', Value: 'SAM' }, ...tags],
    ...(isSet(tracing) && tracing !== 'Disabled' ? { TracingConfig: { Mode: tracing } } : {}),
    ...(isSet(properties['DeadLetterQueue']) ? { DeadLetterConfig: { TargetArn: member(properties['DeadLetterQueue'], 'TargetArn') } } : {}),
  };
}

/** Inline code wins over a location, as in the translator. */
function functionCode({ id, properties, metadata }: SamResource): unknown {
  const { PackageType: packageType, InlineCode: inline, CodeUri: uri, ImageUri: image, SourceKMSKeyArn: key } = properties;
  const type = isSet(packageType) ? packageType : 'Zip';
  if (type === 'Image') return imageCode(id, image, metadata);
  if (type !== 'Zip') throw refuseResource(id, `invalid 'PackageType' : ${printed(packageType)}`);
  if (!isGiven(inline) && !isGiven(uri)) throw refuseResource(id, "Only one of 'InlineCode' or 'CodeUri' can be set.");
  const code = isGiven(inline) ? { ZipFile: inline } : codeLocation(id, 'CodeUri', uri);
  return isSet(key) && isMap(code) ? { ...code, SourceKMSKeyArn: key } : code;
}

/** Empty text is given, null is not. */
function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null;
}

/** The entry point that `sam build` bundles into the handler's module, which may be in another directory. */
function builtFrom({ metadata, properties }: SamResource, code: unknown): unknown {
  const entries = member(member(metadata, 'BuildProperties'), 'EntryPoints');
  if (typeof code !== 'string' || member(metadata, 'BuildMethod') !== 'esbuild' || !Array.isArray(entries)) return code;
  const module = moduleName(String(properties['Handler']));
  const entry = entries.map(String).find((candidate) => moduleName(candidate) === module);
  return entry === undefined ? code : path.posix.join(code, entry);
}

function moduleName(file: string): string {
  return path.posix.basename(file).replace(/\..*$/, '');
}

/** `sam build` makes the image of a function that names a Dockerfile and no image. */
function imageCode(id: string, image: unknown, metadata: unknown): JsonMap {
  const [isBuilt, tag] = [isSet(member(metadata, 'Dockerfile')) && isSet(member(metadata, 'DockerContext')), member(metadata, 'DockerTag')];
  if (image === undefined && isBuilt) return { ImageUri: `${id.toLowerCase()}:${isSet(tag) ? String(tag) : 'latest'}` };
  if (image === undefined) throw refuseResource(id, "'ImageUri' must be set.");
  if (!isSet(image)) throw refuseResource(id, "'ImageUri' requires that a image hosted at a registry be specified.");
  return { ImageUri: image };
}

function checkPackage(id: string, properties: JsonMap): void {
  const { PackageType: type, Runtime: runtime, Handler: handler, ImageConfig: config, Layers: layers } = properties;
  const needsImage = type === 'Image';
  if (needsImage && [handler, runtime, layers].some(isSet)) {
    throw refuseResource(id, 'Runtime, Handler, Layers cannot be present when PackageType is of type `Image`');
  }
  if (needsImage) return;
  if (!isSet(runtime) || !isSet(handler)) throw refuseResource(id, 'Runtime and Handler needs to be present when PackageType is of type `Zip`');
  if (isSet(config)) throw refuseResource(id, 'ImageUri or ImageConfig cannot be present when PackageType is of type `Zip`');
}

/** With `AutoPublishAlias`, events call the alias of a published version. */
function aliasResources(resource: SamResource, code: unknown, { parameters }: Translation): readonly Made[] {
  const { id, properties } = resource;
  const { AutoPublishAlias: alias } = properties;
  if (!isSet(alias)) return [];
  const name = resolveParameters(alias, parameters);
  if (typeof name !== 'string') throw refuseResource(id, "'AutoPublishAlias' must be a string or a Ref to a template parameter");
  const sha = resolveParameters(properties['AutoPublishCodeSha256'], parameters);
  const versionId = hashedId(`${id}Version`, sha ?? code);
  return [
    derived(resource)(versionId, 'AWS::Lambda::Version', { FunctionName: { Ref: id } }),
    derived(resource)(`${id}Alias${name.replaceAll('-', 'D').replaceAll('_', 'U')}`, 'AWS::Lambda::Alias', {
      Name: name, FunctionName: { Ref: id }, FunctionVersion: { 'Fn::GetAtt': [versionId, 'Version'] },
    }),
  ];
}
