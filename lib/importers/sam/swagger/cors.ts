import { isSet, type JsonMap } from '../value';
import { ANY_METHOD, INTEGRATION, pathItems, type SwaggerDocument } from './document';

const ALL_METHODS = 'DELETE,GET,HEAD,OPTIONS,PATCH,POST,PUT';

export interface CorsSetting {
  readonly origin: unknown;
  readonly headers: unknown;
  readonly methods: unknown;
  readonly maxAge: unknown;
  readonly allowCredentials: boolean;
}

/** An OPTIONS method with a mock integration for every path that has none. Paths that differ in a trailing slash are one resource. */
export function addPreflights(document: SwaggerDocument, cors: CorsSetting): void {
  const done = new Set<string>();
  for (const path of Object.keys(document.paths)) {
    const resource = path === '/' ? path : path.replace(/\/+$/, '');
    if (done.has(resource)) continue;
    done.add(resource);
    addPreflight(document, path, cors);
  }
}

/** The methods of a path's first branch count for all of its branches, as in the translator. */
function addPreflight(document: SwaggerDocument, path: string, cors: CorsSetting): void {
  const items = pathItems(document, path).filter((item) => !Object.hasOwn(item, 'options'));
  const [first] = items;
  if (first === undefined) return;
  const methods = isSet(cors.methods) ? cors.methods : `'${allowedMethods(first)}'`;
  for (const item of items) item['options'] = preflight({ ...cors, methods });
}

function allowedMethods(item: JsonMap): string {
  if (Object.hasOwn(item, ANY_METHOD)) return ALL_METHODS;
  return [...new Set([...Object.keys(item), 'options'].map((method) => method.toUpperCase()))].sort().join(',');
}

function preflight(cors: CorsSetting): JsonMap {
  const headers = [
    ['Access-Control-Allow-Origin', cors.origin, 'string'],
    ...(isSet(cors.headers) ? [['Access-Control-Allow-Headers', cors.headers, 'string']] : []),
    ['Access-Control-Allow-Methods', cors.methods, 'string'],
    ...(cors.maxAge === undefined || cors.maxAge === null ? [] : [['Access-Control-Max-Age', cors.maxAge, 'integer']]),
    ...(cors.allowCredentials ? [['Access-Control-Allow-Credentials', "'true'", 'string']] : []),
  ] as const;
  return {
    summary: 'CORS support',
    consumes: ['application/json'],
    produces: ['application/json'],
    [INTEGRATION]: {
      type: 'mock',
      requestTemplates: { 'application/json': '{\n  "statusCode" : 200\n}\n' },
      responses: {
        default: {
          statusCode: '200',
          responseParameters: Object.fromEntries(headers.map(([name, value]) => [`method.response.header.${String(name)}`, value])),
          responseTemplates: { 'application/json': '{}\n' },
        },
      },
    },
    responses: {
      200: {
        description: 'Default response for CORS method',
        headers: Object.fromEntries(headers.map(([name, , type]) => [name, { type }])),
      },
    },
  };
}
