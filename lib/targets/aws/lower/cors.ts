import type { CorsSpec, GatewaySpec, IntegrationResponseSpec, MethodSpec, ResourceSpec } from '../../../spec';
import { loss, type Issue } from '../../../errors';
import type { Lowered } from './lowered';

/** The MOCK integration takes its status from here; the response without a pattern answers whatever it is. */
const MOCK_REQUEST = { 'application/json': '{"statusCode": 200}' };

/**
 * Preflights become OPTIONS methods with a MOCK integration, and mapped methods get the headers of CORS as constants.
 * Of several origins a template sends back the one that asks.
 * @see https://docs.aws.amazon.com/apigateway/latest/developerguide/how-to-cors.html
 */
export function lowerCors(spec: GatewaySpec): Lowered {
  const losses: Issue[] = [];
  const resources = Object.fromEntries(Object.entries(spec.resources).map(([path, resource]) => {
    const { cors } = resource;
    if (cors === undefined) return [path, resource];
    const methods = { ...mappedWithCors(resource, cors), OPTIONS: preflight(cors) };
    losses.push(...bytesLost(spec, path, { ...resource, cors }));
    return [path, { id: resource.id, methods }];
  }));
  return { spec: { ...spec, resources }, losses };
}

function preflight(cors: CorsSpec): MethodSpec {
  const headers = {
    ...originHeaders(cors),
    'Access-Control-Allow-Headers': cors.allowHeaders.join(','),
    'Access-Control-Allow-Methods': cors.allowMethods.join(','),
    ...credentialsHeader(cors),
    ...(cors.maxAgeSeconds === undefined ? {} : { 'Access-Control-Max-Age': String(cors.maxAgeSeconds) }),
  };
  const responseTemplates: Record<string, string> = needsTemplate(cors) ? { 'application/json': originTemplate(cors) } : {};
  const statusCode = String(cors.statusCode);
  return {
    authorization: { type: 'NONE' },
    apiKeyRequired: false,
    requestParameters: {},
    requestModels: {},
    methodResponses: { [statusCode]: { responseModels: {}, responseParameters: declared(headers) } },
    integration: {
      type: 'mock',
      requestParameters: {},
      requestTemplates: MOCK_REQUEST,
      passthroughBehavior: 'WHEN_NO_MATCH',
      responses: [{ statusCode, responseParameters: constants(headers), responseTemplates }],
      cacheKeyParameters: [],
    },
  };
}

function mappedWithCors({ methods }: ResourceSpec, cors: CorsSpec): ResourceSpec['methods'] {
  return Object.fromEntries(Object.entries(methods).map(([name, method]) => [
    name, cors.methods.some((one) => one === name) ? withCors(method, cors) : method,
  ]));
}

/** A method whose responses are mapped, with the headers of CORS unless it maps them itself. */
function withCors(method: MethodSpec, cors: CorsSpec): MethodSpec {
  const { integration } = method;
  if (!('responses' in integration)) return method;
  const body = integration.type === 'mock' ? '' : '$input.body';
  const responses = integration.responses.map((response) => withCorsHeaders(response, cors, body));
  const methodResponses = { ...method.methodResponses };
  for (const { statusCode } of responses) {
    const known = methodResponses[statusCode] ?? { responseModels: {}, responseParameters: {} };
    methodResponses[statusCode] = { ...known, responseParameters: { ...declared(mappedHeaders(cors)), ...known.responseParameters } };
  }
  return { ...method, methodResponses, integration: { ...integration, responses } };
}

function withCorsHeaders(response: IntegrationResponseSpec, cors: CorsSpec, body: string): IntegrationResponseSpec {
  const own = new Set(Object.keys(response.responseParameters).map((name) => name.toLowerCase()));
  const added = Object.entries(constants(mappedHeaders(cors))).filter(([name]) => !own.has(name.toLowerCase()));
  const responseParameters = { ...Object.fromEntries(added), ...response.responseParameters };
  const mapsOrigin = own.has('method.response.header.access-control-allow-origin');
  if (!needsTemplate(cors) || mapsOrigin) return { ...response, responseParameters };
  const templates = Object.keys(response.responseTemplates).length === 0 ? { 'application/json': body } : response.responseTemplates;
  const responseTemplates = Object.fromEntries(Object.entries(templates).map(([type, text]) => [type, `${originTemplate(cors)}${text}`]));
  return { ...response, responseParameters, responseTemplates };
}

function mappedHeaders(cors: CorsSpec): Record<string, string> {
  return {
    ...originHeaders(cors),
    ...credentialsHeader(cors),
    ...(cors.exposeHeaders.length === 0 ? {} : { 'Access-Control-Expose-Headers': cors.exposeHeaders.join(',') }),
  };
}

function originHeaders({ allowOrigins }: CorsSpec): Record<string, string> {
  const first = allowOrigins[0] ?? '*';
  return { 'Access-Control-Allow-Origin': first, ...(allowOrigins.length === 1 ? {} : { Vary: 'Origin' }) };
}

function credentialsHeader({ allowCredentials }: CorsSpec): Record<string, string> {
  return allowCredentials ? { 'Access-Control-Allow-Credentials': 'true' } : {};
}

function needsTemplate({ allowOrigins }: CorsSpec): boolean {
  return allowOrigins.length > 1;
}

/**
 * Prints nothing; the first origin stands in the mapped header. On one line, because a line break would be a body, and
 * ending in a parenthesis, because `#end` and a following letter would be another directive.
 */
function originTemplate({ allowOrigins }: CorsSpec): string {
  const isAllowed = allowOrigins.slice(1).map((origin) => `$origin == "${origin}"`).join(' || ');
  return '#set($origin = $input.params("Origin"))#if($origin == "")#set($origin = $input.params("origin"))#end'
    + `#if(${isAllowed})#set($context.responseOverride.header.Access-Control-Allow-Origin = $origin)#end`
    + '#set($origin = "")';
}

function constants(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [`method.response.header.${name}`, `'${value}'`]));
}

function declared(headers: Readonly<Record<string, string>>): Record<string, boolean> {
  return Object.fromEntries(Object.keys(headers).map((name) => [`method.response.header.${name}`, true]));
}

/** The template that chooses among origins cannot carry bytes. */
function bytesLost({ api }: GatewaySpec, path: string, { cors, methods }: ResourceSpec & { readonly cors: CorsSpec }): Issue[] {
  if (!needsTemplate(cors) || api.binaryMediaTypes.length === 0) return [];
  return cors.methods.flatMap((name) => {
    const integration = methods[name]?.integration;
    return integration?.type === 'http' || integration?.type === 'mapped' ? [loss('AWS_CORS_BINARY', `${api.name}${path} ${name}`)] : [];
  });
}
