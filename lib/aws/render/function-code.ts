import type { aws_lambda as lambda, aws_s3_assets as s3assets } from 'aws-cdk-lib';
import path from 'node:path';
import type { ProxyFunction } from '../../constructs';
import { issue, throwIfErrors, type Issue } from '../../errors';
import {
  buildTool, bundleForLambda, codeOfFunction, copiedFamily, digestOf, leavesBundling, missingDirectory, programOf, wantedDirectory,
  withModules, withPackage, writeFiles, type CodeFiles, type MadeCode,
} from '../../synth';
import { hasSdkV2 } from '../../spec';
import { awsCdk } from '../aws-cdk';
import { stagedCode } from './staged-code';
import type { ProxyFunctionProps } from '../constructs/proxy-function-props';

/** Code that was bundled for the gateway's assembly. */
const OWN_CODE = new WeakMap<ProxyFunction, MadeCode>();

/** In place of a bundle in templates that are not deployed: the command line bundles functions itself. */
const NOT_BUNDLED: CodeFiles = new Map([['index.js', Buffer.from('// not bundled\n')]]);

/** Options with which the code of a function is bundled. */
export interface CodeOptions extends Pick<ProxyFunctionProps, 'bundling' | 'projectRoot' | 'depsLockFilePath' | 'awsSdkConnectionReuse'> {
  readonly runtime: lambda.Runtime;
}

/** Options of NodejsFunction that this library follows itself, byte for byte; it is faster by not starting a process for each function. */
const FOLLOWED = new Set(['minify', 'sourceMap', 'externalModules', 'define']);

/** Whether NodejsFunction has to make the code: templates that are not deployed never need that. */
export function needsNodejsFunction({ bundling = {}, awsSdkConnectionReuse, runtime }: Omit<CodeOptions, 'runtime'> & { readonly runtime?: lambda.Runtime }): boolean {
  if (leavesBundling()) return false;
  const unfollowed = Object.entries(bundling).filter(([name, value]) => value !== undefined && !FOLLOWED.has(name));
  return unfollowed.length > 0 || awsSdkConnectionReuse !== undefined || (runtime !== undefined && hasSdkV2(runtime.name));
}

/** Bundles that were made for Lambda. */
const FOR_LAMBDA = new WeakMap<ProxyFunction, CodeFiles>();

/**
 * The code of a function as an asset of the cloud assembly: the same asset that NodejsFunction or `Code.fromAsset` creates. Nothing is
 * bundled for a stack that is not deployed (`cdk deploy Other`).
 * @throws DEFINITION_INVALID with what is wrong with the source
 */
export function assetCode(fn: ProxyFunction, options: CodeOptions): lambda.Code {
  const { Stack } = awsCdk();
  const isCopied = copiedFamily(fn) !== undefined;
  if (isCopied) throwIfErrors(fn.node.path, fn._sourceIssues.length > 0 ? fn._sourceIssues : missingDirectory(fn));
  if (fn._source === undefined) throw new TypeError(`${fn.node.path} has no source`); // only functions that exist elsewhere have none
  const { bundlingRequired } = Stack.of(fn);
  if (fn._bundling !== undefined) {
    return stagedCode(fn._source.projectDirectory, bundledAsset(fn, bundlingRequired && !leavesBundling() ? options : undefined));
  }
  // it may get layers later, which are part of what is checked
  if (bundlingRequired && !isCopied) checkCode(fn);
  return stagedCode(fn._source.file);
}

/** The asset is named by its contents, as in NodejsFunction. CDK distinguishes bundles of one directory by `command`. */
function bundledAsset(fn: ProxyFunction, options: CodeOptions | undefined): s3assets.AssetOptions {
  const { AssetHashType, DockerImage } = awsCdk();
  const files = options && lambdaFiles(fn, options);
  return {
    ...(files === undefined ? { assetHashType: AssetHashType.CUSTOM, assetHash: 'not-bundled' } : { assetHashType: AssetHashType.OUTPUT }),
    bundling: {
      image: DockerImage.fromRegistry('unused'), // the files are there already
      command: ['esbuild', fn.node.path],
      local: {
        tryBundle: (directory) => {
          writeFiles(directory, files ?? NOT_BUNDLED);
          return true;
        },
      },
    },
  };
}

