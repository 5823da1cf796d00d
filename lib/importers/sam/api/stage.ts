import { hashedId, hashOf, suffixedId, isAlphanumeric } from '../logical-id';
import { derived, tagList, type Made, type SamResource } from '../translation';
import { isMap, isSet, member, type JsonMap } from '../value';
import type { ApiSource } from './api-source';

const SETTINGS = [
  'CacheClusterEnabled', 'CacheClusterSize', 'Variables', 'MethodSettings', 'AccessLogSetting', 'CanarySetting', 'TracingEnabled',
] as const;

/** The deployment of the API, and its stage. Without OpenApiVersion the deployment makes a second stage, `Stage`. */
export function deploymentAndStage(resource: SamResource, { id, properties, body }: ApiSource): readonly [Made, Made] {
  const definition = isSet(properties['DefinitionUri']) ? properties['DefinitionUri'] : body;
  const deploymentId = isSet(definition) ? hashedId(`${id}Deployment`, definition) : `${id}Deployment`;
  const deployment = derived(resource)(deploymentId, 'AWS::ApiGateway::Deployment', {
    RestApiId: { Ref: id },
    ...(isSet(definition) ? { Description: `RestApi deployment id: ${hashOf(definition)}` } : {}),
    ...(isSet(properties['OpenApiVersion']) ? {} : { StageName: 'Stage' }),
  });
  const stageName = properties['StageName'];
  const stage = derived(resource)(stageId(id, stageName), 'AWS::ApiGateway::Stage', {
    RestApiId: { Ref: id },
    DeploymentId: { Ref: deploymentId },
    StageName: stageName,
    ...stageSettings(properties),
  });
  return [deployment, stage];
}

function stageSettings(properties: JsonMap): JsonMap {
  const settings = SETTINGS.filter((name) => member(properties, name) !== undefined).map((name) => [name, properties[name]]);
  const tags = properties['Tags'];
  return { ...Object.fromEntries(settings), ...(isMap(tags) ? { Tags: tagList(tags) } : {}) };
}

function stageId(id: string, name: unknown): string {
  if (typeof name !== 'string') return `${id}Stage`;
  return isAlphanumeric(name) ? `${id}${name}Stage` : suffixedId(`${id}Stage`, name);
}
