import { GatewayError } from '../errors';
import { CACHE_CLUSTER_SIZES } from '../spec';
import type { AccessLogDestination } from './access-log';
import { AccessLogFormat } from './access-log';
import type { IDeployment } from './deployment';
import type { MethodDeploymentOptions } from './method-deployment-options';
import type { StageInput } from './spec-input';

/** A canary: a second deployment that receives part of a stage's traffic. */
export interface CanaryOptions {
  /** Percentage of the stage's requests, 0 to 100. */
  readonly percentTraffic: number;

  /**
   * The deployment of the canary.
   * @default - the latest: the current definition
   */
  readonly deployment?: IDeployment;

  /**
   * Stage variables of the canary, over those of the stage.
   * @default - none
   */
  readonly stageVariableOverrides?: Record<string, string>;

  /**
   * Whether canary and stage share one response cache.
   * @default false
   */
  readonly useStageCache?: boolean;
}

/** Stage settings that are independent of deployments. */
export interface StageSettingOptions extends MethodDeploymentOptions {
  /**
   * Settings of single methods: of `/pets/GET`, of `/pets/*` for all methods of a path, of `//GET` for GET on the root.
   * Unset members are those of the stage.
   * @default - the stage's settings for all methods
   */
  readonly methodOptions?: Record<string, MethodDeploymentOptions>;

  /**
   * Whether the stage has a response cache.
   * @default - true if caching is enabled for a method
   */
  readonly cacheClusterEnabled?: boolean;

  /**
   * Size of the cache in GB: 0.5, 1.6, 6.1, 13.5, 28.4, 58.2, 118 or 237.
   * @default 0.5
   */
  readonly cacheClusterSize?: string;

  /**
   * A second deployment that receives part of the traffic.
   * @default - none
   */
  readonly canary?: CanaryOptions;

  /**
   * The format of the access log.
   * @default - the Common Log Format if there is a destination
   */
  readonly accessLogFormat?: AccessLogFormat;

  /**
   * The destination of the access log.
   * @default - standard output if there is a format
   */
  readonly accessLogDestination?: AccessLogDestination;

  /**
   * Whether X-Ray traces requests on AWS.
   * @default - that of the API in a CDK stack: not
   */
  readonly tracingEnabled?: boolean;

  /**
   * The client certificate that API Gateway shows to backends; the local gateway shows none.
   * @default - none
   */
  readonly clientCertificateId?: string;

  /**
   * The version of the API's documentation on AWS.
   * @default - none
   */
  readonly documentationVersion?: string;
}

/** The settings as written in the spec. @throws CACHE_SETTING_INVALID, CANARY_INVALID */
export function stageSettingsInput(options: StageSettingOptions, location: string) {
  return {
    cacheClusterEnabled: options.cacheClusterEnabled ?? hasCaching(options),
    cacheClusterSize: clusterSize(options.cacheClusterSize, location),
    canary: canaryInput(options.canary, location),
    accessLog: accessLogInput(options),
  } satisfies Partial<StageInput>;
}

function hasCaching({ cachingEnabled, methodOptions = {} }: StageSettingOptions): boolean {
  return [cachingEnabled, ...Object.values(methodOptions).map((options) => options.cachingEnabled)].includes(true);
}

function clusterSize(sizeGb: string | undefined, location: string): StageInput['cacheClusterSize'] {
  if (sizeGb === undefined) return undefined;
  const known = CACHE_CLUSTER_SIZES.find((size) => size === sizeGb);
  if (known !== undefined) return known;
  throw new GatewayError('CACHE_SETTING_INVALID', { setting: 'cacheClusterSize', given: sizeGb, allowed: CACHE_CLUSTER_SIZES.join(', ') }, { location });
}

function canaryInput(canary: CanaryOptions | undefined, location: string): StageInput['canary'] {
  if (canary === undefined) return undefined;
  const { percentTraffic, deployment, stageVariableOverrides, useStageCache } = canary;
  if (!(percentTraffic >= 0 && percentTraffic <= 100)) throw new GatewayError('CANARY_INVALID', { given: String(percentTraffic) }, { location });
  return { percentTraffic, deployment: deployment?.deploymentReference, stageVariableOverrides, useStageCache };
}

function accessLogInput({ accessLogFormat, accessLogDestination }: StageSettingOptions): StageInput['accessLog'] {
  if (accessLogFormat === undefined && accessLogDestination === undefined) return undefined;
  return { format: (accessLogFormat ?? AccessLogFormat.clf()).toString(), destination: accessLogDestination?.destination };
}
