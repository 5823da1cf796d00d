import { isObject, GatewayError } from '../../errors';
import type { OpenSourceOptions } from '../../sources';

const CORS = 'x-amazon-apigateway-cors';
const AUTHORIZER = 'x-amazon-apigateway-authorizer';
const INTEGRATION = 'x-amazon-apigateway-integration';

/**
 * Refuses an OpenAPI document of an HTTP API. On its own it is read as one of a REST API, without its CORS and its JWT authorizers: a
 * comparison would find no change of them.
 * @param side - its name in the error
 * @throws DIFF_SIDE_FAILED
 */
export async function refuseHttpDocument(side: string, source: string,
  { allowOutside }: Pick<OpenSourceOptions, 'allowOutside'>): Promise<void> {
  // reading YAML costs time that an assembly need not wait for
  const { recognizeSource } = await import('../../importers');
  const recognized = recognizeSource(source, { allowOutside });
  const mark = recognized.kind === 'open-api' ? markOf(recognized.document.value) : undefined;
  if (mark === undefined) return;
  throw new GatewayError('DIFF_SIDE_FAILED', { side, step: 'reading the definition',
    reason: `it is the document of an HTTP API (${mark}), and is read as one of a REST API; compare the templates that have it as Body of their AWS::ApiGatewayV2::Api` });
}

/** The first part of a document that only HTTP APIs have. */
function markOf(document: unknown): string | undefined {
  if (Object.hasOwn(Object(document) as object, CORS)) return CORS;
  const components = member(document, 'components');
  const authorizers = membersOf(member(components, 'securitySchemes')).map((scheme) => member(scheme, AUTHORIZER));
  const isOfHttp = (authorizer: unknown): boolean => String(member(authorizer, 'type')).toLowerCase() === 'jwt'
    || ['jwtConfiguration', 'authorizerPayloadFormatVersion', 'enableSimpleResponses'].some((name) => member(authorizer, name) !== undefined);
  if (authorizers.some(isOfHttp)) return AUTHORIZER;
  const operations = membersOf(member(document, 'paths')).flatMap(membersOf).map((operation) => member(operation, INTEGRATION));
  const integrations = [...operations, ...membersOf(member(components, 'x-amazon-apigateway-integrations'))];
  return integrations.some((integration) => String(member(integration, 'payloadFormatVersion')) === '2.0') ? INTEGRATION : undefined;
}

function member(node: unknown, name: string): unknown {
  return isObject(node) && Object.hasOwn(node, name) ? node[name] : undefined;
}

function membersOf(node: unknown): unknown[] {
  return isObject(node) ? Object.values(node) : [];
}
