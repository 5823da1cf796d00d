import type { HttpEvent } from './http-events';
import { methodId } from './names';
import { isMap, mapOf, member, type JsonMap } from './value';

const LOCATIONS = { paths: 'path', querystrings: 'querystring', headers: 'header' } as const;
const VALIDATOR = 'ApiGatewayRequestValidator';

/** What an event says of its request: members of the method, models and the validator. */
export interface EventRequest {
  readonly method: JsonMap;
  readonly resources: JsonMap;
}

/** `request.parameters` and `request.schemas`; a schema also turns on validation. */
export function requestOf({ settings, path, method }: HttpEvent, api: unknown, providerSchemas: JsonMap): EventRequest {
  const request = settings['request'];
  const unknown = [request, member(request, 'schemas'), member(request, 'schema')].find((one) => typeof one === 'string');
  // the importer refuses a method whose validator is not there
  if (unknown !== undefined) return { method: { RequestValidatorId: { Ref: unknown } }, resources: {} };
  const parameters = Object.entries(LOCATIONS).flatMap(([kind, location]) => (
    Object.entries(mapOf(member(request, 'parameters', kind))).map(([name, setting]) => (
      [`method.request.${location}.${name}`, isMap(setting) ? setting['required'] === true : setting === true] as const
    ))
  ));
  const schemas = Object.entries(mapOf(member(request, 'schemas') ?? member(request, 'schema')));
  const models = schemas.map(([mediaType, schema], index) => (
    [mediaType, `${methodId(path, method)}Model${index}`, schemaOf(schema, providerSchemas)] as const
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
function schemaOf(given: unknown, providerSchemas: JsonMap): unknown {
  if (typeof given === 'string') return member(providerSchemas[given], 'schema') ?? providerSchemas[given] ?? given;
  return member(given, 'schema') ?? given;
}

function validator(api: unknown): JsonMap {
  return {
    Type: 'AWS::ApiGateway::RequestValidator',
    Properties: { RestApiId: api, ValidateRequestBody: true, ValidateRequestParameters: true },
  };
}
