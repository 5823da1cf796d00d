import { isMap, mapOf, member, type JsonMap } from './value';

const LOCATIONS = { paths: 'path', querystrings: 'querystring', headers: 'header' } as const;
const VALIDATOR = 'ApiGatewayRequestValidator';

/** The request settings of an event: members of the method, models and the validator. */
export interface EventRequest {
  readonly method: JsonMap;
  readonly resources: JsonMap;
}

interface RequestContext {
  readonly api: unknown;
  /** The schemas of the provider, by name. */
  readonly schemas: JsonMap;
}

/** `request.parameters` and `request.schemas`; a schema also turns on validation. @param id - the logical id of the method */
export function requestOf(id: string, settings: JsonMap, { api, schemas: providerSchemas }: RequestContext): EventRequest {
  const request = settings['request'];
  const declared = member(request, 'parameters');
  const maps = [request, member(request, 'schemas'), member(request, 'schema'), declared, ...Object.keys(LOCATIONS).map((kind) => member(declared, kind))];
  const unknown = maps.find((map) => map !== undefined && map !== null && !isMap(map));
  // the importer refuses a method whose validator is not there
  if (unknown !== undefined) return { method: { RequestValidatorId: { Ref: String(unknown) } }, resources: {} };
  const parameters = Object.entries(LOCATIONS).flatMap(([kind, location]) => (
    Object.entries(mapOf(member(request, 'parameters', kind))).map(([name, setting]) => (
      [`method.request.${location}.${name}`, isMap(setting) ? setting['required'] === true : setting === true] as const
    ))
  ));
  const schemas = Object.entries(mapOf(member(request, 'schemas') ?? member(request, 'schema')));
  const models = schemas.map(([mediaType, schema], index) => (
    [mediaType, `${id}Model${index}`, schemaOf(schema, providerSchemas)] as const
  ));
  return {
    method: {
      RequestParameters: Object.fromEntries(parameters),
      ...(models.length === 0 ? {} : {
        RequestValidatorId: { Ref: VALIDATOR },
        RequestModels: Object.fromEntries(models.map(([mediaType, id]) => [mediaType, { Ref: id }])),
      }),
    },
    resources: {
      ...Object.fromEntries(models.map(([mediaType, id, schema]) => [id, {
        Type: 'AWS::ApiGateway::Model', Properties: { RestApiId: api, ContentType: mediaType, Schema: schema },
      }])),
      ...(models.length === 0 ? {} : { [VALIDATOR]: validator(api) }),
    },
  };
}

/** A schema, one with a name, or the name of one of the provider's; a text that names none stays one, which no model can be made of. */
function schemaOf(schema: unknown, providerSchemas: JsonMap): unknown {
  if (typeof schema === 'string') return member(providerSchemas[schema], 'schema') ?? providerSchemas[schema] ?? schema;
  return member(schema, 'schema') ?? schema;
}

function validator(api: unknown): JsonMap {
  return {
    Type: 'AWS::ApiGateway::RequestValidator',
    Properties: { RestApiId: api, ValidateRequestBody: true, ValidateRequestParameters: true },
  };
}
