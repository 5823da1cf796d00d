import { Construct } from 'constructs';
import { collecting, readProps, type StructName } from '../../props';
import { AccessLogFormat, type AccessLogDestination } from '../access-log';
import { routeStageInput } from '../routes/route-stage';
import type { StageInput } from '../spec-input';
import type { ThrottleSettings } from '../throttle-settings';
import type { IWebSocketApi } from './web-socket-api-interface';

const MARK = Symbol.for('synthgate.WebSocketStage');
const STAGE_NAME = /^[A-Za-z0-9_-]{1,128}$/;
/** As aws-cdk-lib has it: the Common Log Format with the event and its connection in place of the request. */
const DEFAULT_FORMAT = '$context.identity.sourceIp $context.identity.caller $context.identity.user [$context.requestTime] '
  + '"$context.eventType $context.routeKey $context.connectionId" $context.status $context.requestId';

/** The access log of a stage. */
export interface WebSocketAccessLogSettings {
  /** Its destination. */
  readonly destination: AccessLogDestination;

  /**
   * The format of its lines, one for each event of a connection.
   * @default - caller, time, event type, route, connection, status and request id
   */
  readonly format?: AccessLogFormat;
}

/** Settings of a stage of a WebSocket API. */
export interface WebSocketStageProps {
  /** The API. */
  readonly webSocketApi: IWebSocketApi;

  /** The path of its URL: letters, digits, `_` and `-`. */
  readonly stageName: string;

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
  readonly accessLogSettings?: WebSocketAccessLogSettings;

  /**
   * Stage variables: `stageVariables` of events, `${stageVariables.<name>}` of integrations.
   * @default - none
   */
  readonly stageVariables?: Record<string, string>;
}

/** A version of a WebSocket API that clients connect to. */
export class WebSocketStage extends Construct {
  /** @internal */
  public static readonly _props: StructName = 'WebSocketStageProps';

  /** Whether a value is a stage of a WebSocket API, including one of another copy of this library. */
  public static isWebSocketStage(value: unknown): value is WebSocketStage {
    return typeof value === 'object' && value !== null && MARK in value;
  }

  /** The API. */
  public readonly api: IWebSocketApi;

  /** The path of its URL. */
  public readonly stageName: string;

  /** @internal */
  public readonly _autoDeploy?: boolean;

  /** @internal */
  public readonly _isValid: boolean;

  private readonly props: WebSocketStageProps;
  private readonly variables: Record<string, string>;

  /** Declares a stage. */
  public constructor(scope: Construct, id: string, props: WebSocketStageProps) {
    super(scope, id);
    props = readProps(this, new.target, props);
    Object.defineProperty(this, MARK, { value: true });
    this.api = props.webSocketApi;
    this.stageName = props.stageName;
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
    return routeStageInput(this.props, { variables: this.variables, logFormat: () => AccessLogFormat.custom(DEFAULT_FORMAT) });
  }
}
