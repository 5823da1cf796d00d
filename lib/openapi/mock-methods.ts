import {
  describeIntegration, mapMethods, protocolOf,
  type GatewaySpec, type HttpMethodSpec, type IntegrationResponseSpec, type MethodSpec, type MockIntegrationSpec,
} from '../spec';
import { DocumentReader, own, type DocumentNode } from './import/document-reader';
import { literal, MOCK_HEADER, type MockSource } from './import/example-answer';
import { sampleOf } from './import/sample';

/** The header of a mocked response, as a method declares it. */
const HEADER = `method.response.header.${MOCK_HEADER}`;

/** A method whose answers are made up. */
export interface MockedMethod {
  readonly httpMethod: HttpMethodSpec;
  readonly path: string;
  readonly source: MockSource;
}

interface MockedSpec {
  readonly spec: GatewaySpec;
  readonly mocked: readonly MockedMethod[];
}

/**
 * Gives methods that cannot be served here a mock integration that answers what their response models declare: the example of the
 * model, or a value that fits it, always the same. Methods without such a model stay as they are, and so do authorizers.
 */
export function withMocks(spec: GatewaySpec): MockedSpec {
  const mocked: MockedMethod[] = [];
  if (protocolOf(spec) !== 'rest') return { spec, mocked };
  const models = modelReader(spec);
  const changed = mapMethods(spec, ({ method, httpMethod, path }) => {
    const marked = markOf(method);
    const answer = isWithoutBackend(method, spec) ? answerOf(method, models) : undefined;
    const source = answer?.source ?? marked;
    if (source !== undefined) mocked.push({ httpMethod, path, source });
    return answer === undefined ? method : answering(method, answer);
  });
  return { spec: mocked.length === 0 ? spec : changed, mocked };
}

/** The mark of a method that the import of a document has mocked. */
function markOf({ integration }: MethodSpec): MockSource | undefined {
  const marks = describeIntegration(integration).responses?.map(({ responseParameters }) => responseParameters[HEADER]) ?? [];
  return (['example', 'generated'] as const).find((source) => marks.includes(`'${source}'`));
}

/**
 * Whether no call of the method's integration is possible here, on any stage. A method whose authorization could not be carried answers
 * nobody; imports leave out the responses of methods that they close for any other reason than a missing backend.
 */
function isWithoutBackend({ integration }: MethodSpec, { functions, stages }: GatewaySpec): boolean {
  const { unavailable, functions: called, declared } = describeIntegration(integration);
  if (declared?.authorizationType !== undefined || declared?.authorizer !== undefined) return false;
  if (unavailable !== undefined) return true;
  const isAbsent = (name: string): boolean => Object.hasOwn(functions, name) && functions[name]?.unavailable !== undefined;
  const variables = Object.values(stages).map((stage) => stage.variables);
  const on = (reference: string, values: Readonly<Record<string, string>>): string =>
    reference.replace(/\$\{stageVariables\.(\w+)\}/g, (whole, variable: string) => values[variable] ?? whole);
  return called.some((reference) => (variables.length === 0 ? [{}] : variables).every((values) => isAbsent(on(reference, values))));
}

interface Answer {
  readonly statusCode: string;
  readonly source: MockSource;
  /** Bodies by media type. */
  readonly bodies: Readonly<Record<string, string>>;
}

/** The first success that has a model, or that has no body by its status. */
function answerOf({ methodResponses }: MethodSpec, models: ReturnType<typeof modelReader>): Answer | undefined {
  for (const [statusCode, { responseModels }] of Object.entries(methodResponses).sort(([left], [right]) => Number(left) - Number(right))) {
    if (!statusCode.startsWith('2')) continue;
    if (/^20[45]$/.test(statusCode)) return { statusCode, source: 'generated', bodies: {} };
    const samples = Object.entries(responseModels).flatMap(([type, name]) => models(type, name) ?? []);
    if (samples.length === 0) continue;
    const source = samples.some((sample) => sample.source === 'example') ? 'example' : 'generated';
    return { statusCode, source, bodies: Object.fromEntries(samples.map(({ type, body }) => [type, body])) };
  }
  return undefined;
}

interface ModelSample {
  readonly type: string;
  readonly body: string;
  readonly source: MockSource;
}

/** Reads models by name; they refer to each other by address, and to their own parts. Media types that are not JSON have texts only. */
function modelReader({ models }: GatewaySpec): (type: string, name: string) => ModelSample | undefined {
  const schemas = Object.entries(models).map(([name, { schema }]) => [name, withLocations(schema, name)]);
  const reader = new DocumentReader({ models: Object.fromEntries(schemas) as unknown }, {});
  return (type, name) => {
    const schema = reader.follow(own(own(reader.root, 'models'), name));
    if (schema.value === undefined) return undefined; // API Gateway's own models, Empty and Error
    const value = sampleOf(reader, schema);
    const isJson = /[/+]json\b/i.test(type);
    if (!isJson && typeof value !== 'string') return undefined;
    return { type, body: isJson ? JSON.stringify(value) : String(value), source: hasExample(schema) ? 'example' : 'generated' };
  };
}

/** `https://apigateway.amazonaws.com/restapis/<id>/models/Pet` and `#/definitions/Tag` as locations in a document of all models. */
function withLocations(schema: object, name: string): unknown {
  const text = JSON.stringify(schema, (key, value: unknown) => {
    if (key !== '$ref' || typeof value !== 'string') return value;
    const [, model = name, pointer = ''] = /^(?:https:\/\/[^/]+\/restapis\/[^/]+\/models\/(\w+))?(?:#(.*))?$/.exec(value) ?? [];
    return `#/models/${model}${pointer}`;
  });
  return JSON.parse(text) as unknown;
}

function hasExample(schema: DocumentNode): boolean {
  return ['example', 'examples'].some((key) => own(schema, key).value !== undefined);
}

function answering(method: MethodSpec, { statusCode, source, bodies }: Answer): MethodSpec {
  const { responseModels = {}, responseParameters = {} } = method.methodResponses[statusCode] ?? {};
  const templates = Object.entries(bodies).map(([type, body]) => [type, literal(body)]);
  const response: IntegrationResponseSpec = {
    statusCode, responseParameters: { [HEADER]: `'${source}'` }, responseTemplates: Object.fromEntries(templates) as Record<string, string>,
  };
  const { cacheKeyParameters } = describeIntegration(method.integration);
  const integration: MockIntegrationSpec = {
    type: 'mock', requestParameters: {}, requestTemplates: { $default: `{"statusCode": ${statusCode}}` }, passthroughBehavior: 'NEVER',
    responses: [response], cacheKeyParameters: [...cacheKeyParameters],
  };
  const declared = { responseModels, responseParameters: { ...responseParameters, [HEADER]: false } };
  return { ...method, integration, methodResponses: { ...method.methodResponses, [statusCode]: declared } };
}
