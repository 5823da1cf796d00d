import { isObject } from '../../errors';
import { methodKey } from '../../spec';
import type { MethodInput } from './context';
import { responseDescription } from './documentation';
import { keysOf, own, type DocumentNode, type DocumentReader } from './document-reader';
import type { ModelRegistry } from './models';
import type { Operation } from './operations';

/** An operation, and the path item whose parameters it shares. */
interface Declaring {
  readonly node: DocumentNode;
  readonly item: DocumentNode;
}

/** The names that methods have for the locations of parameters. */
export const FAMILIES: Readonly<Record<string, string>> = { header: 'header', path: 'path', query: 'querystring' };

/** The declared parameters. API Gateway has none in cookies and forms, so nothing is required of these. */
export function requestParameters(reader: DocumentReader, declaring: Declaring): Record<string, boolean> {
  const declared: Record<string, boolean> = {};
  for (const node of parametersOf(reader, declaring)) {
    const location = reader.text(node, 'in') ?? '';
    const name = reader.text(node, 'name') ?? '';
    const family = FAMILIES[location];
    if (name === '' || location === 'body') continue;
    const isRequired = reader.text(node, 'required') === 'true';
    if (family !== undefined) declared[`method.request.${family}.${name}`] = isRequired;
    else if (isRequired) reader.lose('OPENAPI_MEMBER_LEFT_OUT', node, { member: `the parameter "${name}" in ${location}`, reason: 'API Gateway does not require parameters there' });
  }
  return declared;
}

/** Parameters of the operation replace those of the path with the same name and location. */
export function parametersOf(reader: DocumentReader, { node, item }: Declaring): DocumentNode[] {
  const byName = new Map<string, DocumentNode>();
  for (const holder of [item, node]) {
    for (const parameter of reader.items(reader.member(holder, 'parameters'))) byName.set(`${reader.text(parameter, 'in') ?? ''} ${reader.text(parameter, 'name') ?? ''}`, parameter);
  }
  return [...byName.values()];
}

interface BodyContext {
  readonly models: ModelRegistry;
  /** Whether bodies are validated; otherwise schemas without a name need not become models. */
  readonly isValidated: boolean;
  readonly operation: Operation;
}

/** Models of the request body by media type: of `requestBody`, or of the parameter in `body` of OpenAPI 2.0. */
export function bodyModels(reader: DocumentReader, declaring: Declaring, context: BodyContext): Record<string, string> {
  const name = modelNameOf(context.operation);
  const content = reader.member(reader.member(declaring.node, 'requestBody'), 'content');
  const entry = (type: string, schema: DocumentNode): [string, string][] => {
    const model = modelOf(schema, name, context);
    return model === undefined || type === '' ? [] : [[type, model]];
  };
  const ofContent = keysOf(content).flatMap((type) => entry(type, own(reader.member(content, type), 'schema')));
  const body = parametersOf(reader, declaring).find((parameter) => reader.text(parameter, 'in') === 'body');
  if (body === undefined) return Object.fromEntries(ofContent);
  const types = mediaTypes(reader, declaring.node, 'consumes');
  return Object.fromEntries([...ofContent, ...types.flatMap((type) => entry(type, own(body, 'schema')))]);
}

function modelOf(schema: DocumentNode, name: string, { models, isValidated }: BodyContext): string | undefined {
  return models.named(schema) ?? (isValidated && isObject(schema.value) ? models.add(schema, name) : undefined);
}

export function mediaTypes(reader: DocumentReader, node: DocumentNode, key: 'consumes' | 'produces'): string[] {
  const ofOperation = reader.items(reader.member(node, key));
  const listed = ofOperation.length > 0 ? ofOperation : reader.items(reader.member(reader.root, key));
  const types = listed.flatMap(({ value }) => (typeof value === 'string' ? [value] : []));
  return types.length > 0 ? types : ['application/json'];
}

/** The name of a model whose schema has none: `GET /pets/{id}` → `GetPetsIdBody`. */
export function modelNameOf({ path, httpMethod }: Operation, suffix = 'Body'): string {
  const words = methodKey(path, httpMethod).split(/[^A-Za-z0-9]+/).filter((word) => word !== '');
  return `${words.map((word) => `${word.charAt(0).toUpperCase()}${word.slice(1).toLowerCase()}`).join('')}${suffix}`;
}

type MethodResponses = NonNullable<MethodInput['methodResponses']>;

/** The declared responses by status. `default` and ranges such as `2XX` are not statuses, so API Gateway does not declare them. */
export function methodResponses(reader: DocumentReader, operation: DocumentNode, models: ModelRegistry): MethodResponses {
  const responses = reader.entries(reader.member(operation, 'responses')).filter(([status]) => /^[1-5]\d\d$/.test(status));
  return Object.fromEntries(responses.map(([status, node]) => {
    const headers = keysOf(reader.member(node, 'headers')).map((name) => [`method.response.header.${name}`, false] as const);
    const content = reader.member(node, 'content');
    const schemas = keysOf(content).map((type) => [type, own(reader.member(content, type), 'schema')] as const);
    const swagger = mediaTypes(reader, operation, 'produces').map((type) => [type, own(node, 'schema')] as const);
    const responseModels = [...swagger, ...schemas].flatMap(([type, schema]) => {
      const model = models.named(schema);
      return model === undefined ? [] : [[type, model] as const];
    });
    const parts = { responseModels: Object.fromEntries(responseModels), responseParameters: Object.fromEntries(headers) };
    return [status, { ...responseDescription(reader, node, status), ...parts }];
  }));
}
