import { loss } from '../../../errors';
import { DEFAULT_STAGE, SPEC_FORMAT, type GatewaySpecInput } from '../../../spec';
import type { ApiSource, DeclaredApi } from '../api/api-source';
import { present, specId } from '../api/draft';
import { httpApiAuthorizers, httpCorsOf, httpRouteForm, isUnknownMembers, PropertyReader, routesOf } from '../../../openapi';
import { missingRoutes } from '../api/methods-by-path';
import { bodyParts } from './body';
import { declaredParts } from './parts';
import { stagesOf } from './stages';

/** The spec of an `AWS::ApiGatewayV2::Api`: its document and the resources beside it, before its functions are added. */
export function specOfHttpApi(source: ApiSource): DeclaredApi {
  const { api, id, name } = source;
  const properties = new PropertyReader(api.stack.properties(api));
  const parts = declaredParts(source);
  const body = bodyParts(source);
  const authorizers = httpApiAuthorizers([...body.authorizers, ...parts.authorizers], source);
  const integrations = [...body.integrations, ...parts.integrations];
  const routes = routesOf([...body.routes, ...parts.routes], { integrations, authorizers, form: httpRouteForm(source.functions) }, source);
  const { cors, problems } = httpCorsOf({ CorsConfiguration: api.stack.properties(api).CorsConfiguration ?? body.cors });
  const description = properties.text('Description') ?? body.description;
  for (const { name: what, reason } of [...properties.problems, ...problems]) source.report(api, loss('IMPORT_PART_REFUSED', api.logicalId, { what, reason }));
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
  return { spec, lost: [...routes.lost, ...missingRoutes(source)], ...present({ closed, declared: body.declared }) };
}
