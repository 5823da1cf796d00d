import type { AccessLogDestination, AccessLogFormat } from '../access-log';
import type { StageInput } from '../spec-input';
import type { ThrottleSettings } from '../throttle-settings';

/** The settings of a stage of an HTTP API or a WebSocket API: they are those of all its routes. */
interface RouteStageSettings {
  readonly throttle?: ThrottleSettings;
  readonly description?: string;
  readonly detailedMetricsEnabled?: boolean;
  readonly accessLogSettings?: { readonly destination: AccessLogDestination; readonly format?: AccessLogFormat };
}

/** The variables of a stage, and the default that its kind has. */
interface RouteStageContext {
  readonly variables: Readonly<Record<string, string>>;
  /** The format of an access log that names none. */
  readonly logFormat: () => AccessLogFormat;
}

/** A stage as the spec has it. */
export function routeStageInput(settings: RouteStageSettings, { variables, logFormat }: RouteStageContext): StageInput {
  const { description, throttle, detailedMetricsEnabled, accessLogSettings: log } = settings;
  const { rateLimit: throttlingRateLimit, burstLimit: throttlingBurstLimit } = throttle ?? {};
  const all = { throttlingRateLimit, throttlingBurstLimit, metricsEnabled: detailedMetricsEnabled };
  const hasSettings = Object.values(all).some((value) => value !== undefined);
  return {
    description,
    variables: { ...variables },
    methodSettings: hasSettings ? { '*/*': all } : {},
    accessLog: log && { format: (log.format ?? logFormat()).toString(), destination: log.destination.destination },
  };
}
