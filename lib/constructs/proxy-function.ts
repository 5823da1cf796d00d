import path from 'node:path';
import { Construct, type IConstruct } from 'constructs';
import { GatewayError, type Issue } from '../errors';
import type { Architecture, FunctionSpec, RuntimeName } from '../spec';
import { acceptProps, checkProps, reportIssue, type PropsClass, type StructName } from '../props';
import type { BundlingOptions } from './bundling-options';
import { nameOf } from './construct-name';
import { NamedFunction } from './named-function';
import type { IDuration } from './duration';
import { isJavaScript, layerIssues, rangeIssues, sourceIssues } from './function-issues';
import type { FunctionArchitecture } from './function-architecture';
import type { FunctionRuntime } from './function-runtime';
import { ProxyIntegration } from './integrations/proxy';
import type { Integration, IProxyFunction } from './integrations/integration';
import { locateSource, type SourceLocation } from './project';
import { enumValue, type DestinationInput, type FunctionInput } from './spec-input';

const MARK = Symbol.for('synthgate.ProxyFunction');
const DESTINATION = Symbol.for('synthgate.Destination');

/** Retries of asynchronous events. */
export interface DeadLetterOptions {
  /**
   * Retries after the first attempt, 0 to 2. An event that runs out of retries becomes a dead letter.
   * @default 2
   */
  readonly retryAttempts?: number;
}

/** The code of a function and how it runs, wherever it runs. */
export interface FunctionProps {
  /**
   * Source file (TypeScript or JavaScript) that esbuild bundles, absolute or relative to the working directory.
   * Either `entry` or `code`.
   * @default - `code` must be set
   */
  readonly entry?: string;

  /**
   * Directory to use unchanged, absolute or relative to the working directory. Either `entry` or `code`. Functions in other languages than
   * JavaScript have it; virtual environments in it are left out.
   * @default - `entry` must be set
   */
  readonly code?: string;

  /**
   * Entry point: with `entry` the name of the export, with `code` `<file without extension>.<export>`, in Python of a function.
   * @default - `handler`, or `index.handler`
   */
  readonly handler?: string;

  /**
   * Name of the function in the spec: letters, digits, `_` and `-`.
   * @default - the construct path below the app, joined by `-`
   */
  readonly functionName?: string;

  /**
   * A description for humans.
   * @default - none
   */
  readonly description?: string;

  /**
   * Memory in MiB, 128 to 10240.
   * @default 128
   */
  readonly memorySize?: number;

  /**
   * Time limit of a call, 1 ms to 15 minutes.
   * @default Duration.seconds(3)
   */
  readonly timeout?: IDuration;

  /**
   * Environment variables; together at most 4 KB.
   * @default - none
   */
  readonly environment?: Record<string, string>;

  /**
   * Retries of failed asynchronous events.
   * @default - two retries, then a dead letter
   */
  readonly deadLetter?: DeadLetterOptions;

  /**
   * Where to send asynchronous events that ran out of retries.
   * @default - the event becomes a dead letter
   */
  readonly onFailure?: Destination;

  /**
   * Maximum concurrent calls of one instance; more than one on Node.js only.
   * @default 1
   */
  readonly concurrency?: number;

  /**
   * Maximum number of concurrent instances.
   * @default 10
   */
  readonly maxInstances?: number;

  /**
   * How the source is bundled.
   * @default - one file for Node.js 20 with a source map
   */
  readonly bundling?: BundlingOptions;

  /** The construct of an external function; its code, if given, is a stand-in. @internal */
  readonly _external?: string;

  /** Why the function cannot run here: it is known by its name only. @internal */
  readonly _unavailable?: string;

  /** The construct after which it is named, if that is not itself. @internal */
  readonly _named?: IConstruct;

  /** The runtime by the name that Lambda has for it. @internal */
  readonly _runtime?: RuntimeName;

  /** The processor by the name that Lambda has for it. @internal */
  readonly _architecture?: Architecture;

  /** How it logs, as in a spec. @internal */
  readonly _logging?: FunctionSpec['logging'];
}

