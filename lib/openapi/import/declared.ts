import { isObject } from '../../errors';
import type { DeclaredDocument, DeclaredMethod, DeclaredParameter, DeclaredParts, DeclaredResponse } from '../../spec';
import { endpointConfiguration } from './api-settings';
import type { OpenApiImportContext } from './context';
import { sunsetOf } from './documentation';
import { DocumentReader, hasMember, isDeclared, keysOf, own, type DocumentNode } from './document-reader';
import { ModelRegistry } from './models';
import { operationsOf, type Operation } from './operations';
import { basePathOf } from './paths';
import { FAMILIES, mediaTypes, modelNameOf, parametersOf } from './request';

/**
 * The parts of a document that API Gateway does not import, and callers rely on: schemas that have no name, null, types of parameters,
 * whether the default endpoint is open. Problems of the document are those that `importOpenApi` reports.
 */
export function readDeclaredParts(document: unknown, context: Pick<OpenApiImportContext, 'file' | 'resolveRef' | 'basePath'> = {}): DeclaredParts {
  const reader = new DocumentReader(document, context);
  const isDisabled = reader.text(endpointConfiguration(reader), 'disableExecuteApiEndpoint') === 'true';
  return { document: documentOf(reader, context), isDefaultEndpointClosed: isDisabled };
}

function documentOf(reader: DocumentReader, { basePath = 'ignore' }: Pick<OpenApiImportContext, 'basePath'>): DeclaredDocument {
  const schemas = new ModelRegistry(reader, true);
  const { operations } = operationsOf(reader, basePathOf(reader, basePath));
  const methods = operations.map((operation) => [`${operation.httpMethod} ${operation.path}`, methodOf(reader, operation, schemas)] as const);
  return {
    servers: reader.items(reader.member(reader.root, 'servers')).flatMap((server) => reader.text(server, 'url') ?? []),
    draft: reader.text(reader.root, 'openapi')?.startsWith('3.1') === true ? '2020-12' : '4',
    methods: Object.fromEntries(methods),
    schemas: Object.fromEntries(Object.entries(schemas.write()).map(([name, { schema }]) => [name, schema])),
  };
}

function methodOf(reader: DocumentReader, operation: Operation, schemas: ModelRegistry): DeclaredMethod {
  const { node } = operation;
  const named: Naming = (schema, suffix) => schemas.named(schema) ?? schemas.add(schema, modelNameOf(operation, suffix));
  const parameters = parametersOf(reader, operation);
  const body = reader.member(node, 'requestBody');
  const swaggerBody = parameters.find((parameter) => reader.text(parameter, 'in') === 'body');
  const content = modelsOf(reader, reader.member(body, 'content'), (schema) => named(schema, 'Body'));
  const consumed = swaggerBody === undefined ? [] : mediaTypes(reader, node, 'consumes').map((type) => [type, named(own(swaggerBody, 'schema'), 'Body')] as const);
  const declared = parameters.flatMap((parameter): [string, DeclaredParameter][] => {
    const [where, name] = [reader.text(parameter, 'in') ?? '', reader.text(parameter, 'name') ?? ''];
    const family = PLACES[where];
    return name === '' || family === undefined ? []
      : [[`method.request.${family}.${name}`, parameterOf(reader, parameter, (schema) => named(schema, name))]];
  });
  const whole = isObject(body.value) ? body : swaggerBody;
  return {
    ...sunsetOf(reader, node),
    security: securityAsked(reader, node),
    isWithoutBackend: !hasMember(node, 'x-amazon-apigateway-integration'),
    callbacks: Object.fromEntries(reader.entries(reader.member(node, 'callbacks')).map(([name, callback]) => [name, callback.value])),
    parameters: Object.fromEntries([...declared, ...(whole === undefined ? [] : [['method.request.body', { isRequired: isRequired(reader, whole) }] as const])]),
    requestModels: { ...content, ...Object.fromEntries(consumed) },
    responses: responsesOf(reader, node, named),
  };
}

/** Families of parameters: those that methods declare, and those that API Gateway does not know. */
const PLACES: Readonly<Record<string, string>> = { ...FAMILIES, cookie: 'cookie', formData: 'form' };

function isRequired(reader: DocumentReader, node: DocumentNode): boolean {
  return reader.text(node, 'required') === 'true';
}

/** The alternatives of the operation, or else of the document, in words that do not depend on the names of schemes. */
function securityAsked(reader: DocumentReader, operation: DocumentNode): string[][] {
  const alternatives = reader.items(reader.member(isDeclared(operation, 'security') ? operation : reader.root, 'security'));
  const schemes = isDeclared(reader.root, 'swagger') ? reader.member(reader.root, 'securityDefinitions')
    : reader.member(reader.member(reader.root, 'components'), 'securitySchemes');
  if (alternatives.length === 0) return [[]];
  return alternatives.map((alternative) => reader.entries(alternative).flatMap(([name, scopes]) => {
    const scheme = reader.member(schemes, name);
    const words = ['type', 'scheme', 'in', 'name', 'openIdConnectUrl'].flatMap((key) => reader.text(scheme, key)?.toLowerCase() ?? []);
    const kind = words.length === 0 ? name : words.join(' ');
    return [kind, ...reader.items(scopes).map(({ value }) => `${kind} ${String(value)}`)];
  }).sort());
}

