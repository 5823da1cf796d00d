import type { aws_lambda as lambda } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import { ProxyFunction as DeclaredFunction } from '../../constructs';
import { nodeRuntime, runsHere, type RuntimeName } from '../../spec';
import { hasScript } from '../../synth';
import { deployedDirectory, deployedFiles, deployedSettings, deployedSource, layersOf, underlyingFunction, whyUnavailable } from './deployed-function';
import type { ExistingFunctionOptions } from './existing-function-options';
import { declaredOf, inStack, runBy } from '../render/functions-of-stack';

interface ExistingFunctionProps extends ExistingFunctionOptions {
  readonly existing: lambda.IFunction;
  readonly _named?: Construct;
}

/** Id of the construct that stands for a Lambda function, below it. */
const STAND_IN = 'Gateway';

/** A function that exists: Lambda runs it unchanged, the local gateway runs its code or a stand-in. */
export class ExistingFunction extends DeclaredFunction {
  private readonly existing: lambda.IFunction;
  private readonly options: ExistingFunctionOptions;
  private files?: ReadonlyMap<string, Uint8Array>;

  public constructor(scope: Construct, id: string, { existing, ...overrides }: ExistingFunctionProps) {
    const options = { ...sourceBehind(existing), ...overrides };
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

  /** A stand-in is JavaScript, unless it is a directory without the file of such a handler. */
  public override get _runtimeName(): RuntimeName | undefined {
    const { runtime } = deployedSettings(this.existing);
    return runsHere(runtime) && !this.hasScript() ? runtime : nodeRuntime(runtime);
  }

  public override get _sourceDirectory(): string | undefined {
    return nodeRuntime(this._runtimeName) === undefined ? this._source?.file ?? deployedSource(this.existing) : undefined;
  }

  public override get _layers(): ReturnType<typeof layersOf> {
    return layersOf(this.existing);
  }

  public override get _handler(): string {
    if (this._source !== undefined) return super._handler;
    return deployedSettings(this.existing).handler ?? super._handler;
  }

  public override _toSpec(): ReturnType<DeclaredFunction['_toSpec']> {
    const { runtime: deployed, environment, ...settings } = deployedSettings(this.existing);
    const unavailable = this._source === undefined ? whyUnavailable(this.existing) : undefined;
    const runtime = unavailable === undefined ? this._runtimeName : deployed;
    const { architecture, logging, memoryMiB, timeoutMs } = settings;
    const variables = { ...environment, ...this.options.environment };
    return { ...super._toSpec(), unavailable, runtime, architecture, logging, memoryMiB, timeoutMs, environment: variables };
  }

  private hasScript(): boolean {
    if (this._source === undefined || this._bundling !== undefined) return this._bundling !== undefined;
    return hasScript(this._source.file, this._handler);
  }
}

/** The construct that stands for a Lambda function which a method or an authorizer calls, made once. */
export function standInFor(existing: lambda.IFunction): DeclaredFunction {
  const known = existing.node.tryFindChild(STAND_IN);
  return DeclaredFunction.isProxyFunction(known) ? known : new ExistingFunction(existing, STAND_IN, { existing, _named: existing });
}

/** The source of a function of this library whose alias or version is called. */
function sourceBehind(existing: lambda.IFunction): Pick<ExistingFunctionOptions, 'entry' | 'code' | 'handler' | 'bundling'> {
  const declared = declaredOf(underlyingFunction(existing));
  if (declared?._source === undefined) return {};
  const { _source: { file }, _handler: handler, _bundling: bundling } = declared;
  return bundling === undefined ? { code: file, handler } : { entry: file, handler, bundling };
}
