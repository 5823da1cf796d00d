import { GatewayError } from '../errors';
import { CACHE_CLUSTER_SIZES } from '../spec';
import type { AccessLogDestination } from './access-log';
import { AccessLogFormat } from './access-log';
import type { IDeployment } from './deployment';
import type { MethodDeploymentOptions } from './method-deployment-options';
import type { StageInput } from './spec-input';

/** A second deployment that takes a part of a stage's traffic. */
export interface CanaryOptions {
  /** Of all requests of the stage, 0 to 100. */
  readonly percentTraffic: number;

  /**
   * The deployment that is tried.
   * @default - the latest: the API as it is defined
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

/** Settings of a stage that hold whatever is deployed to it. */
export interface StageSettingOptions extends MethodDeploymentOptions {
  /**
   * Settings of single methods: of `/pets/GET`, of `/pets/*` for all methods of a path, of `//GET` for GET on the root.
   * What they leave out is the stage's.
   * @default - the stage's settings for all methods
   */
  readonly methodOptions?: Record<string, MethodDeploymentOptions>;

  /**
   * Whether the stage has a response cache.
   * @default - when some method has caching enabled
   */
  readonly cacheClusterEnabled?: boolean;

  /**
   * Size of the cache in GB: 0.5, 1.6, 6.1, 13.5, 28.4, 58.2, 118 or 237.
   * @default 0.5
   */
  readonly cacheClusterSize?: string;

  /**
   * A second deployment that takes a part of the traffic.
   * @default - none
   */
  readonly canary?: CanaryOptions;

  /**
   * The form of the access log's lines.
   * @default - the Common Log Format, when there is a destination
   */
  readonly accessLogFormat?: AccessLogFormat;

  /**
   * Where the access log's lines go.
   * @default - to the output, when there is a format
   */
  readonly accessLogDestination?: AccessLogDestination;
}

/**
 * The settings as they stand in a spec.
 * @throws CACHE_SETTING_INVALID, CANARY_INVALID
 */
export function stageSettingsInput(options: StageSettingOptions, place: string) {
  return {
    cacheClusterEnabled: options.cacheClusterEnabled ?? hasCaching(options),
    cacheClusterSize: clusterSize(options.cacheClusterSize, place),
    canary: canaryInput(options.canary, place),
    accessLog: accessLogInput(options),
  } satisfies Partial<StageInput>;
}

function hasCaching({ cachingEnabled, methodOptions = {} }: StageSettingOptions): boolean {
  return [cachingEnabled, ...Object.values(methodOptions).map((options) => options.cachingEnabled)].includes(true);
}

function clusterSize(given: string | undefined, place: string): StageInput['cacheClusterSize'] {
  if (given === undefined) return undefined;
  const known = CACHE_CLUSTER_SIZES.find((size) => size === given);
  if (known !== undefined) return known;
  throw new GatewayError('CACHE_SETTING_INVALID', { setting: 'cacheClusterSize', given, allowed: CACHE_CLUSTER_SIZES.join(', ') }, { place });
}

function canaryInput(canary: CanaryOptions | undefined, place: string): StageInput['canary'] {
  if (canary === undefined) return undefined;
  const { percentTraffic, deployment, stageVariableOverrides, useStageCache } = canary;
  if (!(percentTraffic >= 0 && percentTraffic <= 100)) throw new GatewayError('CANARY_INVALID', { given: String(percentTraffic) }, { place });
  return { percentTraffic, deployment: deployment?.deploymentReference, stageVariableOverrides, useStageCache };
}

function accessLogInput({ accessLogFormat, accessLogDestination }: StageSettingOptions): StageInput['accessLog'] {
  if (accessLogFormat === undefined && accessLogDestination === undefined) return undefined;
  return { format: (accessLogFormat ?? AccessLogFormat.clf()).toString(), destination: accessLogDestination?.destination };
}
