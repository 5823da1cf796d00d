import type { aws_lambda as lambda } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import { ProxyFunction as DeclaredFunction, type IProxyFunction } from '../../constructs';
import { deployedDirectory, deployedFiles, deployedSettings, isLambdaFunction, layersOf, underlyingFunction, whyUnavailable } from './deployed-function';
import type { ExistingFunctionOptions } from './existing-function-options';
import { declaredOf, inStack, runBy } from '../render/functions-of-stack';

interface ExistingFunctionProps extends ExistingFunctionOptions {
  readonly existing: lambda.IFunction;
  readonly _named?: Construct;
}

/** Id of what stands for a Lambda function, below it. */
const ADOPTED = 'Gateway';

/** A function that exists: Lambda runs it unchanged, the local gateway runs its code or a stand-in. */
export class ExistingFunction extends DeclaredFunction {
  private readonly existing: lambda.IFunction;
  private readonly options: ExistingFunctionOptions;
  private files?: ReadonlyMap<string, Uint8Array>;

  public constructor(scope: Construct, id: string, { existing, ...given }: ExistingFunctionProps) {
    const options = { ...sourceBehind(existing), ...given };
    super(scope, id, { ...options, _external: existing.node.path });
    this.existing = existing;
    this.options = options;
    runBy(inStack(this), existing);
  }

  /** The code is read once, when the definition is complete: until then the function may change. */
  public override get _files(): ReadonlyMap<string, Uint8Array> | undefined {
    if (this._source !== undefined) return undefined;
    this.files ??= deployedFiles(this.existing);
    return this.files;
  }

  public override get _codeDirectory(): string | undefined {
    return deployedDirectory(this.existing);
  }

  public override get _layers(): ReturnType<typeof layersOf> {
    return layersOf(this.existing);
  }

  public override get _handler(): string {
    if (this._source !== undefined) return super._handler;
    return deployedSettings(this.existing).handler ?? super._handler;
  }

  public override _toSpec(): ReturnType<DeclaredFunction['_toSpec']> {
    const { runtime, memoryMiB, timeoutMs, environment } = deployedSettings(this.existing);
    const unavailable = this._source === undefined ? whyUnavailable(this.existing) : undefined;
    return { ...super._toSpec(), unavailable, runtime, memoryMiB, timeoutMs, environment: { ...environment, ...this.options.environment } };
  }
}

/** What stands for a Lambda function that a method or an authorizer calls, made once; undefined for other values. */
export function adoptFunction(value: object): DeclaredFunction | undefined {
  if (!isLambdaFunction(value)) return undefined;
  const known = value.node.tryFindChild(ADOPTED);
  return DeclaredFunction.isProxyFunction(known) ? known : new ExistingFunction(value, ADOPTED, { existing: value, _named: value });
}

/** What a handler is called as by an integration or authorizer of aws-cdk-lib; undefined for values that are not functions. */
export function calledFunction(handler: unknown): IProxyFunction | undefined {
  if (typeof handler !== 'object' || handler === null) return undefined;
  return 'toIntegration' in handler && DeclaredFunction.isProxyFunction(handler) ? handler : adoptFunction(handler);
}

/** The source of a function of this library whose alias or version is called. */
function sourceBehind(existing: lambda.IFunction): Pick<ExistingFunctionOptions, 'entry' | 'code' | 'handler' | 'bundling'> {
  const declared = declaredOf(underlyingFunction(existing));
  if (declared?._source === undefined) return {};
  const { _source: { file }, _handler: handler, _bundling: bundling } = declared;
  return bundling === undefined ? { code: file, handler } : { entry: file, handler, bundling };
}
