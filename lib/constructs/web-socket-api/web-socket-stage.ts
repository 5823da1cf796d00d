import type { Construct } from 'constructs';
import { GatewayError } from '../../errors';
import { readProps, type StructName } from '../../props';
import { methodKey, routePathOf } from '../../spec';
import { AccessLogFormat } from '../access-log';
import type { IKeyedStage, KeyedApi } from '../keyed-stage';
import { RouteStage } from '../routes/route-stage';
import type { RouteStageOptions } from '../routes/route-stage-options';
import { isRouteKey } from './route-key';
import type { IWebSocketApi } from './web-socket-api-interface';

const MARK = Symbol.for('synthgate.WebSocketStage');
const STAGE_NAME = /^[A-Za-z0-9_-]{1,128}$/;
/** As aws-cdk-lib has it: the Common Log Format with the event and its connection in place of the request. */
const DEFAULT_FORMAT = '$context.identity.sourceIp $context.identity.caller $context.identity.user [$context.requestTime] '
  + '"$context.eventType $context.routeKey $context.connectionId" $context.status $context.requestId';

/** Settings of a stage of a WebSocket API. */
export interface WebSocketStageProps extends RouteStageOptions {
  /** The API. */
  readonly webSocketApi: IWebSocketApi;

  /** The path of its URL: letters, digits, `_` and `-`. */
  readonly stageName: string;
}

/** A version of a WebSocket API that clients connect to. */
export class WebSocketStage extends RouteStage implements IKeyedStage {
  /** @internal */
  public static readonly _props: StructName = 'WebSocketStageProps';

  /** Whether a value is a stage of a WebSocket API, including one of another copy of this library. */
  public static isWebSocketStage(value: unknown): value is WebSocketStage {
    return typeof value === 'object' && value !== null && MARK in value;
  }

  /** The API. */
  public readonly api: IWebSocketApi;

  public readonly stageName: string;
  public readonly takesApiKeys: boolean = true;

  /** @internal */
  public readonly _settings: WebSocketStageProps;

  /** Declares a stage. */
  public constructor(scope: Construct, id: string, props: WebSocketStageProps) {
    super(scope, id);
    props = readProps(this, new.target, props);
    Object.defineProperty(this, MARK, { value: true });
    this.api = props.webSocketApi;
    this.stageName = props.stageName;
    this._settings = props;
    this._register(this.api._registry);
  }

  /** @internal */
  public get _keyedApi(): KeyedApi {
    return this.api;
  }

  /** @internal */
  public get _hasValidName(): boolean {
    return STAGE_NAME.test(this.stageName);
  }

  /** @internal */
  protected _settingKeyOf(routeKey: string): string {
    if (!isRouteKey(routeKey)) throw new GatewayError('ROUTE_KEY_INVALID', { given: routeKey });
    return methodKey(routePathOf(routeKey), 'ANY');
  }

  /** @internal */
  protected _defaultLogFormat(): AccessLogFormat {
    return AccessLogFormat.custom(DEFAULT_FORMAT);
  }
}
