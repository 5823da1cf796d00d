import { loss, type Issue } from '../../../errors';
import { SPEC_FORMAT, type GatewaySpecInput } from '../../../spec';
import { textOf } from '../../value';
import type { ApiSource, DeclaredApi } from '../api/api-source';
import { present, specId, type StageInput } from '../api/draft';
import { isUnknownMembers, PropertyReader } from '../api/property-reader';
import { missingRoutes } from '../api/methods-by-path';
import type { Resource } from '../stack';
import { httpApiAuthorizers } from './authorizers';
import { httpCorsOf } from './cors';
import { declaredParts, type HttpApiPart } from './parts';
import { routesOf } from './routes';
import { httpStageOf, servedHttpStageName } from './stages';

const API = 'AWS::ApiGatewayV2::Api';

/** Whether a resource is an HTTP API that is read; the same type declares WebSocket APIs. */
export function isHttpApi(resource: Resource): boolean {
  return resource.type === API && !isOtherApi(resource);
}

/** Whether a resource is a WebSocket API, or one whose routes are in a document. */
export function isOtherApi(resource: Resource): boolean {
  if (resource.type !== API) return false;
  const { ProtocolType, Body, BodyS3Location } = resource.stack.properties(resource);
  return textOf(ProtocolType)?.toUpperCase() === 'WEBSOCKET' || (Body ?? BodyS3Location) !== undefined;
}

/** The spec of an `AWS::ApiGatewayV2::Api`: its resources, before its functions are added. */
export function specOfHttpApi(source: ApiSource): DeclaredApi {
  const { api, id, name } = source;
  const properties = new PropertyReader(api.stack.properties(api));
  const parts = declaredParts(source);
  const authorizers = httpApiAuthorizers(parts.authorizers, source);
  const routes = routesOf(parts.routes, { integrations: parts.integrations, authorizers }, source);
  const { cors, problems } = httpCorsOf(api.stack.properties(api));
  const description = properties.text('Description');
  for (const { name: what, reason } of [...properties.problems, ...problems]) source.report(api, partRefused(api, what, reason));
  const unknown = properties.names.find(isUnknownMembers);
  const spec: GatewaySpecInput = {
    format: SPEC_FORMAT,
    protocol: 'http',
    api: { id: specId(id), name, ...present({ description, cors }) },
    authorizers: authorizers.parts,
    resources: routes.resources,
    stages: stagesOf(parts.stages, source),
  };
  const closed = api.doubt ?? (unknown === undefined ? undefined : `what ${unknown} adds to the API is not known here`);
  return { spec, lost: [...routes.lost, ...missingRoutes(source)], ...present({ closed }) };
}

function stagesOf(declared: readonly HttpApiPart[], { report }: ApiSource): Record<string, StageInput> {
  return Object.fromEntries(declared.map(({ properties, resource }) => {
    const { stage, problems } = httpStageOf(properties);
    const name = textOf(properties.StageName) ?? 'default';
    const served = servedHttpStageName(name);
    if (served !== name) report(resource, partRefused(resource, `the stage name ${name}`, `it is served as ${served}`));
    for (const { name: what, reason } of problems) report(resource, partRefused(resource, what, reason));
    return [served, stage];
  }));
}

function partRefused({ logicalId }: Resource, what: string, reason: string): Issue {
  return loss('IMPORT_PART_REFUSED', logicalId, { what, reason });
}
