import type { StageSpec } from '../spec';
import { object, objectOrNothing, optional, type Code, type Members } from './code';
import { accessLogMembers, variablesCode } from './stages';
import type { TextContext } from './texts';

/** The settings of a stage of an HTTP API or a WebSocket API. */
export function routeStageMembers(stage: StageSpec, { program, location }: TextContext): Members {
  const { '*/*': all, ...others } = stage.methodSettings;
  const single = Object.keys(others);
  if (single.length > 0) program.differs(location, `the settings of ${single.join(', ')}`, 'its routes have those of the stage');
  if (stage.deployment !== 'latest') program.differs(location, `deployment ${stage.deployment}`, 'the latest deployment');
  const { loggingLevel, dataTraceEnabled } = all ?? {};
  if (loggingLevel !== undefined || dataTraceEnabled !== undefined) program.differs(location, 'execution logging', 'it is left out');
  const log = accessLogMembers(program, stage);
  return {
    autoDeploy: 'true',
    description: optional(stage.description),
    throttle: objectOrNothing({ rateLimit: numberCode(all?.throttlingRateLimit), burstLimit: numberCode(all?.throttlingBurstLimit) }),
    detailedMetricsEnabled: all?.metricsEnabled === undefined ? undefined : String(all.metricsEnabled),
    stageVariables: variablesCode(stage.variables, { program, stage, location }, 'stage'),
    accessLogSettings: stage.accessLog && object({
      destination: log.accessLogDestination ?? `${program.use('AccessLogDestination')}.stdout()`, format: log.accessLogFormat,
    }),
  };
}

function numberCode(value: number | undefined): Code | undefined {
  return value === undefined ? undefined : String(value);
}
