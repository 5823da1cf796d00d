import type { Stack } from 'aws-cdk-lib';
import { Api } from '../../lib/aws';
import { apiGatewayDocument, importOpenApi, openApiDocument, valuesOfAccount, withCorsMethods } from '../../lib/openapi';
import {
  examineSpec, mapMethods, pathParts, readPathPart, withResponses, type GatewaySpec, type IntegrationResponseSpec, type MethodSpec,
} from '../../lib/spec';
import { DEFINITIONS } from './definitions';
import { everyMember } from '../support/every-member';
import { newStack } from '../support/aws-stack';
import { exampleSpecs } from '../support/openapi/definitions';

const REGION = 'eu-west-1';
const values = valuesOfAccount({ region: REGION, accountId: '123456789012', partition: 'aws' });

/** The spec that a document of the spec becomes: whatever a document does not contain is given beside it. */
function afterRoundTrip(given: GatewaySpec): GatewaySpec {
  const { document } = apiGatewayDocument(given, { values, isComplete: false });
  const { id, name, endpointType, quotas, vendor, jsonBodyValidation, deploymentTriggers } = given.api;
  const settings = { id, name, endpointType, quotas, vendor, jsonBodyValidation, deploymentTriggers };
  const { spec, issues } = importOpenApi(document, {
    api: Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined)),
    functionOf: (uri) => ({ function: /:function:(.+)\/(response-streaming-)?invocations$/.exec(uri)?.[1] ?? uri }),
  });
  expect(issues).toEqual([]);
  const { stages, apiKeys, usagePlans, functions } = given;
  const examined = examineSpec({ ...spec, stages, apiKeys, usagePlans, functions: { ...spec.functions, ...functions } }, 'document');
  if (examined.spec === undefined) throw new Error(JSON.stringify(examined.issues));
  return examined.spec;
}

/** Returns a definition with what its document changes and an import adds; each change is reported when the document is written. */
function asInDocument(given: GatewaySpec): GatewaySpec {
  const { spec, losses } = openApiLosses(given);
  const isClosed = (method: MethodSpec): boolean => 'authorizer' in method.authorization && losses.has(method.authorization.authorizer);
  const methods = mapMethods(spec, ({ path, method }) => ({
    ...method,
    // unique in a document
    ...(method.operationName === undefined ? {} : { operationName: expect.stringContaining(method.operationName) as string }),
    requestParameters: { ...method.requestParameters, ...pathParameters(path) },
    methodResponses: Object.fromEntries(Object.entries(method.methodResponses)
      .map(([status, response]) => [status, { ...response, responseParameters: undeclared(response) }])),
    authorization: isClosed(method) ? { type: 'AWS_IAM' } : method.authorization,
    integration: withRegion(withResponses(method.integration, inObjectOrder)),
  }));
  const models = Object.entries(spec.models).map(([name, { description, schema }]) => [name, {
    contentType: 'application/json', ...(description === undefined && schema.description === undefined ? {} : { description: description ?? schema.description }), schema: expect.anything() as object,
  }]);
  return {
    ...methods,
    models: expect.objectContaining(Object.fromEntries(models)) as GatewaySpec['models'], // schemas have a test of their own
    authorizers: Object.fromEntries(Object.entries(spec.authorizers).filter(([name]) => !losses.has(name))),
  };
}

/** The spec with its CORS written out, and the authorizers that REST APIs do not have. */
function openApiLosses(given: GatewaySpec): { readonly spec: GatewaySpec; readonly losses: ReadonlySet<string> } {
  const { losses } = apiGatewayDocument(given, { values, isComplete: false });
  const closed = losses.filter(({ code }) => code === 'OPENAPI_AUTHORIZER_CLOSED').map(({ location }) => location.replace(/^.*\/authorizer /, ''));
  return { spec: withCorsMethods(given).spec, losses: new Set(closed) };
}

/** A document is of one region, which the address of a service names. */
function withRegion(integration: MethodSpec['integration']): MethodSpec['integration'] {
  return integration.type === 'service' ? { ...integration, region: integration.region ?? REGION } : integration;
}

/** A document says which headers there are, not whether they are required: nothing asks for that. */
function undeclared({ responseParameters }: MethodSpec['methodResponses'][string]): Record<string, boolean> {
  return Object.fromEntries(Object.keys(responseParameters).map((name) => [name, false]));
}

/** Responses are members by pattern, of which numbers come first. */
function inObjectOrder(responses: readonly IntegrationResponseSpec[]): IntegrationResponseSpec[] {
  return Object.values(Object.fromEntries(responses.map((one) => [one.selectionPattern ?? 'default', one])));
}

function pathParameters(path: string): Record<string, boolean> {
  return Object.fromEntries(pathParts(path).map(readPathPart).flatMap((part) => (part?.type === 'parameter' ? [[`method.request.path.${part.name}`, true]] : [])));
}

describe('a document of a definition is the definition again', () => {
  test.each(exampleSpecs())('%s', (_, spec) => {
    expect(afterRoundTrip(spec)).toEqual(asInDocument(spec));
  });

  test('a definition with every member', () => {
    const { sayable } = everyMember();
    expect(afterRoundTrip(sayable)).toEqual(asInDocument(sayable));
  });

  test.each(DEFINITIONS)('$name', ({ ours }) => {
    const stack = newStack();
    ours(stack);
    for (const spec of specsIn(stack)) expect(afterRoundTrip(spec)).toEqual(asInDocument(spec));
  });
});

function specsIn(stack: Stack): GatewaySpec[] {
  return stack.node.findAll().filter((one): one is Api => Api.isApi(one)).map((api) => api._readSpec());
}

describe('the document for people', () => {
  test.each(exampleSpecs())('%s: has the resources of the definition', (_, given) => {
    const { document } = openApiDocument(given, { version: '3.1', hasExtensions: false });
    const { spec } = importOpenApi(document);
    const { resources } = withCorsMethods(given).spec;
    const withMethods = Object.entries(resources).filter(([, { methods }]) => Object.keys(methods).length > 0).map(([path]) => path.replace('+}', '}'));
    expect(Object.keys(spec.resources ?? {}).sort()).toEqual(withMethods.sort());
  });
});
