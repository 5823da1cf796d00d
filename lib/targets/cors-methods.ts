import { loss, type Issue } from '../errors';
import type { CorsSpec, GatewaySpec, IntegrationResponseSpec, MethodSpec, ResourceSpec } from '../spec';

/** A spec without CORS policies: what they mean is written out as methods and headers. */
export interface WrittenOut {
  readonly spec: GatewaySpec;
  readonly losses: readonly Issue[];
}

/**
 * Writes the CORS policies of resources out as API Gateway knows them: an OPTIONS method with a mock integration on each
 * resource, and header mappings on the integration responses of protected mapped methods. Proxies send the headers
 * themselves.
 * @see base specification, Endpoints, rules 2 to 5; https://docs.aws.amazon.com/apigateway/latest/developerguide/how-to-cors.html
 */
export function withCorsMethods(spec: GatewaySpec): WrittenOut {
  const losses: Issue[] = [];
  const resources = Object.entries(spec.resources).map(([path, resource]) => {
    const { cors, ...rest } = resource;
    return [path, cors === undefined ? rest : withCors(rest, cors, (httpMethod) => ({ place: `${spec.api.name}${path} ${httpMethod}`, losses }))] as const;
  });
  return { spec: { ...spec, resources: Object.fromEntries(resources) }, losses };
}

interface Notes {
  readonly place: string;
  readonly losses: Issue[];
}

function withCors(resource: ResourceSpec, cors: CorsSpec, notesOf: (httpMethod: string) => Notes): ResourceSpec {
  const methods = Object.entries(resource.methods).map(([httpMethod, method]) => {
    const isProtected = (cors.methods as readonly string[]).includes(httpMethod);
    return [httpMethod, isProtected ? withCorsHeaders(method, cors, notesOf(httpMethod)) : method] as const;
  });
  return { ...resource, methods: { ...Object.fromEntries(methods), OPTIONS: preflightMethod(cors) } };
}

const ORIGIN = 'Access-Control-Allow-Origin';

/** The method that answers preflights: nobody is asked for credentials or keys. */
function preflightMethod(cors: CorsSpec): MethodSpec {
  const headers = {
    ...originHeaders(cors),
    'Access-Control-Allow-Headers': cors.allowHeaders.join(','),
    'Access-Control-Allow-Methods': cors.allowMethods.join(','),
    ...(cors.allowCredentials ? { 'Access-Control-Allow-Credentials': 'true' } : {}),
    ...(cors.maxAgeSeconds === undefined ? {} : { 'Access-Control-Max-Age': String(cors.maxAgeSeconds) }),
  };
  const statusCode = String(cors.statusCode);
  return {
    authorization: { type: 'NONE' },
    apiKeyRequired: false,
    requestParameters: {},
    requestModels: {},
    methodResponses: { [statusCode]: { responseModels: {}, responseParameters: byTarget(headers, () => true) } },
    integration: {
      type: 'mock',
      requestParameters: {},
      requestTemplates: { 'application/json': '{"statusCode": 200}' },
      passthroughBehavior: 'WHEN_NO_MATCH',
      cacheKeyParameters: [],
      responses: [{
        statusCode,
        responseParameters: byTarget(headers, constant),
        responseTemplates: cors.allowOrigins.length > 1 ? { 'application/json': chooseOrigin(cors) } : {},
      }],
    },
  };
}

/** A mapped method whose answers carry the headers that browsers need, where it does not map them itself. */
function withCorsHeaders(method: MethodSpec, cors: CorsSpec, notes: Notes): MethodSpec {
  const { integration } = method;
  if (!('responses' in integration)) return method;
  const headers = {
    ...originHeaders(cors),
    ...(cors.allowCredentials ? { 'Access-Control-Allow-Credentials': 'true' } : {}),
    ...(cors.exposeHeaders.length > 0 ? { 'Access-Control-Expose-Headers': cors.exposeHeaders.join(',') } : {}),
  };
  const responses = integration.responses.map((response) => answerWith(response, { headers, cors, notes }));
  const mapped = new Map(responses.map(({ statusCode, responseParameters }) => [statusCode, Object.keys(responseParameters)]));
  const methodResponses = Object.entries(method.methodResponses).map(([status, declared]) => {
    const targets = Object.fromEntries((mapped.get(status) ?? []).map((target) => [target, false] as const));
    return [status, { ...declared, responseParameters: { ...targets, ...declared.responseParameters } }] as const;
  });
  return { ...method, methodResponses: Object.fromEntries(methodResponses), integration: { ...integration, responses } };
}

interface Addition {
  readonly headers: Readonly<Record<string, string>>;
  readonly cors: CorsSpec;
  readonly notes: Notes;
}

function answerWith(response: IntegrationResponseSpec, { headers, cors, notes }: Addition): IntegrationResponseSpec {
  const added = missing(headers, response.responseParameters);
  const choosesOrigin = cors.allowOrigins.length > 1 && Object.hasOwn(added, ORIGIN);
  const templates = Object.entries(response.responseTemplates);
  if (choosesOrigin && templates.length === 0) {
    const [origin = '*'] = cors.allowOrigins;
    notes.losses.push(loss('CORS_ORIGINS_LOST', notes.place, { count: cors.allowOrigins.length, status: response.statusCode, origin }));
  }
  const responseTemplates = templates.map(([type, template]) => [type, choosesOrigin ? `${chooseOrigin(cors)}${template}` : template] as const);
  return {
    ...response,
    responseParameters: { ...response.responseParameters, ...byTarget(added, constant) },
    responseTemplates: Object.fromEntries(responseTemplates),
  };
}

/** One origin is sent as it is; of several, the first unless a template finds the one that asks. */
function originHeaders({ allowOrigins }: CorsSpec): Readonly<Record<string, string>> {
  return { [ORIGIN]: allowOrigins[0] ?? '*', ...(allowOrigins.length > 1 ? { Vary: 'Origin' } : {}) };
}

/**
 * A template's first line: the origin that asks is answered if it is one of the allowed; the client's text is never reflected.
 * It ends in a parenthesis, because `#end` and a letter behind it would be another directive.
 */
function chooseOrigin({ allowOrigins }: CorsSpec): string {
  const isAllowed = allowOrigins.map((origin) => `$origin == "${origin}"`).join(' || ');
  return '#set($origin = $input.params().header.get("Origin"))'
    + '#if($origin == "")#set($origin = $input.params().header.get("origin"))#end'
    + `#if(${isAllowed})#set($context.responseOverride.header.${ORIGIN} = $origin)#end`
    + '#set($origin = "")';
}

function byTarget<Value>(headers: Readonly<Record<string, string>>, valueOf: (text: string) => Value): Record<string, Value> {
  return Object.fromEntries(Object.entries(headers).map(([name, text]) => [`method.response.header.${name}`, valueOf(text)]));
}

/** The headers that a response does not have yet, in whatever case. */
function missing(headers: Readonly<Record<string, string>>, present: Readonly<Record<string, unknown>>): Readonly<Record<string, string>> {
  const targets = new Set(Object.keys(present).map((target) => target.toLowerCase()));
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !targets.has(`method.response.header.${name.toLowerCase()}`)));
}

function constant(text: string): string {
  return `'${text}'`;
}