/** The code of a function and how it runs. */
export interface ProxyFunctionProps extends FunctionProps {
  /**
   * The Lambda runtime whose rules apply to the handler; one of another language than JavaScript takes `code`.
   * @default - that of the Node that runs the gateway; a handler that is not async may return the response, and the log warns of it
   */
  readonly runtime?: FunctionRuntime;

  /**
   * The processor that the function is deployed to; the code that is built here is for this machine.
   * @default - FunctionArchitecture.X86_64 on AWS
   */
  readonly architecture?: FunctionArchitecture;

  /**
   * Directories of layers, at most 5, absolute or relative to the working directory. Their contents are at `/opt` on AWS; a file of a later
   * one is in place of one with its name.
   * @default - none
   */
  readonly layers?: string[];
}

/**
 * A serverless function. One function may serve many methods; they share its memory, timeout and dead letters.
 * @example
 * const pets = new ProxyFunction(app, 'Pets', { entry: 'src/pets.ts', timeout: Duration.seconds(10) });
 * api.root.addResource('pets').addMethod('GET', pets);
 */
export class ProxyFunction extends Construct implements IProxyFunction {
  /** @internal */
  public static readonly _props: StructName = 'ProxyFunctionProps';

  /** The class whose props this one is given, where a subclass takes others. @internal */
  public static readonly _declares?: PropsClass;

  /**
   * Refers to a function by name, e.g. `${stageVariables.handler}` for a different one on each stage.
   * @param functionName - its name in the spec, or a text with stage variables
   */
  public static fromFunctionName(functionName: string): IProxyFunction {
    return new NamedFunction(functionName);
  }

  /** Whether a value is a ProxyFunction, including one of another copy of this library. */
  public static isProxyFunction(value: unknown): value is ProxyFunction {
    return typeof value === 'object' && value !== null && MARK in value;
  }

  /** @internal */
  public readonly _specName: string;

  /** The source file or the directory of the code; undefined for an external function without a stand-in. @internal */
  public readonly _source?: SourceLocation;

  /** @internal */
  public readonly _bundling?: BundlingOptions;

  /** @internal */
  public readonly _onFailure?: Destination;

  /** Issues of how the source is named. @internal */
  public readonly _sourceIssues: Issue[];

  private readonly props: ProxyFunctionProps;
  private readonly environment: Record<string, string>;

  /** Declares a function. */
  public constructor(scope: Construct, id: string, props: ProxyFunctionProps) {
    super(scope, id);
    const original = props;
    props = acceptProps(this, new.target, checkProps(new.target._declares ?? new.target, original));
    Object.defineProperty(this, MARK, { value: true });
    // A property that was refused may be the source.
    this._sourceIssues = props === original ? sourceIssues(props, this.node.path) : [];
    const issues = [...this._sourceIssues, ...rangeIssues(props, this.node.path), ...layerIssues(props, this.node.path)];
    issues.forEach((issue) => reportIssue(this, issue));
    const source = props.entry ?? props.code;
    this._source = source === undefined ? undefined : locateSource(source);
    this._specName = props.functionName ?? nameOf(props._named ?? this);
    this.props = props;
    this._bundling = props.entry === undefined ? undefined : bundlingOf(props);
    this._onFailure = props.onFailure;
    this.environment = { ...props.environment };
  }

  /** Name of the function. */
  public get functionName(): string {
    return this._specName;
  }

  public toIntegration(): Integration {
    return new ProxyIntegration(this);
  }

  /** Sets an environment variable. */
  public addEnvironment(key: string, value: string): ProxyFunction {
    this.environment[key] = value;
    return this;
  }

  /** Entry point in the written code, `<file without extension>.<export>`. @internal */
  public get _handler(): string {
    const { entry, handler } = this.props;
    if (entry === undefined) return handler ?? 'index.handler';
    return handler?.startsWith('index.') === true ? handler : `index.${handler ?? 'handler'}`;
  }

  /** The code itself, if it is not in a source file. @internal */
  public get _files(): ReadonlyMap<string, Uint8Array> | undefined {
    return undefined;
  }

