import type { aws_lambda as lambda, aws_s3_assets as assets, IResolvable, ITokenResolver } from 'aws-cdk-lib';
import type { IConstruct } from 'constructs';
import path from 'node:path';
import { ARCHITECTURES, LOG_FORMATS, LOG_LEVELS, runtimeFamily, whyNotHere, type Architecture, type FunctionSpec, type RuntimeFamily } from '../../spec';
import { filesOfDirectory, withPackage, type CodeFiles } from '../../synth';
import { awsCdk } from '../aws-cdk';
import { runtimeNamed } from './runtime-name';

/** Settings of a Lambda function that the CDK knows and that apply locally too; none for a function that is only referred to. */
export interface DeployedSettings {
  readonly handler?: string;
  /** Name of the runtime in specs; for a language other than JavaScript, Lambda's identifier of the runtime. */
  readonly runtime?: string;
  readonly architecture?: Architecture;
  readonly logging?: FunctionSpec['logging'];
  readonly memoryMiB?: number;
  readonly timeoutMs?: number;
  /** Values may contain tokens. */
  readonly environment: Readonly<Record<string, string>>;
}

/** Variables that concern Lambda's process, not the function. */
const ABOUT_THE_PROCESS = /^(NODE_OPTIONS$|LD_|AWS_LAMBDA_)/;

/** The variables that the local gateway sets as well. */
export function variablesHere(variables: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(variables).filter(([name]) => !ABOUT_THE_PROCESS.test(name)));
}

/** The settings of a function that this app creates. Read them when the definition is complete. */
export function deployedSettings(fn: lambda.IFunction): DeployedSettings {
  const resource = resourceOf(fn);
  if (resource === undefined) return { environment: {} };
  const { handler, memorySize, runtime, timeout, architectures } = resource;
  const architecture = ARCHITECTURES.find((known) => isKnown(architectures) && architectures[0] === known);
  return {
    ...(isKnown(handler) ? { handler } : {}),
    ...(isKnown(runtime) ? { runtime: runtimeNamed(runtime) ?? runtime } : {}),
    ...(architecture === undefined ? {} : { architecture }),
    logging: loggingOf(resource),
    ...(isKnown(memorySize) ? { memoryMiB: memorySize } : {}),
    ...(isKnown(timeout) ? { timeoutMs: timeout * 1000 } : {}),
    environment: environmentOf(resource),
  };
}

/**
 * The files of a function whose language runs here: its inline code, or, of JavaScript, its directory in the cloud assembly. Other
 * functions have none, and other languages are copied from their directory.
 */
export function deployedFiles(fn: lambda.IFunction): CodeFiles | undefined {
  const resource = resourceOf(fn);
  const language = isKnown(resource?.runtime) ? languageOf(resource.runtime) : undefined;
  if (resource === undefined || language === undefined) return undefined;
  const code = resource.code as lambda.CfnFunction.CodeProperty; // as the L2 sets it
  if (isKnown(code.zipFile)) return inlineFiles(code.zipFile, language);
  const directory = language === 'nodejs' ? deployedDirectory(fn) : undefined;
  return directory === undefined ? undefined : filesOfDirectory(directory);
}

/** The family of a runtime that runs here; older Node.js does. */
function languageOf(runtime: string): RuntimeFamily | undefined {
  return runtimeNamed(runtime) === undefined && !runtime.startsWith('nodejs') ? undefined : runtimeFamily(runtime);
}

/** Lambda takes inline code of Node.js and Python. */
function inlineFiles(text: string, language: RuntimeFamily): CodeFiles | undefined {
  if (language === 'nodejs') return withPackage(new Map([['index.js', Buffer.from(text)]]));
  return language === 'python' ? new Map([['index.py', Buffer.from(text)]]) : undefined;
}

/** The directory of a function's code in the cloud assembly. */
export function deployedDirectory(fn: lambda.IFunction): string | undefined {
  const resource = resourceOf(fn);
  if (resource === undefined) return undefined;
  const asset = assetOf(resource, resource.code as lambda.CfnFunction.CodeProperty); // as the L2 sets it
  return asset === undefined ? undefined : directoryOf(asset);
}

/** The directory that an asset of the app is made from. */
export function deployedSource(fn: lambda.IFunction): string | undefined {
  const resource = resourceOf(fn);
  const asset = resource && assetOf(resource, resource.code as lambda.CfnFunction.CodeProperty); // as the L2 sets it
  const staging = asset?.node.tryFindChild('Stage');
  return staging !== undefined && 'sourcePath' in staging && typeof staging.sourcePath === 'string' ? staging.sourcePath : undefined;
}

/** A function's layers that this app makes, with the directories of their contents. */
export function layersOf(fn: lambda.IFunction): { readonly name: string; readonly directory: string }[] {
  const underlying = underlyingFunction(fn);
  const layers = '_layers' in underlying && Array.isArray(underlying._layers) ? underlying._layers as lambda.ILayerVersion[] : []; // of the L2
  return layers.flatMap((layer) => {
    const asset = layer.node.tryFindChild('Code');
    const directory = asset !== undefined && isAsset(asset) ? directoryOf(asset) : undefined;
    return directory === undefined ? [] : [{ name: layer.node.id, directory }];
  });
}

