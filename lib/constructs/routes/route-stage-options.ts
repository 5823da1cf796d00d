import type { AccessLogDestination, AccessLogFormat } from '../access-log';
import type { ThrottleSettings } from '../throttle-settings';
import type { DomainMappingOptions } from './domain-mapping';

/** The access log of a stage of an HTTP API or a WebSocket API. */
export interface RouteAccessLogSettings {
  /** Its destination. */
  readonly destination: AccessLogDestination;

  /**
   * The format of its lines; those of a WebSocket API are one for each event of a connection.
   * @default - the Common Log Format; of a WebSocket API with event type, route and connection
   */
  readonly format?: AccessLogFormat;
}

/** Settings of one route on a stage; those that are missing are the stage's. */
export interface RouteSettings {
  /**
   * The limit of the route.
   * @default - that of the stage
   */
  readonly throttle?: ThrottleSettings;

  /**
   * Whether metrics are made for the route.
   * @default - that of the stage
   */
  readonly detailedMetricsEnabled?: boolean;
}

/** Settings of a stage of an HTTP API or a WebSocket API. */
export interface RouteStageOptions {
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
  readonly accessLogSettings?: RouteAccessLogSettings;

  /**
   * Stage variables: `stageVariables` of events, `${stageVariables.<name>}` of integrations.
   * @default - none
   */
  readonly stageVariables?: Record<string, string>;

  /**
   * The custom domain that leads to the stage. The local gateway serves it by the Host header.
   * @default - none
   */
  readonly domainMapping?: DomainMappingOptions;

  /**
   * Settings of single routes by their keys: `GET /pets`, `$default`, `join`.
   * @default - all routes have those of the stage
   */
  readonly routeSettings?: Record<string, RouteSettings>;
}
