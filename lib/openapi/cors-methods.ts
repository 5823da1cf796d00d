import { loss, type Issue } from '../errors';
import {
  describeIntegration, methodsOfResource, withResponses, type CorsSpec, type GatewaySpec, type IntegrationResponseSpec, type MethodSpec,
} from '../spec';

/** A spec without CORS policies: what they mean is written out as methods and headers. */
export interface WrittenOut {
  readonly spec: GatewaySpec;
  readonly losses: readonly Issue[];
}

/** The MOCK integration takes its status from here; the response without a pattern answers whatever it is. */
const MOCK_REQUEST = { 'application/json': '{"statusCode": 200}' };

/**
 * Writes the CORS policies of resources out as API Gateway knows them: an OPTIONS method with a MOCK integration on each
 * resource, and constant headers on the integration responses of protected mapped methods. Proxies send the headers
 * themselves. Of several origins a template sends back the one that asks; an answer that may be bytes can have none, so it
 * names the first, which is a loss.
 * @see docs/internals/parity-evidence.md, Endpoints; https://docs.aws.amazon.com/apigateway/latest/developerguide/how-to-cors.html
 */
export function withCorsMethods(spec: GatewaySpec): WrittenOut {
  const losses: Issue[] = [];
  const { binaryMediaTypes } = spec.api;
  const resources = Object.fromEntries(Object.entries(spec.resources).map(([path, { cors, ...resource }]) => {
    if (cors === undefined) return [path, resource];
    const settings = { cors, isBinary: binaryMediaTypes.length > 0, losses };
    const methods = methodsOfResource(spec, path).map(({ httpMethod, method, location }) => {
      const isProtected = cors.methods.some((covered) => covered === httpMethod);
      return [httpMethod, isProtected ? withCors(method, { ...settings, location }) : method];
    });
    return [path, { ...resource, methods: { ...Object.fromEntries(methods), OPTIONS: preflight(cors) } }];
  }));
  return { spec: { ...spec, resources }, losses };
}

interface Settings {
  readonly cors: CorsSpec;
  /** Whether the API has answers that are bytes. */
  readonly isBinary: boolean;
  readonly location: string;
  readonly losses: Issue[];
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

/** A method whose responses are mapped, with the headers of CORS unless it maps them itself. */
function withCors(method: MethodSpec, settings: Settings): MethodSpec {
  const { integration } = method;
  const { responses: declaredResponses, hasBackendBody } = describeIntegration(integration);
  if (declaredResponses === undefined) return method;
  const body = hasBackendBody ? '$input.body' : '';
  const responses = declaredResponses.map((response) =>
    withCorsHeaders(response, { ...settings, isBinary: settings.isBinary && hasBackendBody }, body));
  const methodResponses = { ...method.methodResponses };
  for (const { statusCode, responseParameters } of responses) {
    const known = methodResponses[statusCode] ?? { responseModels: {}, responseParameters: {} };
    const mapped = Object.fromEntries(Object.keys(responseParameters).map((target) => [target, true]));
    methodResponses[statusCode] = { ...known, responseParameters: { ...mapped, ...known.responseParameters } };
  }
  return { ...method, methodResponses, integration: withResponses(integration, () => responses) };
}

function withCorsHeaders(response: IntegrationResponseSpec, settings: Settings, body: string): IntegrationResponseSpec {
  const { cors } = settings;
  const own = new Set(Object.keys(response.responseParameters).map((name) => name.toLowerCase()));
  const added = Object.entries(constants(mappedHeaders(cors))).filter(([name]) => !own.has(name.toLowerCase()));
  const answered = { ...response, responseParameters: { ...Object.fromEntries(added), ...response.responseParameters } };
  const mapsOrigin = own.has('method.response.header.access-control-allow-origin');
  return needsTemplate(cors) && !mapsOrigin ? { ...answered, responseTemplates: templatesOf(response, settings, body) } : answered;
}

/** The templates of a response, each of which chooses the origin first. */
function templatesOf(
  { statusCode, responseTemplates }: IntegrationResponseSpec, { cors, isBinary, location, losses }: Settings, body: string,
): Readonly<Record<string, string>> {
  const hasOwn = Object.keys(responseTemplates).length > 0;
  if (!hasOwn && isBinary) {
    const [origin = '*', ...others] = cors.allowOrigins;
    losses.push(loss('CORS_ORIGINS_LOST', location, { count: others.length + 1, status: statusCode, origin }));
    return {};
  }
  const templates = hasOwn ? responseTemplates : { 'application/json': body };
  return Object.fromEntries(Object.entries(templates).map(([type, text]) => [type, `${originTemplate(cors)}${text}`]));
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
 * Prints nothing; the first origin is in the mapped header. On one line, because a line break would be a body, and
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
