import { Construct } from 'constructs';
import { GatewayError } from '../../errors';
import { collecting, readProps, type StructName } from '../../props';
import { DEFAULT_STAGE, stageSegment } from '../../spec';
import { AccessLogFormat, type AccessLogDestination } from '../access-log';
import { routeStageInput } from '../routes/route-stage';
import type { StageInput } from '../spec-input';
import type { ThrottleSettings } from '../throttle-settings';
import type { IHttpApi } from './http-api-interface';

const MARK = Symbol.for('synthgate.HttpStage');
const STAGE_NAME = /^([A-Za-z0-9_-]{1,128}|\$default)$/;

/** The access log of a stage. */
export interface HttpAccessLogSettings {
  /** Its destination. */
  readonly destination: AccessLogDestination;

  /**
   * The format of its lines.
   * @default - the Common Log Format
   */
  readonly format?: AccessLogFormat;
}

/** Settings of a stage of an HTTP API. */
export interface HttpStageOptions {
  /**
   * First path segment of its URLs: letters, digits, `_` and `-`; `$default` has none.
   * @default $default
   */
  readonly stageName?: string;

  /**
   * Whether changes of the API are deployed to the stage by themselves. Without it, a stage on AWS serves nothing until somebody deploys
   * to it; the local gateway serves the current definition.
   * @default false
   */
  readonly autoDeploy?: boolean;

  /**
   * The limit of each route.
   * @default - that of the account
   */
  readonly throttle?: ThrottleSettings;

  /**
   * A description for humans.
   * @default - none
   */
  readonly description?: string;

  /**
   * Whether metrics are made for each route.
   * @default false
   */
  readonly detailedMetricsEnabled?: boolean;

  /**
   * The access log.
   * @default - none
   */
  readonly accessLogSettings?: HttpAccessLogSettings;

  /**
   * Stage variables: `stageVariables` of events, `${stageVariables.<name>}` of integrations.
   * @default - none
   */
  readonly stageVariables?: Record<string, string>;
}

/** Settings of a stage construct. */
export interface HttpStageProps extends HttpStageOptions {
  /** The API. */
  readonly httpApi: IHttpApi;
}

/** A callable version of an HTTP API. */
export class HttpStage extends Construct {
  /** @internal */
  public static readonly _props: StructName = 'HttpStageProps';

  /** Whether a value is a stage of an HTTP API, including one of another copy of this library. */
  public static isHttpStage(value: unknown): value is HttpStage {
    return typeof value === 'object' && value !== null && MARK in value;
  }

  /** The API. */
  public readonly api: IHttpApi;

  /** First path segment of its URLs, or `$default`. */
  public readonly stageName: string;

  /** @internal */
  public readonly _autoDeploy?: boolean;

  /** @internal */
  public readonly _isValid: boolean;

  private readonly props: HttpStageProps;
  private readonly variables: Record<string, string>;

  /** Declares a stage. */
  public constructor(scope: Construct, id: string, props: HttpStageProps) {
    super(scope, id);
    props = readProps(this, new.target, props);
    Object.defineProperty(this, MARK, { value: true });
    this.api = props.httpApi;
    this.stageName = props.stageName ?? DEFAULT_STAGE;
    this._autoDeploy = props.autoDeploy;
    this.props = props;
    this.variables = { ...props.stageVariables };
    this._isValid = this._hasValidName && collecting(this, () => this._toSpec()) !== undefined;
    this.api._registry.addStage(this);
  }

  /** Sets a stage variable. */
  public addStageVariable(name: string, value: string): void {
    this.variables[name] = value;
  }

  /**
   * The path of a route below the gateway's base URL: `/pets` on the stage `dev` is `/dev/pets`, on `$default` `/pets`.
   * @param path - starts with `/`
   */
  public urlForPath(path = '/'): string {
    if (!path.startsWith('/')) throw new GatewayError('PATH_NOT_ABSOLUTE', { given: path }, { location: this.node.path });
    return `${stageSegment(this.stageName)}${path}`;
  }

  /** @internal */
  public get _name(): string {
    return this.stageName;
  }

  /** @internal */
  public get _hasValidName(): boolean {
    return STAGE_NAME.test(this.stageName);
  }

  /** @internal */
  public _toSpec(): StageInput {
    return routeStageInput(this.props, { variables: this.variables, logFormat: () => AccessLogFormat.clf() });
  }
}
