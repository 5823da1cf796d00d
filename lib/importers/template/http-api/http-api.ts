import { loss, type Issue } from '../../../errors';
import { DEFAULT_STAGE, SPEC_FORMAT, type GatewaySpecInput } from '../../../spec';
import { textOf } from '../../value';
import type { ApiSource, DeclaredApi } from '../api/api-source';
import { present, specId, type StageInput } from '../api/draft';
import { isUnknownMembers, PropertyReader } from '../api/property-reader';
import { missingRoutes } from '../api/methods-by-path';
import type { Resource } from '../stack';
import { httpApiAuthorizers } from './authorizers';
import { httpCorsOf } from './cors';
import { bodyParts } from './body';
import { declaredParts, type HttpApiPart } from './parts';
import { routesOf } from './routes';
import { httpStageOf, servedHttpStageName } from './stages';

const API = 'AWS::ApiGatewayV2::Api';

/** Whether a resource is an HTTP API; the same type declares WebSocket APIs. */
export function isHttpApi(resource: Resource): boolean {
  return resource.type === API && !isWebSocketApi(resource);
}

/** Whether a resource is a WebSocket API. */
export function isWebSocketApi(resource: Resource): boolean {
  return resource.type === API && textOf(resource.stack.properties(resource).ProtocolType)?.toUpperCase() === 'WEBSOCKET';
}

/** The spec of an `AWS::ApiGatewayV2::Api`: its document and the resources beside it, before its functions are added. */
export function specOfHttpApi(source: ApiSource): DeclaredApi {
  const { api, id, name } = source;
  const properties = new PropertyReader(api.stack.properties(api));
  const parts = declaredParts(source);
  const body = bodyParts(source);
  const authorizers = httpApiAuthorizers([...body.authorizers, ...parts.authorizers], source);
  const integrations = [...body.integrations, ...parts.integrations];
  const routes = routesOf([...body.routes, ...parts.routes], { integrations, authorizers }, source);
  const { cors, problems } = httpCorsOf({ CorsConfiguration: api.stack.properties(api).CorsConfiguration ?? body.cors });
  const description = properties.text('Description') ?? body.description;
  for (const { name: what, reason } of [...properties.problems, ...problems]) source.report(api, partRefused(api, what, reason));
  const unknown = properties.names.find(isUnknownMembers);
  const spec: GatewaySpecInput = {
    format: SPEC_FORMAT,
    protocol: 'http',
    api: { id: specId(id), name, ...present({ description, cors }) },
    authorizers: authorizers.parts,
    resources: routes.resources,
    stages: parts.stages.length === 0 && source.isElsewhere === true ? { [DEFAULT_STAGE]: {} } : stagesOf(parts.stages, source),
  };
  const closed = api.doubt ?? body.closed ?? (unknown === undefined ? undefined : `what ${unknown} adds to the API is not known here`);
  return { spec, lost: [...routes.lost, ...missingRoutes(source)], ...present({ closed }) };
}

function stagesOf(declared: readonly HttpApiPart[], { report }: ApiSource): Record<string, StageInput> {
  const names = servedNames(declared.map(({ properties }) => textOf(properties.StageName) ?? 'default'));
  return Object.fromEntries(declared.map(({ properties, resource }, index) => {
    const { stage, problems } = httpStageOf(properties);
    const { name, served } = names[index] ?? { name: '', served: '' }; // there is one for each
    if (served !== name) report(resource, partRefused(resource, `the stage name ${name}`, `it is served as ${served}`));
    for (const { name: what, reason } of problems) report(resource, partRefused(resource, what, reason));
    return [served, stage];
  }));
}

/** The names that stages are served as. Several may have one: those that are served under their own name come first. */
function servedNames(names: readonly string[]): readonly { readonly name: string; readonly served: string }[] {
  const taken = new Set(names.filter((name) => servedHttpStageName(name) === name));
  return names.map((name) => {
    const own = servedHttpStageName(name);
    let served = own;
    for (let number = 2; served !== name && taken.has(served); number += 1) served = `${own}-${number}`;
    taken.add(served);
    return { name, served };
  });
}

function partRefused({ logicalId }: Resource, what: string, reason: string): Issue {
  return loss('IMPORT_PART_REFUSED', logicalId, { what, reason });
}