function lambdaFiles(fn: ProxyFunction, { runtime, bundling, projectRoot, depsLockFilePath }: CodeOptions): CodeFiles {
  const directory = path.resolve(awsCdk().Stage.of(fn)?.assetOutdir ?? '.', 'bundle'); // as deep as that of CDK
  const lockDirectory = depsLockFilePath === undefined ? undefined : path.resolve(path.dirname(depsLockFilePath));
  const bundle = bundleForLambda(fn, {
    target: targetOf(runtime), providedModules: providedModules(fn, runtime), directory,
    projectRoot: projectRoot === undefined ? lockDirectory : path.resolve(projectRoot), externalModules: bundling?.externalModules,
  });
  const { files, issues = [] } = bundle ?? {};
  throwIfErrors(fn.node.path, issues);
  if (files === undefined) throw new TypeError(`${fn.node.path} has neither code nor an error`);
  FOR_LAMBDA.set(fn, files);
  return files;
}

/** esbuild's name for the Node.js of a runtime. */
function targetOf({ name }: lambda.Runtime): string {
  return `node${/^nodejs(\d+)/.exec(name)?.[1] ?? '20'}`;
}

/** Returns the modules that NodejsFunction leaves out of bundles: none where the runtime may change later. */
function providedModules(fn: ProxyFunction, { name, isVariable }: lambda.Runtime): string[] {
  if (isVariable) return [];
  if (hasSdkV2(name)) return ['aws-sdk'];
  const hasNoSmithy = awsCdk().FeatureFlags.of(fn).isEnabled('@aws-cdk/aws-lambda-nodejs:sdkV3ExcludeSmithyPackages') === true;
  return ['@aws-sdk/*', ...(hasNoSmithy ? ['@smithy/*'] : [])];
}

/**
 * The code of a function for the gateway here, with all modules in it: Lambda's and those of layers are not there. One that is not
 * installed is a warning, and the function fails when it imports it.
 */
export function madeCode(fn: ProxyFunction): MadeCode {
  const unsuitable = wantedDirectory() === undefined ? notDeployable(fn) : undefined;
  if (unsuitable !== undefined) return { issues: unsuitable };
  const complete = ownCode(fn);
  if (copiedFamily(fn) !== undefined) return complete;
  const lambdaFiles = FOR_LAMBDA.get(fn);
  // the modules of a function that exists already were looked for when its code was read
  const hasLayers = fn._source !== undefined && fn._layers.length > 0;
  const hasAll = complete.code !== undefined && (fn._bundling?.externalModules ?? []).length === 0 && !hasLayers;
  const bundled = complete.code?.files ?? (lambdaFiles && withPackage(lambdaFiles));
  if (hasAll || bundled === undefined) return complete;
  const { files = bundled, issues } = withModules(fn, bundled);
  return { issues, code: { digest: digestOf(files), files, handler: fn._handler } };
}

/**
 * Refuses to deploy a program that is built here, which is for this machine; Lambda builds no projects. Without the command line, an
 * app runs for what is deployed. @returns undefined if the code can be
 */
function notDeployable(fn: ProxyFunction): Issue[] | undefined {
  const { _runtimeName: runtime = 'a custom runtime', _source: source, node: { path: location } } = fn;
  const build = programOf(fn);
  const tool = source === undefined ? undefined : buildTool(copiedFamily(fn) ?? 'nodejs', source.file);
  if (build === undefined && tool === undefined) return undefined;
  // one in place of a function that exists is never deployed
  if (fn._toSpec().external !== undefined) return [];
  if (build !== undefined) return [issue('FUNCTION_BOOTSTRAP_MISSING', location, { runtime, path: build.directory })];
  return [issue('FUNCTION_PROJECT_NOT_DEPLOYED', location, { path: source?.file ?? '', tool: tool ?? '' })];
}

/** The code without what layers bring: it may be needed before the function has them. */
function ownCode(fn: ProxyFunction): MadeCode {
  const known = OWN_CODE.get(fn) ?? codeOfFunction(fn);
  OWN_CODE.set(fn, known);
  return known;
}

/** @throws DEFINITION_INVALID */
function checkCode(fn: ProxyFunction): void {
  const { code, issues } = ownCode(fn);
  throwIfErrors(fn.node.path, issues);
  if (code === undefined) throw new TypeError(`${fn.node.path} has neither code nor an error`);
}
