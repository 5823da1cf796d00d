import { expectMap, refuseEvent } from '../refuse';
import { isIntrinsic, isMap, isSet, member, printed, type JsonMap } from '../value';
import type { EventMethod } from './event-auth';
import { INTEGRATION, isOpenApi3, mapMember, methodDefinitions, type MethodPlace } from '../swagger/document';

const PARAMETER = /^method\.request\.(querystring|path|header)\./;
const SETTINGS = new Set(['Required', 'Caching']);

/** Adds the settings that an event has for its request: timeout, model with validation, parameters. */
export function addEventRequest(method: EventMethod, properties: JsonMap): void {
  const { TimeoutInMillis: timeout, RequestModel: model, RequestParameters: parameters } = properties;
  if (isSet(timeout)) for (const { integration } of integrations(method)) integration['timeoutInMillis'] = timeout;
  if (isSet(model)) addModel(method, expectMap(model, 'RequestModel', (reason) => refuseEvent(method.place, reason)));
  // an intrinsic function in place of the list is read as its key, and refused
  const listed: readonly unknown[] = Array.isArray(parameters) ? parameters : Object.keys(isMap(parameters) ? parameters : {});
  if (isSet(parameters)) addRequestParameters(method, listed.map((parameter) => requestParameter(method, parameter)));
}

function addModel(method: EventMethod, request: JsonMap): void {
  const model = request['Model'];
  if (!isSet(model)) return;
  const name = checkedModel(method, model);
  setRequestModel(method, name, member(request, 'Required'));
  const body = member(request, 'ValidateBody');
  const parameters = member(request, 'ValidateParameters');
  if (body === undefined && parameters === undefined) return;
  if (typeof (body ?? false) !== 'boolean' || typeof (parameters ?? false) !== 'boolean') {
    throw refuseEvent(
      method.place, `Unable to set Validator to RequestModel [${name}] on API method [${method.method}] for path [${method.path}] `
      + 'ValidateBody and ValidateParameters must be a boolean type, strings or intrinsics are not supported.',
    );
  }
  setRequestValidator(method, { body: body === true, parameters: parameters === true });
}

function checkedModel({ api, place, method, path }: EventMethod, model: unknown): string {
  const models = api['Models'];
  const refuse = (why: string) => refuseEvent(place, `Unable to set RequestModel [${printed(model)}] on API method [${method}] for path [${path}] ${why}`);
  if (!isSet(models)) throw refuse('because the related API does not define any Models.');
  if (!isIntrinsic(models) && !isMap(models)) throw refuse('because the related API Models defined is of invalid type.');
  if (typeof model !== 'string') throw refuse('because the related API does not contain valid Models.');
  if (!isSet(member(models, model))) throw refuse("because it wasn't defined in the API's Models.");
  return model;
}

function requestParameter({ place }: EventMethod, parameter: unknown): RequestParameter {
  const refuse = (why: string) => refuseEvent(place, `Invalid value for 'RequestParameters' property. ${why}`);
  const [name, settings] = isMap(parameter) ? Object.entries(parameter)[0] ?? [] : [parameter, {}];
  if (typeof name !== 'string') throw refuse('Property must be either a string or an object');
  if (!PARAMETER.test(name)) {
    throw refuse("Keys must be in the format 'method.request.[querystring|path|header].{value}', e.g 'method.request.header.Authorization'.");
  }
  if (!isMap(settings) || !Object.keys(settings).every((key) => SETTINGS.has(key))) {
    throw refuse('Values must be an object, e.g { Required: true, Caching: false }');
  }
  return { name, required: settings['Required'] ?? false, isCacheKey: isSet(settings['Caching']) };
}

interface RequestParameter {
  /** As in `method.request.querystring.page`. */
  readonly name: string;
  readonly required: unknown;
  readonly isCacheKey: boolean;
}

/** The body's model: a body parameter in Swagger, a request body in OpenAPI 3. Names of models are lower case. */
function setRequestModel(place: MethodPlace, model: string, required: unknown): void {
  const { document } = place;
  const name = model.toLowerCase();
  const requirement = required === undefined ? {} : { required };
  for (const { definition } of integrations(place)) {
    if (document['swagger'] !== undefined) {
      const parameter = { in: 'body', name, schema: { $ref: `#/definitions/${name}` }, ...requirement };
      definition['parameters'] = [...parametersOf(definition), parameter];
    } else if (isOpenApi3(document['openapi'])) {
      const schema = { $ref: `#/components/schemas/${name}` };
      definition['requestBody'] = { content: { 'application/json': { schema } }, ...requirement };
    }
  }
}

function setRequestValidator(place: MethodPlace, validates: { readonly body: boolean; readonly parameters: boolean }): void {
  const name = validatorName(validates);
  const validators = mapMember(place.document, 'x-amazon-apigateway-request-validators');
  validators[name] ??= { validateRequestBody: validates.body, validateRequestParameters: validates.parameters };
  for (const { definition } of integrations(place)) definition['x-amazon-apigateway-request-validator'] = name;
}

function addRequestParameters(place: MethodPlace, parameters: readonly RequestParameter[]): void {
  for (const { definition, integration } of integrations(place)) {
    definition['parameters'] = [...parametersOf(definition), ...parameters.map(parameterOf)];
    const keys = parameters.filter((parameter) => parameter.isCacheKey).map((parameter) => parameter.name);
    const existing = integration['cacheKeyParameters'];
    if (keys.length > 0) integration['cacheKeyParameters'] = [...(Array.isArray(existing) ? existing : []), ...keys];
  }
}

function parameterOf({ name, required }: RequestParameter): JsonMap {
  const [location = '', ...rest] = name.replaceAll('method.request.', '').split('.');
  return { in: location === 'querystring' ? 'query' : location, name: rest.join('.'), required, type: 'string' };
}

function validatorName({ body, parameters }: { readonly body: boolean; readonly parameters: boolean }): string {
  if (body) return parameters ? 'body-and-params' : 'body-only';
  return parameters ? 'params-only' : 'no-validation';
}

function parametersOf(definition: JsonMap): readonly unknown[] {
  const existing = definition['parameters'];
  return Array.isArray(existing) ? existing : [];
}

function integrations({ document, path, method }: MethodPlace): readonly { readonly definition: JsonMap; readonly integration: JsonMap }[] {
  return methodDefinitions(document, path, method).flatMap((definition) => {
    const integration = definition[INTEGRATION];
    return isMap(integration) ? [{ definition, integration }] : [];
  });
}
