import { describeProtocol, domainAddress, methodKey, methodsOf, type GatewaySpec, type StageSpec } from '../spec';
import { object, objectOrNothing, optional, quoted, type Code, type Members } from './code';
import { accessLogMembers, variablesCode } from './stages';
import type { TextContext } from './texts';

/** The settings of a stage of an HTTP API or a WebSocket API. */
export function routeStageMembers(stage: StageSpec, spec: GatewaySpec, { program, location }: TextContext): Members {
  const { '*/*': all, ...others } = stage.methodSettings;
  const keys = routeKeys(spec);
  const unknown = Object.keys(others).filter((key) => !keys.has(key));
  if (unknown.length > 0) program.differs(location, `the settings of ${unknown.join(', ')}`, 'its routes have those of the stage');
  if (stage.deployment !== 'latest') program.differs(location, `deployment ${stage.deployment}`, 'the latest deployment');
  const isLogged = Object.values(stage.methodSettings)
    .some(({ loggingLevel, dataTraceEnabled }) => loggingLevel !== undefined || dataTraceEnabled !== undefined);
  if (isLogged) program.differs(location, 'execution logging', 'it is left out');
  const log = accessLogMembers(program, stage);
  return {
    autoDeploy: 'true',
    description: optional(stage.description),
    ...settingsMembers(all),
    routeSettings: objectOrNothing(Object.fromEntries(Object.entries(others).flatMap(([key, settings]) => {
      const routeKey = keys.get(key);
      return routeKey === undefined ? [] : [[routeKey, objectOrNothing(settingsMembers(settings))]];
    }))),
    domainMapping: domainCode(stage, { program, location }),
    stageVariables: variablesCode(stage.variables, { program, stage, location }, 'stage'),
    accessLogSettings: stage.accessLog && object({
      destination: log.accessLogDestination ?? `${program.use('AccessLogDestination')}.stdout()`, format: log.accessLogFormat,
    }),
  };
}

/** A stage of a program has one domain. */
function domainCode({ domainMappings: [mapping, ...others] = [] }: StageSpec, { program, location }: Pick<TextContext, 'program' | 'location'>): Code | undefined {
  if (mapping === undefined) return undefined;
  if (others.length > 0) program.differs(location, `the domains ${others.map(domainAddress).join(', ')}`, 'they do not lead to the stage');
  return object({ domainName: object({ name: quoted(mapping.domainName) }), mappingKey: optional(mapping.mappingKey) });
}

/** Route keys by the keys of their settings. */
function routeKeys(spec: GatewaySpec): ReadonlyMap<string, string> {
  const { methodKey: routeKeyOf } = describeProtocol(spec);
  return new Map(methodsOf(spec).map(({ path, httpMethod }) => [methodKey(path, httpMethod), routeKeyOf(path, httpMethod)]));
}

function settingsMembers(settings: StageSpec['methodSettings'][string] | undefined): Members {
  const { throttlingRateLimit, throttlingBurstLimit, metricsEnabled } = settings ?? {};
  return {
    throttle: objectOrNothing({ rateLimit: numberCode(throttlingRateLimit), burstLimit: numberCode(throttlingBurstLimit) }),
    detailedMetricsEnabled: metricsEnabled === undefined ? undefined : String(metricsEnabled),
  };
}

function numberCode(value: number | undefined): Code | undefined {
  return value === undefined ? undefined : String(value);
}
