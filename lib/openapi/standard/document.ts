import { loss, type Issue } from '../../errors';
import {
  DEFAULT_ROUTE_PATH, documentationMembers, methodsOf, methodsOfResource, pathParts, readPathPart, type GatewaySpec, type MethodSpec,
  type LocatedMethod,
} from '../../spec';
import { withCorsMethods } from '../cors-methods';
import type { RenderedDocument } from '../rendered-document';
import { builtInModels, contentOf, declaredResponses, filled, modelReference, type SchemaOf } from '../bodies';
import { present } from '../http-api-resources';
import { operationNames, type OperationNames } from '../operation-ids';
import { allParameters } from '../parameters';
import { componentSchemas } from '../schema/component-schemas';
import type { Dialect } from '../schema/dialect';
import { gatewayErrors } from './gateway-errors';
import { serversOf } from './servers';
import { standardSecurity, type StandardSecurity } from './security-schemes';

/** Options of a standard document. */
export interface StandardDocumentOptions {
  /** The version's schemas; its `version` is the document's. */
  readonly dialect: Dialect;
  /** The whole version number, e.g. `3.1.0`. */
  readonly openapi: string;
  /** `info.version` */
  readonly documentVersion: string;
  /** Addresses of the API; `{stage}` stands for each stage. */
  readonly servers: readonly string[];
  /** Whether operations have the errors of the gateway itself; a declared response of the same status stays. */
  readonly hasErrors: boolean;
}

/**
 * A spec as OpenAPI without extensions, for documentation and clients: what can be called, with which parameters, and the
 * responses. Backends are left out.
 */
export function standardDocument(declared: GatewaySpec, options: StandardDocumentOptions): RenderedDocument {
  const { spec, losses: corsLosses } = withCorsMethods(declared);
  const { schemas, losses: schemaLosses } = componentSchemas(spec, options.dialect);
  const security = standardSecurity(spec);
  const names = operationNames(spec);
  const losses: Issue[] = [...corsLosses, ...schemaLosses, ...security.losses, ...names.losses];
  const { Empty: _empty, ...builtIn } = builtInModels(spec);
  const context: OperationContext = { spec, security, names, losses, hasErrors: options.hasErrors };
  const paths = Object.keys(spec.resources).sort().flatMap((path) => pathItem(path, context));
  const tags = [...new Set(methodsOf(spec).flatMap(({ path, method }) => tagsOf(path, method)))].map((name) => ({ name }));
  const components = { ...filled('schemas', { ...builtIn, ...schemas }), ...filled('securitySchemes', security.schemes) };
  const document = {
    openapi: options.openapi,
    info: present({ title: spec.api.name, version: options.documentVersion, description: spec.api.description }),
    ...serversOf(options.servers, Object.keys(spec.stages)),
    ...(tags.length > 0 ? { tags } : {}),
    paths: Object.fromEntries(paths),
    ...filled('components', components),
  };
  return { document, losses };
}

interface OperationContext {
  readonly spec: GatewaySpec;
  readonly security: StandardSecurity;
  readonly names: OperationNames;
  readonly losses: Issue[];
  readonly hasErrors: boolean;
}

/** Methods of a path item in OpenAPI's order. */
const METHODS = ['GET', 'PUT', 'POST', 'DELETE', 'OPTIONS', 'HEAD', 'PATCH'] as const;

/** The path with its operations; ANY stands for each method that is not declared beside it. A path without methods is left out. */
function pathItem(path: string, context: OperationContext): [string, Record<string, unknown>][] {
  const declared = methodsOfResource(context.spec, path);
  if (declared.length === 0) return [];
  if (path === DEFAULT_ROUTE_PATH) {
    const how = 'Clients see the other routes only; declare those that they should know.';
    context.losses.push(loss('OPENAPI_PART_LEFT_OUT', context.spec.api.name, { what: 'the route $default', how }));
    return [];
  }
  const operations = METHODS.flatMap((method) => {
    const placed = declared.find(({ httpMethod }) => httpMethod === method) ?? declared.find(({ httpMethod }) => httpMethod === 'ANY');
    return placed === undefined ? [] : [[method.toLowerCase(), operation(placed, method, context)] as const];
  });
  return [[writtenPath(path, context), Object.fromEntries(operations)]];
}

/** The path as OpenAPI has it: a parameter is one segment. */
function writtenPath(path: string, { spec, losses }: OperationContext): string {
  const [parameter] = /\{[^}]*\+\}$/.exec(path) ?? [];
  if (parameter === undefined) return path;
  const written = parameter.replace('+', '');
  losses.push(loss('OPENAPI_GREEDY_PATH', `${spec.api.name}${path}`, { parameter, written }));
  return path.replace(parameter, written);
}

/** One operation: a method, or what ANY does for a method. */
function operation({ path, httpMethod, method }: LocatedMethod, concrete: string, context: OperationContext): Record<string, unknown> {
  const { spec, security, names, hasErrors } = context;
  const requirements = security.requirementsOf(method);
  const parameters = allParameters(path, method.requestParameters);
  const { tags: _declared, ...texts } = documentationMembers(method.documentation);
  const tags = tagsOf(path, method);
  const responses = declaredResponses(withMediaTypes(method), schemaOf(spec));
  const isEmpty = Object.keys(responses).length === 0;
  return {
    operationId: names.every(path, httpMethod, concrete),
    ...texts,
    ...(tags.length > 0 ? { tags } : {}),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...requestBody(method, spec),
    responses: {
      ...(hasErrors ? gatewayErrors(method, spec) : {}),
      ...(isEmpty ? { default: { description: 'What the integration answers' } } : responses),
    },
    ...present({ security: requirements }),
  };
}

/** The request body, which is required only if a validator checks it. */
function requestBody(method: MethodSpec, spec: GatewaySpec): Record<string, unknown> {
  const content = contentOf(mediaTypes(method.requestModels), schemaOf(spec));
  if (Object.keys(content).length === 0) return {};
  const validator = method.requestValidator === undefined ? undefined : spec.requestValidators[method.requestValidator];
  return { requestBody: { content, ...(validator?.validateRequestBody === true ? { required: true } : {}) } };
}

function withMediaTypes(method: MethodSpec): MethodSpec {
  const methodResponses = Object.entries(method.methodResponses)
    .map(([status, declared]) => [status, { ...declared, responseModels: mediaTypes(declared.responseModels) }] as const);
  return { ...method, methodResponses: Object.fromEntries(methodResponses) };
}

/** `$default` stands for every media type without a model of its own. */
function mediaTypes(models: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(models).map(([type, name]) => [type === '$default' ? '*/*' : type, name]));
}

/** A model by its component; the built-in one for anything is a schema for anything. */
function schemaOf(spec: GatewaySpec): SchemaOf {
  return (name) => (name === 'Empty' && !Object.hasOwn(spec.models, name) ? {} : modelReference(name));
}

/** Operations are grouped by their tags, or else by the first literal part of their path. */
function tagsOf(path: string, { documentation }: MethodSpec): readonly string[] {
  return documentation?.tags ?? pathParts(path).filter((text) => readPathPart(text)?.type === 'literal').slice(0, 1);
}
