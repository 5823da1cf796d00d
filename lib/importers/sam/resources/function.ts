import path from 'node:path';
import { refuseResource } from '../refuse';
import { resolveParameters } from '../parameters';
import { hashedId } from '../logical-id';
import { codeLocation } from '../s3-location';
import { derived, main, tagList, type Made, type SamResource, type Translation } from '../translation';
import { functionEvents, linkEvents } from '../events/function-events';
import type { Target } from '../events/api-event';
import { isMap, isSet, member, printed, type JsonMap } from '../value';
import { checkAfterCode, checkBeforeCode } from './function-checks';
import { checkPolicies } from './policies';

const COPIED = [
  'FunctionName', 'Handler', 'Runtime', 'Description', 'MemorySize', 'Timeout', 'VpcConfig', 'Environment', 'KmsKeyArn', 'ReservedConcurrentExecutions',
  'Layers', 'FileSystemConfigs', 'ImageConfig', 'PackageType', 'Architectures', 'SnapStart', 'EphemeralStorage', 'CodeSigningConfigArn',
  'RuntimeManagementConfig', 'LoggingConfig', 'TenancyConfig', 'RecursiveLoop', 'DurableConfig',
] as const;

/** An AWS::Serverless::Function becomes a Lambda function, its role, an alias where asked for, and what its `Api` events need. */
export function translateFunction(resource: SamResource, translation: Translation): readonly Made[] {
  const { id, properties } = resource;
  const linked = linkEvents(resource, translation);
  checkBeforeCode(id, properties);
  const code = builtFrom(resource, functionCode(id, properties));
  checkPackage(id, properties);
  const alias = aliasResources(resource, code, translation);
  checkAfterCode(id, properties, translation);
  checkPolicies(id, properties['Policies']);
  const role = properties['Role'] === undefined ? [executionRole(resource)] : [];
  const own = main(resource)(id, 'AWS::Lambda::Function', functionProperties(resource, code));
  const target = alias.length > 0 ? aliasTarget(alias) : { reference: { Ref: id }, arn: `${id}.Arn` };
  return [own, ...alias, ...role, ...functionEvents(resource, { events: linked, target }, translation)];
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
function functionCode(id: string, properties: JsonMap): unknown {
  const { PackageType: given, InlineCode: inline, CodeUri: uri, ImageUri: image, SourceKMSKeyArn: key } = properties;
  const type = isSet(given) ? given : 'Zip';
  if (type === 'Image') return imageCode(id, image);
  if (type !== 'Zip') throw refuseResource(id, `invalid 'PackageType' : ${printed(given)}`);
  if (!isGiven(inline) && !isGiven(uri)) throw refuseResource(id, "Only one of 'InlineCode' or 'CodeUri' can be set.");
  const code = isGiven(inline) ? { ZipFile: inline } : codeLocation(id, 'CodeUri', uri);
  return isSet(key) && isMap(code) ? { ...code, SourceKMSKeyArn: key } : code;
}

/** Empty text is given, null is not. */
function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null;
}

/** The entry point that `sam build` bundles into the handler's module, which may be in another directory. */
function builtFrom({ attributes, properties }: SamResource, code: unknown): unknown {
  const metadata = attributes['Metadata'];
  const entries = member(member(metadata, 'BuildProperties'), 'EntryPoints');
  if (typeof code !== 'string' || member(metadata, 'BuildMethod') !== 'esbuild' || !Array.isArray(entries)) return code;
  const module = moduleName(String(properties['Handler']));
  const entry = entries.map(String).find((one) => moduleName(one) === module);
  return entry === undefined ? code : path.posix.join(code, entry);
}

function moduleName(file: string): string {
  return path.posix.basename(file).replace(/\..*$/, '');
}

/** `sam build` makes the image of a function that names a Dockerfile and no image. */
function imageCode(id: string, image: unknown): JsonMap {
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
  const given = properties['AutoPublishAlias'];
  if (isSet(properties['ProvisionedConcurrencyConfig']) && !isSet(given)) {
    throw refuseResource(id, 'To set ProvisionedConcurrencyConfig AutoPublishALias must be defined on the function');
  }
  if (!isSet(given)) return [];
  const name = resolveParameters(given, parameters);
  if (typeof name !== 'string') throw refuseResource(id, "'AutoPublishAlias' must be a string or a Ref to a template parameter");
  const sha = resolveParameters(properties['AutoPublishCodeSha256'], parameters);
  if (isSet(sha) && typeof sha !== 'string') throw refuseResource(id, 'AutoPublishCodeSha256 must be a string');
  checkAliasName(id, name);
  const versionId = hashedId(`${id}Version`, sha ?? code);
  return [
    derived(resource)(versionId, 'AWS::Lambda::Version', { FunctionName: { Ref: id } }),
    derived(resource)(`${id}Alias${name.replaceAll('-', 'D').replaceAll('_', 'U')}`, 'AWS::Lambda::Alias', {
      Name: name, FunctionName: { Ref: id }, FunctionVersion: { 'Fn::GetAtt': [versionId, 'Version'] },
    }),
  ];
}

function checkAliasName(id: string, name: string): void {
  if (name === '') throw refuseResource(id, 'Alias name is required to create an alias');
  if (/^(?!^[0-9]+$)([a-zA-Z0-9\-_]+)$/.test(name)) return;
  throw refuseResource(
    id, `AutoPublishAlias name ('${name}') must contain only alphanumeric characters, hyphens, or underscores `
    + 'matching (?!^[0-9]+$)([a-zA-Z0-9-_]+) pattern.',
  );
}

function aliasTarget(resources: readonly Made[]): Target {
  const id = resources.at(-1)?.id ?? '';
  return { reference: { Ref: id }, arn: id };
}

/** The role that SAM makes, with the policies as they are given: no policy has an effect where functions run as local processes. */
function executionRole(resource: SamResource): Made {
  const { AssumeRolePolicyDocument: trust, Policies: policies, PermissionsBoundary: boundary } = resource.properties;
  const statement = { Effect: 'Allow', Action: ['sts:AssumeRole'], Principal: { Service: ['lambda.amazonaws.com'] } };
  return derived(resource)(`${resource.id}Role`, 'AWS::IAM::Role', {
    AssumeRolePolicyDocument: trust ?? { Version: '2012-10-17', Statement: [statement] },
    ...(policies === undefined ? {} : { Policies: policies }),
    ...(boundary === undefined ? {} : { PermissionsBoundary: boundary }),
  });
}