  /** Where the files of the code itself are. @internal */
  public get _codeDirectory(): string | undefined {
    return undefined;
  }

  /** The runtime by the name that Lambda has for it, if it has one. @internal */
  public get _runtimeName(): RuntimeName | undefined {
    return enumValue(this.props.runtime) ?? this.props._runtime;
  }

  /** The directory that code in another language than JavaScript is copied from. @internal */
  public get _sourceDirectory(): string | undefined {
    return isJavaScript(this._runtimeName) ? undefined : this._source?.file;
  }

  /** Layers whose contents are here, in the order of the function. @internal */
  public get _layers(): readonly { readonly name: string; readonly directory: string }[] {
    return (this.props.layers ?? []).map((directory) => ({ name: directory, directory: path.resolve(directory) }));
  }

  /** @internal */
  public _toSpec(): FunctionInput {
    const { entry, description, memorySize, timeout, concurrency, maxInstances, deadLetter, _external, _unavailable } = this.props;
    const projectPath = this._source?.projectPath;
    const source = entry === undefined ? { code: projectPath } : { entry: projectPath };
    return {
      ...(_external === undefined ? source : { external: _external }),
      unavailable: _unavailable,
      handler: this._handler,
      description,
      runtime: this._runtimeName,
      architecture: enumValue(this.props.architecture) ?? this.props._architecture,
      logging: this.props._logging,
      memoryMiB: memorySize,
      timeoutMs: timeout?.toMilliseconds(),
      environment: { ...this.environment },
      concurrency,
      maxInstances,
      deadLetter: deadLetter && { retryAttempts: deadLetter.retryAttempts },
      onFailure: this._onFailure?._toSpec(),
    };
  }
}

/** Modules of layers are bundled. */
function bundlingOf({ bundling = {}, layers }: ProxyFunctionProps): BundlingOptions {
  return layers === undefined ? bundling : { ...bundling, _layers: layers };
}

/** Where Lambda sends records, in CDK. */
export interface DestinationTarget {
  /** ARN of the target. */
  readonly destination: string;
}

/**
 * The on-failure destination of asynchronous events that ran out of retries. Records have the format of
 * Lambda's destinations: the event, the error, the number of attempts.
 * @see https://docs.aws.amazon.com/lambda/latest/dg/invocation-async-retain-records.html
 */
export class Destination {
  /** Whether a value is a Destination, including one of another copy of this library. @internal */
  public static _isDestination(value: unknown): value is Destination {
    return typeof value === 'object' && value !== null && DESTINATION in value;
  }

  /**
   * A function, called asynchronously with the record and retried by its own settings.
   * @param handler - must differ from the function that failed
   */
  public static toFunction(handler: ProxyFunction): Destination {
    return new Destination(handler, undefined);
  }

  /**
   * A URL, to which the record is posted as JSON; a 2xx response accepts it. After three failed attempts the event becomes a dead letter.
   * @param url - `http(s)://host/path`
   */
  public static toUrl(url: string): Destination {
    return new Destination(undefined, url);
  }

  /** @internal */
  public readonly _function?: ProxyFunction;

  private readonly url?: string;

  private constructor(handler: ProxyFunction | undefined, url: string | undefined) {
    Object.defineProperty(this, DESTINATION, { value: true });
    this._function = handler;
    this.url = url;
  }

  /**
   * Lets functions of CDK apps have it as `onFailure`; ProxyFunction of `synthgate/aws` makes of it what Lambda needs.
   * @throws PROPERTY_TYPE_INVALID with functions of aws-cdk-lib
   */
  public bind(scope: Construct, _function: IConstruct): DestinationTarget {
    const details = { property: 'onFailure', given: 'a Destination of synthgate', expected: 'a destination of aws-cdk-lib' };
    throw new GatewayError('PROPERTY_TYPE_INVALID', details, { location: scope.node.path });
  }

  /** @internal */
  public _toSpec(): DestinationInput {
    const { _function: handler, url = '' } = this;
    return handler === undefined ? { type: 'http', url } : { type: 'function', function: handler._specName };
  }
}