type Naming = (schema: DocumentNode, suffix: string) => string;

function parameterOf(reader: DocumentReader, node: DocumentNode, named: (schema: DocumentNode) => string): DeclaredParameter {
  const content = reader.member(node, 'content');
  const [type] = keysOf(content);
  const written = type === undefined ? own(node, 'schema') : own(reader.member(content, type), 'schema');
  const schema = written.value === undefined ? swaggerSchema(node) : written;
  const style = type ?? styleOf(reader, node, schema);
  const fallback = (own(reader.follow(schema ?? node), 'default').value ?? own(node, 'default').value);
  return {
    isRequired: isRequired(reader, node),
    ...(fallback === undefined ? {} : { fallback }),
    ...(schema === undefined ? {} : { schema: named(schema) }), ...(style === undefined ? {} : { style }),
  };
}

/** Keywords that a parameter of OpenAPI 2.0 has instead of a schema. */
const OF_PARAMETERS = [
  'type', 'format', 'items', 'enum', 'maximum', 'exclusiveMaximum', 'minimum', 'exclusiveMinimum', 'maxLength', 'minLength', 'pattern', 'maxItems', 'minItems', 'uniqueItems',
  'multipleOf',
];

function swaggerSchema({ value, ...place }: DocumentNode): DocumentNode | undefined {
  const members = Object.entries(Object(value) as object).filter(([key]) => OF_PARAMETERS.includes(key));
  return members.length === 0 ? undefined : { ...place, value: Object.fromEntries(members) };
}

const SCALARS = ['string', 'number', 'integer', 'boolean'];
const STYLES: Readonly<Record<string, string>> = {
  csv: 'form explode=false', multi: 'form explode=true', ssv: 'spaceDelimited explode=false', pipes: 'pipeDelimited explode=false',
};

/** How a list or an object is written, in the words of OpenAPI 3; a scalar is written in one way only. */
function styleOf(reader: DocumentReader, node: DocumentNode, schema: DocumentNode | undefined): string | undefined {
  if (schema === undefined || SCALARS.includes(reader.text(reader.follow(schema), 'type') ?? '')) return undefined;
  const isInQuery = ['query', 'cookie', 'formData'].includes(reader.text(node, 'in') ?? '');
  const format = reader.text(node, 'collectionFormat') ?? (reader.text(reader.root, 'swagger') === undefined ? undefined : 'csv');
  if (format !== undefined) return isInQuery ? STYLES[format] ?? format : 'simple explode=false';
  const style = reader.text(node, 'style') ?? (isInQuery ? 'form' : 'simple');
  return `${style} explode=${reader.text(node, 'explode') ?? String(style === 'form')}`;
}

/** JSON and most texts are UTF-8 whether or not a media type says so. */
const CHARSET = /\s*;\s*charset="?utf-8"?\s*$/i;

/** Models by media type; a type without a schema takes every body. */
function modelsOf(reader: DocumentReader, content: DocumentNode, named: (schema: DocumentNode) => string): Record<string, string> {
  return Object.fromEntries(keysOf(content).map((type) => [type.replace(CHARSET, ''), named(own(reader.member(content, type), 'schema'))]));
}

function responsesOf(reader: DocumentReader, operation: DocumentNode, named: Naming): Record<string, DeclaredResponse> {
  const responses = reader.entries(reader.member(operation, 'responses')).filter(([status]) => !status.startsWith('x-'));
  return Object.fromEntries(responses.map(([status, node]) => {
    const described = reader.entries(reader.member(node, 'headers'));
    const headers = described.map(([name]) => [`method.response.header.${name}`, false] as const);
    const ofHeaders = described.flatMap(([name, header]) => {
      const written = own(header, 'schema').value === undefined ? swaggerSchema(header) : own(header, 'schema');
      return written === undefined ? [] : [[name, named(written, `${status}${name}`)] as const];
    });
    const schema = own(node, 'schema');
    const produced = schema.value === undefined ? [] : mediaTypes(reader, operation, 'produces').map((type) => [type, named(schema, status)] as const);
    const content = modelsOf(reader, reader.member(node, 'content'), (written) => named(written, status));
    const responseModels = { ...Object.fromEntries(produced), ...content };
    return [status.toUpperCase() === 'DEFAULT' ? 'default' : status.toUpperCase(),
      { responseModels, responseParameters: Object.fromEntries(headers), headers: Object.fromEntries(ofHeaders) }];
  }));
}
