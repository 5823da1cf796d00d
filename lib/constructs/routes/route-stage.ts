import { Construct } from 'constructs';
import { collecting } from '../../props';
import type { AccessLogFormat } from '../access-log';
import type { ApiRegistry } from '../api-registry';
import type { MethodSettingsInput, StageInput } from '../spec-input';
import { claimDomain, mappingInput } from './domain-mapping';
import type { RouteSettings, RouteStageOptions } from './route-stage-options';

/** A stage of an HTTP API or a WebSocket API. */
export abstract class RouteStage extends Construct {
  /** The path of its URL; `$default` has none. */
  public abstract readonly stageName: string;

  /** @internal */
  public abstract readonly _settings: RouteStageOptions;

  private readonly added: Record<string, string> = {};
  private isValid = false;

  /** Sets a stage variable. */
  public addStageVariable(name: string, value: string): void {
    this.added[name] = value;
  }

  /** @internal */
  public get _name(): string {
    return this.stageName;
  }

  /** @internal */
  public get _autoDeploy(): boolean | undefined {
    return this._settings.autoDeploy;
  }

  /** @internal */
  public get _isValid(): boolean {
    return this.isValid;
  }

  /** @internal */
  public abstract get _hasValidName(): boolean;

  /** @internal */
  public _toSpec(): StageInput {
    const { description, accessLogSettings: log, stageVariables, domainMapping, routeSettings = {}, ...all } = this._settings;
    const mapping = domainMapping && mappingInput(domainMapping);
    return {
      description,
      variables: { ...stageVariables, ...this.added },
      methodSettings: {
        ...settingsInput('*/*', all),
        ...Object.assign({}, ...Object.entries(routeSettings).map(([key, settings]) => settingsInput(this._settingKeyOf(key), settings))),
      },
      ...(mapping === undefined ? {} : { domainMappings: [mapping] }),
      accessLog: log && { format: (log.format ?? this._defaultLogFormat()).toString(), destination: log.destination.destination },
    };
  }

  /** Makes the stage one of its API, once its settings are known. @internal */
  protected _register(registry: ApiRegistry): void {
    this.isValid = this._hasValidName && collecting(this, () => this._toSpec()) !== undefined;
    registry.addStage(this);
    const { domainMapping } = this._settings;
    if (domainMapping !== undefined) claimDomain(this, registry, domainMapping);
  }

  /** The key of a route in the settings of a stage. Throws ROUTE_KEY_INVALID. @internal */
  protected abstract _settingKeyOf(routeKey: string): string;

  /** The format of an access log that names none. @internal */
  protected abstract _defaultLogFormat(): AccessLogFormat;
}

function settingsInput(key: string, { throttle = {}, detailedMetricsEnabled: metricsEnabled }: RouteSettings): MethodSettingsInput {
  const { rateLimit: throttlingRateLimit, burstLimit: throttlingBurstLimit } = throttle;
  const settings = { throttlingRateLimit, throttlingBurstLimit, metricsEnabled };
  return Object.values(settings).some((value) => value !== undefined) ? { [key]: settings } : {};
}
