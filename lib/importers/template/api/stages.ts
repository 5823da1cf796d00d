import { CACHE_CLUSTER_SIZES, LOGGING_LEVELS } from '../../../spec';
import { isMembers, itemsOf, membersOf, type Members } from '../../value';
import { present, type StageInput } from './draft';
import { PropertyReader, type PropertyProblem } from '../../../openapi';

/** A stage, and what of it is not carried. */
export interface ImportedStage {
  readonly stage: StageInput;
  readonly problems: readonly PropertyProblem[];
}

/** A name that is known only after deployment becomes one that can be part of a URL. */
export function servedStageName(name: string): string {
  return name.replace(/\$\{token:([^}]*)\}/g, '$1').replace(/[^A-Za-z0-9_-]/g, '-').slice(0, 128);
}

/** A stage as a `AWS::ApiGateway::Stage` declares it. */
export function stageOf(properties: Members): ImportedStage {
  const reader = new PropertyReader(properties);
  const settings = reader.members('MethodSettings').map((setting) => [settingKey(setting), settingOf(setting)]);
  const stage = {
    ...present({ description: reader.text('Description'), cacheClusterSize: reader.oneOf('CacheClusterSize', CACHE_CLUSTER_SIZES) }),
    variables: reader.knownTexts('Variables'),
    cacheClusterEnabled: reader.boolean('CacheClusterEnabled') ?? false,
    methodSettings: Object.fromEntries(settings),
    ...present({ canary: canaryOf(reader, properties.CanarySetting), accessLog: accessLogOf(reader) }),
  };
  return { stage, problems: reader.problems };
}

/** The stage that a `AWS::ApiGateway::Deployment` creates itself: its settings of all methods are not in a list. */
export function stageOfDeployment(deployment: Members): ImportedStage {
  const description = membersOf(deployment.StageDescription);
  const reader = new PropertyReader(deployment);
  const all = settingOf(reader.member('StageDescription'));
  const own = itemsOf(description.MethodSettings);
  const settings = Object.keys(all).length === 0 ? own : [{ ...description, ResourcePath: '/*', HttpMethod: '*' }, ...own];
  const canary = description.CanarySetting ?? deployment.DeploymentCanarySettings;
  const { stage, problems } = stageOf({ ...description, MethodSettings: settings, CanarySetting: canary });
  // settings that nothing could be read of are in no list, which names what is wrong with the others
  return { stage, problems: Object.keys(all).length === 0 ? [...reader.problems, ...problems] : problems };
}

/** `/~1pets~1{id}` and `/pets/{id}` are one path; `/*` is any. */
function settingKey(setting: PropertyReader): string {
  const path = (setting.text('ResourcePath') ?? '/*').replaceAll('~1', '/').replace(/^\/\//, '/');
  const method = setting.text('HttpMethod') ?? '*';
  return path === '/*' && method === '*' ? '*/*' : `${path}/${method}`;
}

type Setting = NonNullable<StageInput['methodSettings']>[string];

function settingOf(setting: PropertyReader): Setting {
  return present({
    throttlingRateLimit: limitOf(setting, 'ThrottlingRateLimit'),
    throttlingBurstLimit: limitOf(setting, 'ThrottlingBurstLimit'),
    cachingEnabled: setting.boolean('CachingEnabled'),
    cacheTtlSeconds: setting.number('CacheTtlInSeconds'),
    cacheDataEncrypted: setting.boolean('CacheDataEncrypted'),
    loggingLevel: setting.oneOf('LoggingLevel', LOGGING_LEVELS),
    dataTraceEnabled: setting.boolean('DataTraceEnabled'),
    metricsEnabled: setting.boolean('MetricsEnabled'),
  });
}

/** -1 stands for no limit. */
export function limitOf(setting: PropertyReader, name: string): number | undefined {
  const limit = setting.number(name);
  return limit === undefined || limit < 0 ? undefined : limit;
}

function canaryOf(stage: PropertyReader, setting: unknown): StageInput['canary'] {
  const canary = stage.member('CanarySetting');
  if (!isMembers(setting)) return undefined;
  return {
    ...present({ percentTraffic: canary.number('PercentTraffic'), useStageCache: canary.boolean('UseStageCache') }),
    stageVariableOverrides: canary.knownTexts('StageVariableOverrides'),
  };
}

/** Locally an access log goes to standard output, whatever its destination on AWS is. */
export function accessLogOf(stage: PropertyReader, name = 'AccessLogSetting'): StageInput['accessLog'] {
  const setting = stage.member(name);
  const format = setting.text('Format')?.trim();
  if (format === undefined || format === '') return undefined;
  const destination = setting.text('DestinationArn');
  return { format: format.replace(/\s*\n\s*/g, ' '), ...present({ destination: destination?.startsWith('arn:') === true ? destination : undefined }) };
}
