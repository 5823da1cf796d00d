import { tokensIn } from '../../../spec';
import { booleanOf, itemsOf, memberOf, membersOf, numberOf, textOf, type Members } from '../../value';
import { present, textsOf, type StageInput } from './draft';

/** A stage as a `AWS::ApiGateway::Stage` declares it. */
export function stageOf(properties: Members): StageInput {
  const settings = itemsOf(properties.MethodSettings).map(membersOf).map((setting) => [settingKey(setting), settingOf(setting)]);
  return {
    ...present({ description: textOf(properties.Description), cacheClusterSize: cacheSize(properties.CacheClusterSize) }),
    variables: variablesOf(properties.Variables),
    cacheClusterEnabled: booleanOf(properties.CacheClusterEnabled) ?? false,
    methodSettings: Object.fromEntries(settings),
    ...present({ canary: canaryOf(properties.CanarySetting), accessLog: accessLogOf(properties.AccessLogSetting) }),
  };
}

/** The stage that a `AWS::ApiGateway::Deployment` creates itself: its settings of all methods are not in a list. */
export function stageOfDeployment(deployment: Members): StageInput {
  const description = membersOf(deployment.StageDescription);
  const all = settingOf(description);
  const own = itemsOf(description.MethodSettings);
  const settings = Object.keys(all).length === 0 ? own : [{ ...description, ResourcePath: '/*', HttpMethod: '*' }, ...own];
  const canary = description.CanarySetting ?? deployment.DeploymentCanarySettings;
  return stageOf({ ...description, MethodSettings: settings, CanarySetting: canary });
}

/** The values of stage variables by name; what is known only after deployment is left out. */
function variablesOf(given: unknown): Record<string, string> {
  return Object.fromEntries(Object.entries(textsOf(membersOf(given))).filter(([, value]) => tokensIn(value).length === 0));
}

/** `/~1pets~1{id}` and `/pets/{id}` are one path; `/*` is any. */
function settingKey(setting: Members): string {
  const path = (textOf(setting.ResourcePath) ?? '/*').replaceAll('~1', '/').replace(/^\/\//, '/');
  const method = textOf(setting.HttpMethod) ?? '*';
  return path === '/*' && method === '*' ? '*/*' : `${path}/${method}`;
}

type Setting = NonNullable<StageInput['methodSettings']>[string];

function settingOf(setting: Members): Setting {
  const level = textOf(setting.LoggingLevel);
  return present({
    throttlingRateLimit: limitOf(setting.ThrottlingRateLimit),
    throttlingBurstLimit: limitOf(setting.ThrottlingBurstLimit),
    cachingEnabled: booleanOf(setting.CachingEnabled),
    cacheTtlSeconds: numberOf(setting.CacheTtlInSeconds),
    cacheDataEncrypted: booleanOf(setting.CacheDataEncrypted),
    loggingLevel: level === 'OFF' || level === 'ERROR' || level === 'INFO' ? level : undefined,
    dataTraceEnabled: booleanOf(setting.DataTraceEnabled),
    metricsEnabled: booleanOf(setting.MetricsEnabled),
  });
}

/** -1 is no limit. */
function limitOf(value: unknown): number | undefined {
  const limit = numberOf(value);
  return limit === undefined || limit < 0 ? undefined : limit;
}

function canaryOf(given: unknown): StageInput['canary'] {
  if (given === undefined) return undefined;
  const canary = membersOf(given);
  return {
    ...present({ percentTraffic: numberOf(canary.PercentTraffic), useStageCache: booleanOf(canary.UseStageCache) }),
    stageVariableOverrides: variablesOf(canary.StageVariableOverrides),
  };
}

/** Locally an access log goes to standard output, whatever its destination on AWS is. */
function accessLogOf(given: unknown): StageInput['accessLog'] {
  const format = textOf(memberOf(given, 'Format'))?.trim();
  if (format === undefined || format === '') return undefined;
  const destination = textOf(memberOf(given, 'DestinationArn'));
  return { format: format.replace(/\s*\n\s*/g, ' '), ...present({ destination: destination?.startsWith('arn:') === true ? destination : undefined }) };
}

function cacheSize(given: unknown): StageInput['cacheClusterSize'] {
  return SIZES.find((size) => size === textOf(given));
}

const SIZES = ['0.5', '1.6', '6.1', '13.5', '28.4', '58.2', '118', '237'] as const;
