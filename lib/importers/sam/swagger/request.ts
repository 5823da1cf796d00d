import { isMap, type JsonMap } from '../value';
import { INTEGRATION, isOpenApi3, mapMember, methodDefinitions, type MethodPlace } from './document';

export interface RequestParameter {
  /** As in `method.request.querystring.page`. */
  readonly name: string;
  readonly required: unknown;
  readonly isCacheKey: boolean;
}

export function setTimeoutInMillis(place: MethodPlace, timeout: unknown): void {
  for (const { integration } of integrations(place)) integration['timeoutInMillis'] = timeout;
}

/** The body's model: a body parameter in Swagger, a request body in OpenAPI 3. Names of models are lower case. */
export function setRequestModel(place: MethodPlace, model: string, required: unknown): void {
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

export function setRequestValidator(place: MethodPlace, validates: { readonly body: boolean; readonly parameters: boolean }): void {
  const name = validatorName(validates);
  const validators = mapMember(place.document, 'x-amazon-apigateway-request-validators');
  validators[name] ??= { validateRequestBody: validates.body, validateRequestParameters: validates.parameters };
  for (const { definition } of integrations(place)) definition['x-amazon-apigateway-request-validator'] = name;
}

export function addRequestParameters(place: MethodPlace, parameters: readonly RequestParameter[]): void {
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
