import { describeIntegration, examineSpec, type GatewaySpec, type MethodSpec } from '../../../lib/spec';
import { importOpenApi, type ImportedDocument, type OpenApiImportContext } from '../../../lib/openapi';

/** The address of a function. */
export const CALL = 'arn:aws:apigateway:eu-west-1:lambda:path/2015-03-31/functions/arn:aws:lambda:eu-west-1:123456789012:function:Pets/invocations';
export const INTEGRATION = 'x-amazon-apigateway-integration';
/** Operations with a function, and without a backend. */
export const PROXY = { [INTEGRATION]: { type: 'aws_proxy', httpMethod: 'POST', uri: CALL } };
export const MOCK = { [INTEGRATION]: { type: 'mock', requestTemplates: { 'application/json': '{"statusCode": 200}' }, responses: { default: { statusCode: 200 } } } };

/** Functions that whoever imports has code for. */
const KNOWN_FUNCTIONS = Object.fromEntries(['PetsFunction6A', 'Handler'].map((name) => [name, { entry: 'index.js', handler: 'index.handler' }]));

/** A document with these members, imported. */
export function imported(nodes: object, context: OpenApiImportContext = {}): ImportedDocument {
  return importOpenApi({ openapi: '3.0.1', info: { title: 'Pets' }, ...nodes }, context);
}

/** The complete spec. */
export function specOf(nodes: object, context: OpenApiImportContext = {}): GatewaySpec {
  const { functions, ...read } = imported(nodes, context).spec;
  const { spec, issues } = examineSpec({ ...read, functions: { ...KNOWN_FUNCTIONS, ...functions } }, 'Pets');
  if (spec === undefined) throw new Error(JSON.stringify(issues));
  return spec;
}

/** `CODE message` of what was reported. */
export function findingsOf(nodes: object, context: OpenApiImportContext = {}): string[] {
  return imported(nodes, context).issues.map(({ code, message }) => `${code} ${message}`);
}

/** The method that an operation `GET /pets` becomes. */
export function methodOf(operation: object, nodes: object = {}, context: OpenApiImportContext = {}): MethodSpec {
  const method = specOf({ paths: { '/pets': { get: operation } }, ...nodes }, context).resources['/pets']?.methods.GET;
  if (method === undefined) throw new Error('the document has no method');
  return method;
}

/** `GET /pets AWS_PROXY`, followed by `unavailable` where calls are answered 501. */
export function routesOf(nodes: object, context: OpenApiImportContext = {}): string[] {
  return Object.entries(specOf(nodes, context).resources).flatMap(([path, { methods }]) =>
    Object.entries(methods).map(([httpMethod, { integration }]) => {
      const { awsType, unavailable } = describeIntegration(integration);
      return `${httpMethod} ${path} ${awsType}${unavailable === undefined ? '' : ' unavailable'}`;
    }));
}