/** The function itself, or the function behind an alias or version. */
export function underlyingFunction(fn: lambda.IFunction): lambda.IFunction {
  const of = 'lambda' in fn ? (fn as lambda.IVersion).lambda : fn; // of aliases and versions only
  return of === fn || of === undefined ? fn : underlyingFunction(of);
}

/** Why a function cannot run here, and what helps; undefined for one whose code is here. */
export function whyUnavailable(fn: lambda.IFunction): string | undefined {
  const resource = resourceOf(fn);
  const reason = resource === undefined ? 'its code is not part of this app' : whyNoCode(fn, resource);
  return reason && `${reason}; ${STAND_IN}`;
}

const STAND_IN = 'give a stand-in for it: ProxyFunction.fromFunction(scope, id, fn, { entry })';

function whyNoCode(fn: lambda.IFunction, { runtime, packageType, stack }: lambda.CfnFunction): string | undefined {
  if (packageType === 'Image') return 'it is a container image';
  if (!isKnown(runtime)) return 'it runs on a runtime that is not known';
  if (languageOf(runtime) === undefined) return `it ${whyNotHere(runtime)}`;
  if (!stack.bundlingRequired) return undefined;
  return (deployedFiles(fn) ?? deployedDirectory(fn)) === undefined ? 'its code is neither inline nor a directory of the cloud assembly' : undefined;
}

/** The resource in the template; for an alias or version, that of its function. */
function resourceOf(fn: lambda.IFunction): lambda.CfnFunction | undefined {
  const { CfnFunction } = awsCdk().aws_lambda;
  const resource = underlyingFunction(fn).node.defaultChild;
  return isResource(resource, CfnFunction.CFN_RESOURCE_TYPE_NAME) ? resource : undefined;
}

function isResource(value: IConstruct | undefined, type: string): value is lambda.CfnFunction {
  const { CfnResource } = awsCdk();
  return value !== undefined && CfnResource.isCfnResource(value) && value.cfnResourceType === type;
}

function isKnown<Value>(value: Value): value is NonNullable<Value> {
  return value !== undefined && value !== null && !awsCdk().Token.isUnresolved(value);
}

/** How a function logs; undefined where that is known only after deployment. */
function loggingOf(resource: lambda.CfnFunction): FunctionSpec['logging'] {
  const config = onceResolved(resource.loggingConfig, resource) as lambda.CfnFunction.LoggingConfigProperty | undefined; // its type
  const format = LOG_FORMATS.find((known) => known === config?.logFormat);
  const level = LOG_LEVELS.find((known) => known === config?.applicationLogLevel);
  return format && { format, ...(level === undefined ? {} : { level }) };
}

/** The function's current settings, with references unresolved. */
function environmentOf(resource: lambda.CfnFunction): Record<string, string> {
  const environment = onceResolved(resource.environment, resource) as lambda.CfnFunction.EnvironmentProperty | undefined; // its type
  const variables = onceResolved(environment?.variables, resource) ?? {};
  return Object.fromEntries(Object.entries(variables).filter((entry): entry is [string, string] =>
    typeof entry[1] === 'string' && !ABOUT_THE_PROCESS.test(entry[0])));
}

/** A lazy value, without resolving the tokens inside it. */
function onceResolved<Value>(value: Value | IResolvable, scope: IConstruct): Value {
  const { Tokenization } = awsCdk();
  if (!Tokenization.isResolvable(value)) return value;
  const resolver: ITokenResolver = {
    resolveToken: (token, context) => token.resolve(context),
    resolveString: (fragments) => fragments.firstValue,
    resolveList: (list) => list,
  };
  return Tokenization.resolve(value, { scope, resolver }) as Value; // by the one who made the value
}

/** The asset with the code, which may belong to another function with the same code. */
function assetOf(resource: lambda.CfnFunction, { s3Key }: lambda.CfnFunction.CodeProperty): assets.Asset | undefined {
  const { Stack } = awsCdk();
  const keyOf = (key: unknown) => JSON.stringify(Stack.of(resource).resolve(key));
  const wanted = keyOf(s3Key);
  const isWanted = (construct: IConstruct): construct is assets.Asset => isAsset(construct) && keyOf(construct.s3ObjectKey) === wanted;
  const own = resource.node.scope?.node.tryFindChild('Code');
  return own !== undefined && isWanted(own) ? own : Stack.of(resource).node.findAll().find(isWanted);
}

/** Recognized by the members that are used, because another copy of the package has different classes. */
function isAsset(construct: IConstruct): construct is assets.Asset {
  return 'assetPath' in construct && 's3ObjectKey' in construct && 'isFile' in construct;
}

/** Absolute; undefined for an archive, and for a stack that is not deployed and so bundles nothing. */
function directoryOf(asset: assets.Asset): string | undefined {
  const { Stack, Stage } = awsCdk();
  if (asset.isFile || !Stack.of(asset).bundlingRequired) return undefined;
  return path.resolve(Stage.of(asset)?.outdir ?? '.', asset.assetPath);
}
