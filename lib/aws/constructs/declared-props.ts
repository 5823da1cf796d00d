import type { aws_lambda as lambda, aws_lambda_nodejs as nodejs } from 'aws-cdk-lib';
import { Destination, type BundlingOptions, type FunctionProps } from '../../constructs';
import { currentSourceLine } from '../../props';
import { ARCHITECTURES, LOG_FORMATS, LOG_LEVELS, nodeRuntime, type FunctionSpec } from '../../spec';
import { entryBeside } from '../../synth';
import { awsCdk } from '../aws-cdk';
import type { ProxyFunctionProps } from './proxy-function-props';
import { runtimeNamed } from './runtime-name';

interface Declaration {
  readonly runtime: lambda.Runtime;
  /** Id of the construct. */
  readonly id: string;
}

/** Returns the props that the local gateway uses for a function of a stack. They follow the rules of the runtime that Lambda uses. */
export function declaredProps(props: ProxyFunctionProps, { runtime, id }: Declaration): FunctionProps {
  const { code, handler, functionName, description, memorySize, timeout, environment, concurrency, maxInstances } = props;
  const _runtime = runtimeNamed(runtime.name);
  // other languages have no entry
  const isBundled = code === undefined && (_runtime === undefined || nodeRuntime(_runtime) !== undefined);
  const entry = props.entry ?? (isBundled ? defaultEntry(id) : undefined);
  return {
    entry, code, handler, description, memorySize, timeout, environment, concurrency, maxInstances,
    // one that is made when the stack is deployed does not count here
    functionName: awsCdk().Token.isUnresolved(functionName) ? undefined : functionName,
    deadLetter: props.deadLetter ?? (props.retryAttempts === undefined ? undefined : { retryAttempts: props.retryAttempts }),
    onFailure: Destination._isDestination(props.onFailure) ? props.onFailure : undefined,
    bundling: localBundling(props.bundling),
    _runtime,
    _logging: loggingOf(props),
    _architecture: ARCHITECTURES.find((known) => known === props.architecture?.name),
  };
}

/** How a function logs, of the names that the CDK has for it; a level is for lines in JSON. */
function loggingOf({ loggingFormat, logFormat, applicationLogLevelV2, applicationLogLevel }: ProxyFunctionProps): FunctionSpec['logging'] {
  const format = LOG_FORMATS.find((known) => known === (loggingFormat ?? logFormat));
  const level = LOG_LEVELS.find((known) => known === (applicationLogLevelV2 ?? applicationLogLevel));
  return format && { format, ...(level === undefined ? {} : { level }) };
}

/** As with NodejsFunction: the file with the stack's name and the function's id. */
function defaultEntry(id: string): string | undefined {
  const file = currentSourceLine()?.replace(/:\d+:\d+$/, '');
  return file === undefined ? undefined : entryBeside(file, id);
}

/** Modules that Lambda provides, as `externalModules` names them. */
const OF_LAMBDA = /^(aws-sdk|@aws-sdk\/.+|@smithy\/.+)$/;

/** Returns the options of NodejsFunction that change what the code does; modules that Lambda provides are bundled. */
function localBundling(bundling: nodejs.BundlingOptions = {}): BundlingOptions {
  const { minify, sourceMap, define, loader, tsconfig, mainFields, inject, banner, footer, keepNames, format } = bundling;
  const ofEsbuild = { loader, tsconfig, mainFields, inject, banner, footer, keepNames, format };
  const isSet = Object.values(ofEsbuild).some((option) => option !== undefined);
  const externalModules = bundling.externalModules?.filter((name) => !OF_LAMBDA.test(name));
  return { minify, sourceMap, define, externalModules, ...(isSet ? { _esbuild: ofEsbuild } : {}) };
}
