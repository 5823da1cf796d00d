import { DEFAULT_STAGE } from '../../../spec';
import type { Members } from '../../value';
import { present, type StageInput } from '../api/draft';
import { PropertyReader } from '../api/property-reader';
import { accessLogOf, limitOf, servedStageName, type ImportedStage } from '../api/stages';
import { settingKeyOf } from './route-key';

/** The name that a stage of an HTTP API is served as. */
export function servedHttpStageName(name: string): string {
  return name === DEFAULT_STAGE ? name : servedStageName(name);
}

/** A stage as a `AWS::ApiGatewayV2::Stage` declares it. */
export function httpStageOf(properties: Members): ImportedStage {
  const reader = new PropertyReader(properties);
  const all = settingOf(reader.member('DefaultRouteSettings'));
  const byRoute = reader.member('RouteSettings');
  const unknown: string[] = [];
  const own = byRoute.names.flatMap((routeKey): [string, Setting][] => {
    const setting = settingOf(byRoute.member(routeKey));
    const key = settingKeyOf(routeKey);
    if (key === undefined) unknown.push(routeKey);
    return key === undefined ? [] : [[key, setting]];
  });
  const stage: StageInput = {
    ...present({ description: reader.text('Description') }),
    variables: reader.knownTexts('StageVariables'),
    methodSettings: Object.fromEntries([...(Object.keys(all).length === 0 ? [] : [['*/*', all] as const]), ...own]),
    ...present({ accessLog: accessLogOf(reader, 'AccessLogSettings') }),
  };
  return { stage, problems: [...reader.problems, ...unknown.map((key) => ({ name: `RouteSettings.${key}`, reason: 'it is not a route key' }))] };
}

type Setting = NonNullable<StageInput['methodSettings']>[string];

function settingOf(setting: PropertyReader): Setting {
  return present({
    throttlingRateLimit: limitOf(setting, 'ThrottlingRateLimit'),
    throttlingBurstLimit: limitOf(setting, 'ThrottlingBurstLimit'),
    metricsEnabled: setting.boolean('DetailedMetricsEnabled'),
  });
}
