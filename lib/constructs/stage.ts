import { Construct } from 'constructs';
import { GatewayError } from '../errors';
import { collecting, readProps, type StructName } from '../props';
import { apiAbove, type IApi } from './api-interface';
import type { IDeployment } from './deployment';
import type { IKeyedStage, KeyedApi } from './keyed-stage';
import { methodSettingsInput } from './method-deployment-options';
import type { StageInput } from './spec-input';
import { stageSettingsInput, type StageSettingOptions } from './stage-settings';

const MARK = Symbol.for('synthgate.Stage');
const STAGE_NAME = /^[A-Za-z0-9_-]{1,128}$/;

/** Settings of a stage. */
export interface StageOptions extends StageSettingOptions {
  /**
   * First path segment of every invocation URL: letters, digits, `_` and `-`.
   * @default prod
   */
  readonly stageName?: string;

  /**
   * Stage variables: `stageVariables` of events, `${stageVariables.<name>}` of integrations.
   * @default - none
   */
  readonly variables?: Record<string, string>;

  /**
   * A description for humans.
   * @default - none
   */
  readonly description?: string;
}

/** Settings of a stage added with `addStage`. */
export interface AddStageOptions extends StageSettingOptions {
  /**
   * The deployment that the stage serves.
   * @default - the latest
   */
  readonly deployment?: IDeployment;

  /**
   * Stage variables.
   * @default - none
   */
  readonly variables?: Record<string, string>;

  /**
   * A description for humans.
   * @default - none
   */
  readonly description?: string;
}

/** Settings of a stage construct. */
export interface StageProps extends StageOptions {
  /** The deployment that the stage serves. */
  readonly deployment: IDeployment;
}

/** A named, callable version of an API. Stages may share a deployment or serve different ones. */
export class Stage extends Construct implements IKeyedStage {
  /** @internal */
  public static readonly _props: StructName = 'StageProps';

  /** Whether a value is a Stage, including one of another copy of this library. */
  public static isStage(value: unknown): value is Stage {
    return typeof value === 'object' && value !== null && MARK in value;
  }

  /** The name in the spec. @internal */
  public readonly _name: string;

  /** The API. */
  public readonly api: IApi;

  public readonly takesApiKeys: boolean = true;

  /** Whether the stage can be written to a spec. @internal */
  public readonly _isValid: boolean;

  private readonly props: StageProps;
  private readonly variables: Record<string, string>;

  /** Declares a stage. */
  public constructor(scope: Construct, id: string, props: StageProps) {
    super(scope, id);
    props = readProps(this, new.target, props);
    Object.defineProperty(this, MARK, { value: true });
    const api = props.deployment._api ?? apiAbove(this);
    if (api === undefined) throw new GatewayError('STAGE_WITHOUT_API', {}, { location: this.node.path });
    this.api = api;
    this._name = props.stageName ?? 'prod';
    this.props = props;
    this.variables = { ...props.variables };
    this._isValid = this._hasValidName && collecting(this, () => this._toSpec()) !== undefined;
    api._registry.addStage(this);
  }

  /** @internal */
  public get _keyedApi(): KeyedApi {
    return this.api;
  }

  /** First path segment of every invocation URL; of an Api of `synthgate/aws` a reference to the stage. */
  public get stageName(): string {
    return this.api._stageName?.(this._name) ?? this._name;
  }

  /** Sets a stage variable. */
  public addVariable(key: string, value: string): Stage {
    this.variables[key] = value;
    return this;
  }

  /**
   * The path of a resource below the gateway's base URL: `/pets` on the stage `prod` is `/prod/pets`. Of an Api of `synthgate/aws`
   * it is the URL on AWS.
   * @param path - starts with `/`
   */
  public urlForPath(path = '/'): string {
    const checked = this._checkedPath(path);
    return this.api._stageUrl?.(this._name, checked) ?? `/${this._name}${checked}`;
  }

  /** A path that starts with `/`. @internal */
  public _checkedPath(path: string): string {
    if (!path.startsWith('/')) throw new GatewayError('PATH_NOT_ABSOLUTE', { given: path }, { location: this.node.path });
    return path;
  }

  /** Settings that have no meaning here. @internal */
  public get _onAws(): Pick<StageSettingOptions, 'tracingEnabled' | 'clientCertificateId' | 'documentationVersion'> {
    const { tracingEnabled, clientCertificateId, documentationVersion } = this.props;
    return { tracingEnabled, clientCertificateId, documentationVersion };
  }

  /** Whether the name is valid in a spec. @internal */
  public get _hasValidName(): boolean {
    return STAGE_NAME.test(this._name);
  }

  /** @internal */
  public _toSpec(): StageInput {
    const { description, deployment } = this.props;
    return {
      description,
      deployment: deployment.deploymentReference,
      variables: { ...this.variables },
      methodSettings: methodSettingsInput(this.props),
      ...stageSettingsInput(this.props, this.node.path),
    };
  }
}
