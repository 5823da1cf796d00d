import { describeIntegrationInput, pathParts, readPathPart, type AwsType } from '../../spec';
import { present } from '../http-api-resources';
import type { MethodInput, OpenApiImportContext } from './context';
import { hasMember, own, type DocumentNode, type DocumentReader } from './document-reader';
import { documentationOf } from './documentation';
import { exampleAnswer, MOCK_HEADER, type ExampleAnswer } from './example-answer';
import type { FunctionResolver } from './functions';
import { closedIntegration, readIntegration, unavailable } from './integration';
import { integrationResponses, type IntegrationResponse } from './mapping';
import type { ModelRegistry } from './models';
import type { Operation } from './operations';
import { bodyModels, methodResponses, requestParameters } from './request';
import { securityOf } from './security';
import type { SchemeReading } from './security-schemes';

/** The context that the methods of a document share. */
export interface MethodContext {
  readonly reader: DocumentReader;
  readonly options: OpenApiImportContext;
  readonly functions: FunctionResolver;
  readonly schemes: ReadonlyMap<string, SchemeReading>;
  readonly models: ModelRegistry;
  readonly validators: Readonly<Record<string, { readonly validateRequestBody?: boolean }>>;
  /** Paths that API Gateway refuses, with the reason. */
  readonly refused: ReadonlyMap<string, string>;
  /** Why no method may be called, if the API has something that cannot be carried. */
  readonly closed?: string;
}

const INTEGRATION = 'x-amazon-apigateway-integration';

/** An operation as a method. A requirement that cannot be carried makes it unavailable; it is never left out, and never open. */
export function readMethod(operation: Operation, context: MethodContext): MethodInput {
  const { reader, schemes } = context;
  const { node, item, path } = operation;
  const security = securityOf(reader, node, schemes);
  const validation = validatorOf(node, context);
  const name = reader.text(node, 'operationId');
  const before = reader.issues.length;
  const parameters = requestParameters(reader, { node, item });
  const validatesBody = validation.name !== undefined && context.validators[validation.name]?.validateRequestBody === true;
  const requestModels = bodyModels(reader, { node, item }, { models: context.models, isValidated: validatesBody, operation });
  const broken = reader.issues.slice(before).find(({ code }) => code === 'OPENAPI_REFERENCE_UNRESOLVED');
  const problem = context.closed ?? operation.unreadable ?? context.refused.get(path) ?? security.problem ?? validation.problem
    ?? (operation.isRepeated ? 'the document declares this method twice' : undefined)
    ?? (validation.name === undefined ? undefined : broken?.message);
  const method: MethodInput = {
    ...present({ operationName: name, requestValidator: validation.name }),
    ...documentationOf(reader, node),
    authorization: security.authorization,
    apiKeyRequired: security.apiKeyRequired,
    requestParameters: { ...parameters, ...pathParameters(path) },
    requestModels,
    methodResponses: methodResponses(reader, node, context.models),
    integration: { type: 'mock', responses: [] },
  };
  if (problem === undefined) return withIntegration(method, operation, context);
  // reported at the operation, which may have no integration
  reader.lose('OPENAPI_METHOD_UNAVAILABLE', node, { reason: problem });
  const integration = { reader, functions: context.functions, node: reader.member(node, INTEGRATION) };
  // what it would answer is left out: only methods that lack nothing but their backend may be mocked
  return { ...method, methodResponses: {}, integration: closedIntegration(integration, problem) };
}

function withIntegration(method: MethodInput, operation: Operation, context: MethodContext): MethodInput {
  const { reader, functions, options } = context;
  const { node } = operation;
  if (hasMember(node, INTEGRATION)) {
    const integration = { reader, functions, node: reader.member(node, INTEGRATION) };
    const read = withDeclared({ ...method, integration: readIntegration(integration) }, integrationResponses(integration));
    return options.mocks === true && isWithoutCode(read, context) ? markedExample(read, node, reader) ?? read : read;
  }
  if (options.handler !== undefined) return { ...method, integration: { type: 'proxy', function: options.handler } };
  if (options.withoutIntegration === 'unavailable') return { ...method, integration: unavailable({ reader, node }, NONE, 'the method has no integration') };
  return (options.mocks === true ? markedExample(method, node, reader) : undefined) ?? withAnswer(method, exampleAnswer(reader, node));
}

function withAnswer(method: MethodInput, { integration, methodResponse }: ExampleAnswer): MethodInput {
  return { ...method, integration, methodResponses: { ...method.methodResponses, ...methodResponse(method.methodResponses ?? {}) } };
}

/** Answers by the document, with a header that says so; undefined if the document shows no answer. */
function markedExample(method: MethodInput, node: DocumentNode, reader: DocumentReader): MethodInput | undefined {
  const { source } = exampleAnswer(reader, node);
  return source === undefined ? undefined : withAnswer(method, exampleAnswer(reader, node, { [MOCK_HEADER]: source }));
}

function isWithoutCode({ integration }: MethodInput, { functions }: MethodContext): boolean {
  const { unavailable, function: called = '' } = describeIntegrationInput(integration);
  return unavailable !== undefined || Object.hasOwn(functions.withoutCode, called);
}

/** The AWS type that stands for a missing integration. */
const NONE: AwsType = 'MOCK';

/** Headers of responses that are mapped, and parameters that are part of the cache key, are declared with that. */
function withDeclared(method: MethodInput, responses: readonly IntegrationResponse[]): MethodInput {
  const { integration, methodResponses: declared = {} } = method;
  const keys = describeIntegrationInput(integration).cacheKeyParameters.filter((key) => key.startsWith('method.request.')).map((key) => [key.replace('.multivalue', '.'), false]);
  const completed = { ...declared };
  for (const { statusCode, responseParameters = {} } of responses) {
    const response = completed[statusCode];
    if (response === undefined) continue;
    const mapped = Object.fromEntries(Object.keys(responseParameters).map((target) => [target, false]));
    completed[statusCode] = { ...response, responseParameters: { ...mapped, ...response.responseParameters } };
  }
  return { ...method, methodResponses: completed, requestParameters: { ...Object.fromEntries(keys), ...method.requestParameters } };
}

/** Parts of the path are required parameters. */
function pathParameters(path: string): Record<string, boolean> {
  return Object.fromEntries(pathParts(path).flatMap((text) => {
    const part = readPathPart(text);
    return part?.type === 'parameter' ? [[`method.request.path.${part.name}`, true]] : [];
  }));
}

const VALIDATOR = 'x-amazon-apigateway-request-validator';

/** The validator of the operation, or else that of the document. One that does not exist would validate nothing. */
function validatorOf(node: DocumentNode, { reader, validators }: MethodContext): { readonly name?: string; readonly problem?: string } {
  const holder = hasMember(node, VALIDATOR) ? node : reader.root;
  const { value } = own(holder, VALIDATOR);
  if (value === undefined || value === null || value === '') return {};
  if (typeof value === 'string' && Object.hasOwn(validators, value)) return { name: value };
  return { problem: `there is no request validator ${JSON.stringify(value)}` };
}
