import { isMap, listOf, present, type JsonMap } from './value';

/** Headers that preflights allow where none are named. */
export const DEFAULT_HEADERS = [
  'Content-Type', 'X-Amz-Date', 'Authorization', 'X-Api-Key', 'X-Amz-Security-Token', 'X-Amz-User-Agent', 'X-Amzn-Trace-Id',
];
const PREFIX = 'method.response.header.';

/** The preflight of a path: the settings of all its events with `cors`, merged, the last of each kind winning. */
export interface PathCors {
  readonly settings: JsonMap;
  readonly methods: readonly string[];
}

/** The properties of the OPTIONS method that answers preflights. It is never authorized. */
export function preflight({ settings, methods }: PathCors): JsonMap {
  const headers = present({
    // one of several origins is chosen by a function; the preflight names the first
    'Access-Control-Allow-Origin': listOf(settings['origin'] ?? settings['origins'] ?? '*')[0],
    'Access-Control-Allow-Headers': joined(settings['headers'] ?? DEFAULT_HEADERS),
    'Access-Control-Allow-Methods': joined(methodsOf(methods)),
    'Access-Control-Allow-Credentials': settings['allowCredentials'] === true ? 'true' : undefined,
    'Access-Control-Max-Age': settings['maxAge'],
    'Cache-Control': settings['cacheControl'],
  });
  const entries = Object.entries(headers);
  return {
    HttpMethod: 'OPTIONS',
    AuthorizationType: 'NONE',
    ApiKeyRequired: false,
    MethodResponses: [{ StatusCode: '200', ResponseParameters: Object.fromEntries(entries.map(([name]) => [`${PREFIX}${name}`, true])) }],
    Integration: {
      Type: 'MOCK',
      RequestTemplates: { 'application/json': '{"statusCode":200}' },
      ContentHandling: 'CONVERT_TO_TEXT',
      IntegrationResponses: [{
        StatusCode: '200',
        ResponseParameters: Object.fromEntries(entries.map(([name, value]) => [`${PREFIX}${name}`, `'${String(value)}'`])),
        ResponseTemplates: { 'application/json': '' },
      }],
    },
  };
}

/** `cors: true` has the defaults. */
export function corsSettings(cors: unknown): JsonMap | undefined {
  if (cors === true) return {};
  return isMap(cors) ? cors : undefined;
}

function methodsOf(methods: readonly string[]): readonly string[] {
  const named = methods.includes('ANY') ? ['DELETE', 'GET', 'HEAD', 'PATCH', 'POST', 'PUT'] : methods;
  return [...new Set(['OPTIONS', ...named])];
}

function joined(values: unknown): string {
  return listOf(values).map(String).join(',');
}
