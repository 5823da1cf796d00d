import type { aws_lambda as lambda } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import { ProxyFunction as DeclaredFunction } from '../../constructs';
import { deployedFiles, deployedSettings } from './deployed-function';
import type { ExistingFunctionOptions } from './existing-function-options';
import { inStack, runBy } from '../render/functions-of-stack';

interface ExistingFunctionProps extends ExistingFunctionOptions {
  readonly existing: lambda.IFunction;
}

/** A function that exists: Lambda runs it unchanged, the local gateway runs its code or a stand-in. */
export class ExistingFunction extends DeclaredFunction {
  private readonly existing: lambda.IFunction;
  private readonly options: ExistingFunctionOptions;
  private files?: ReadonlyMap<string, Uint8Array>;

  public constructor(scope: Construct, id: string, { existing, ...options }: ExistingFunctionProps) {
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

  public override get _handler(): string {
    if (this._source !== undefined) return super._handler;
    return deployedSettings(this.existing).handler ?? super._handler;
  }

  public override _toSpec(): ReturnType<DeclaredFunction['_toSpec']> {
    const { runtime, memoryMiB, timeoutMs, environment } = deployedSettings(this.existing);
    return { ...super._toSpec(), runtime, memoryMiB, timeoutMs, environment: { ...environment, ...this.options.environment } };
  }
}
