import type { Construct } from 'constructs';
import { GatewayError } from '../../errors';
import { readProps, type StructName } from '../../props';
import { DEFAULT_ROUTE_KEY, DEFAULT_ROUTE_PATH, DEFAULT_STAGE, HTTP_METHODS, methodKey, stageSegment } from '../../spec';
import { AccessLogFormat } from '../access-log';
import { RouteStage } from '../routes/route-stage';
import type { RouteStageOptions } from '../routes/route-stage-options';
import type { IHttpApi } from './http-api-interface';

const MARK = Symbol.for('synthgate.HttpStage');
const STAGE_NAME = /^([A-Za-z0-9_-]{1,128}|\$default)$/;
const ROUTE_KEY = new RegExp(`^(${HTTP_METHODS.join('|')}) (/\\S*)$`);

/** Settings of a stage of an HTTP API. */
export interface HttpStageOptions extends RouteStageOptions {
  /**
   * First path segment of its URLs: letters, digits, `_` and `-`; `$default` has none.
   * @default $default
   */
  readonly stageName?: string;
}

/** Settings of a stage construct. */
export interface HttpStageProps extends HttpStageOptions {
  /** The API. */
  readonly httpApi: IHttpApi;
}

/** A callable version of an HTTP API. */
export class HttpStage extends RouteStage {
  /** @internal */
  public static readonly _props: StructName = 'HttpStageProps';

  /** Whether a value is a stage of an HTTP API, including one of another copy of this library. */
  public static isHttpStage(value: unknown): value is HttpStage {
    return typeof value === 'object' && value !== null && MARK in value;
  }

  /** The API. */
  public readonly api: IHttpApi;

  public readonly stageName: string;

  /** @internal */
  public readonly _settings: HttpStageOptions;

  /** Declares a stage. */
  public constructor(scope: Construct, id: string, props: HttpStageProps) {
    super(scope, id);
    props = readProps(this, new.target, props);
    Object.defineProperty(this, MARK, { value: true });
    this.api = props.httpApi;
    this.stageName = props.stageName ?? DEFAULT_STAGE;
    this._settings = props;
    this._register(this.api._registry);
  }

  /**
   * The path of a route below the gateway's base URL: `/pets` on the stage `dev` is `/dev/pets`, on `$default` `/pets`.
   * @param path - starts with `/`
   */
  public urlForPath(path = '/'): string {
    if (!path.startsWith('/')) throw new GatewayError('PATH_NOT_ABSOLUTE', { given: path }, { location: this.node.path });
    return `${stageSegment(this.stageName)}${path}`;
  }

  /** The URL of the custom domain of the stage; undefined without `domainMapping`. */
  public get domainUrl(): string | undefined {
    const { domainMapping } = this._settings;
    return domainMapping && `https://${domainMapping.domainName.name}/${domainMapping.mappingKey ?? ''}`;
  }

  /** @internal */
  public get _hasValidName(): boolean {
    return STAGE_NAME.test(this.stageName);
  }

  /** @internal */
  protected _settingKeyOf(routeKey: string): string {
    if (routeKey === DEFAULT_ROUTE_KEY) return methodKey(DEFAULT_ROUTE_PATH, 'ANY');
    const [, method, path] = ROUTE_KEY.exec(routeKey) ?? [];
    if (method === undefined || path === undefined) throw new GatewayError('ROUTE_KEY_INVALID', { given: routeKey });
    return methodKey(path, method);
  }

  /** @internal */
  protected _defaultLogFormat(): AccessLogFormat {
    return AccessLogFormat.clf();
  }
}
