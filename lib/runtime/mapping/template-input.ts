import { compactJson, jsonText, parseJson } from './json';
import { jsonPath } from './json-path/json-path';
import { hostObject, printValue, valueMap, type ValueMap } from './velocity/values';

/** Request parameters as templates see them: the last value of each. */
export interface TemplateParameters {
  readonly path: Readonly<Record<string, string>>;
  readonly querystring: Readonly<Record<string, string>>;
  readonly header: Readonly<Record<string, string>>;
}

/**
 * `$input` for one payload. An empty payload is `{}` in request and response templates.
 * @see https://docs.aws.amazon.com/apigateway/latest/developerguide/api-gateway-mapping-template-reference.html
 */
export function templateInput(payload: string, parameters: TemplateParameters): ValueMap {
  const body = payload === '' ? '{}' : payload;
  const read = once(() => parseJson(body));
  const locations = [parameters.path, parameters.querystring, parameters.header];
  return hostObject({
    path: (path = '$') => jsonPath(read(), printValue(path)),
    json: (path = '$') => (printValue(path).trim() === '$' && read() !== undefined ? compactJson(body) : jsonOf(jsonPath(read(), printValue(path)))),
    params: (name) => (name === undefined ? parameterMaps(parameters) : parameterOf(locations, printValue(name))),
  }, { body });
}

/** A missing value is the JSON text of an empty string. */
function jsonOf(value: unknown): string {
  return jsonText(value) ?? '""';
}

/** The parameters by where they are. */
export function parameterMaps({ path, querystring, header }: TemplateParameters): ValueMap {
  return valueMap({ path: valueMap(path), querystring: valueMap(querystring), header: valueMap(header) });
}

/** The path comes before the query string, the query string before the headers; names are matched exactly. */
function parameterOf(locations: readonly Readonly<Record<string, string>>[], name: string): string {
  const parameters = locations.find((location) => Object.hasOwn(location, name));
  return parameters?.[name] ?? '';
}

function once<Value>(make: () => Value): () => Value {
  let cached: { readonly value: Value } | undefined;
  return () => (cached ??= { value: make() }).value;
}
