import { DEFAULT_STAGE } from '../../../spec';
import { loss } from '../../../errors';
import { textOf, type Members } from '../../value';
import type { ApiSource } from '../api/api-source';
import { present, type StageInput } from '../api/draft';
import { PropertyReader, settingKeyOf } from '../../../openapi';
import { accessLogOf, limitOf, servedStageName, type ImportedStage } from '../api/stages';
import type { HttpApiPart } from './parts';

/** The differences between the stages of HTTP APIs and WebSocket APIs. */
export interface StageForm {
  readonly servedName: (name: string) => string;
  /** The key of a route in the settings of a stage; undefined for what is no route key. */
  readonly settingKeyOf: (routeKey: string) => string | undefined;
  /** The settings of routes that only this kind of API has. */
  readonly ownSetting: (setting: PropertyReader) => Setting;
}

/** The name that a stage of an HTTP API is served as. */
export function servedHttpStageName(name: string): string {
  return name === DEFAULT_STAGE ? name : servedStageName(name);
}

const OF_HTTP_APIS: StageForm = { servedName: servedHttpStageName, settingKeyOf, ownSetting: () => ({}) };

/** The stages of an API by the names that they are served as. */
export function stagesOf(declared: readonly HttpApiPart[], { report }: ApiSource, form = OF_HTTP_APIS): Record<string, StageInput> {
  const names = servedNames(declared.map(({ properties }) => textOf(properties.StageName) ?? 'default'), form);
  return Object.fromEntries(declared.map(({ properties, resource }, index) => {
    const refuse = (what: string, reason: string): void => report(resource, loss('IMPORT_PART_REFUSED', resource.logicalId, { what, reason }));
    const { stage, problems } = stageOf(properties, form);
    const { name, served } = names[index] ?? { name: '', served: '' }; // there is one for each
    if (served !== name) refuse(`the stage name ${name}`, `it is served as ${served}`);
    for (const { name: what, reason } of problems) refuse(what, reason);
    return [served, stage];
  }));
}

/** The names that stages are served as. Several may have one: those that are served under their own name come first. */
function servedNames(names: readonly string[], { servedName }: StageForm): readonly { readonly name: string; readonly served: string }[] {
  const taken = new Set(names.filter((name) => servedName(name) === name));
  return names.map((name) => {
    const own = servedName(name);
    let served = own;
    for (let number = 2; served !== name && taken.has(served); number += 1) served = `${own}-${number}`;
    taken.add(served);
    return { name, served };
  });
}

/** A stage as a `AWS::ApiGatewayV2::Stage` declares it. */
function stageOf(properties: Members, form: StageForm): ImportedStage {
  const reader = new PropertyReader(properties);
  const all = settingOf(reader.member('DefaultRouteSettings'), form);
  const byRoute = reader.member('RouteSettings');
  const unknown: string[] = [];
  const own = byRoute.names.flatMap((routeKey): [string, Setting][] => {
    const setting = settingOf(byRoute.member(routeKey), form);
    const key = form.settingKeyOf(routeKey);
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

function settingOf(setting: PropertyReader, { ownSetting }: StageForm): Setting {
  return present({
    throttlingRateLimit: limitOf(setting, 'ThrottlingRateLimit'),
    throttlingBurstLimit: limitOf(setting, 'ThrottlingBurstLimit'),
    metricsEnabled: setting.boolean('DetailedMetricsEnabled'),
    ...ownSetting(setting),
  });
}
