import { isObject } from '../../errors';
import { memberOf, membersOf } from '../http-api-resources';
import { AUTHORIZER, CORS, DEFAULT_ROUTE, INTEGRATION, POLICY } from './http-api';

/** Members of authorizers and integrations that REST APIs do not have. */
const OF_AUTHORIZERS = ['jwtConfiguration', 'authorizerPayloadFormatVersion', 'enableSimpleResponses'];
const OF_INTEGRATIONS = ['payloadFormatVersion', 'integrationSubtype'];
/** Kinds of integrations that HTTP APIs do not have. */
const OF_REST_APIS = new Set(['aws', 'mock', 'http']);

/**
 * Whether a document is of an HTTP API: it has an extension that REST APIs do not have, and no resource policy. A format of payloads alone
 * says it only where no integration is of a kind that REST APIs have.
 */
export function isHttpApiDocument(document: unknown): boolean {
  const { paths, components, ...root } = membersOf(document);
  // without its policy, such an API would let in more callers
  if (Object.hasOwn(root, 'swagger') || Object.hasOwn(root, POLICY)) return false;
  const shared = memberOf(components, 'x-amazon-apigateway-integrations');
  const operations = Object.values(membersOf(paths)).flatMap((item) => Object.values(membersOf(item)).filter(isObject));
  const schemes = Object.values(membersOf(memberOf(components, 'securitySchemes')));
  const isSure = Object.hasOwn(root, CORS) || shared !== undefined
    || Object.keys(membersOf(paths)).some((path) => DEFAULT_ROUTE.test(path))
    || operations.some((operation) => memberOf(operation, 'isDefaultRoute') === true)
    || schemes.some((scheme) => isOfHttpApi(memberOf(scheme, AUTHORIZER)));
  if (isSure) return true;
  const integrations = operations.map((operation) => memberOf(operation, INTEGRATION));
  return integrations.some((integration) => hasSome(integration, OF_INTEGRATIONS))
    && integrations.every((integration) => !OF_REST_APIS.has(String(memberOf(integration, 'type')).toLowerCase()));
}

function isOfHttpApi(authorizer: unknown): boolean {
  return hasSome(authorizer, OF_AUTHORIZERS) || String(memberOf(authorizer, 'type')).toLowerCase() === 'jwt';
}

function hasSome(value: unknown, names: readonly string[]): boolean {
  return names.some((name) => memberOf(value, name) !== undefined);
}
