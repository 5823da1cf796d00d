import { GATEWAY_RESPONSE_TYPES, isObject } from '../../errors';
import { stableId, withStatementList, type GatewaySpecInput } from '../../spec';
import type { OpenApiImportContext } from './context';
import { hasMember, isDeclared, keysOf, own, type DocumentNode, type DocumentReader } from './document-reader';
import { present } from '../http-api-resources';
import { textsOf } from './mapping';

/** The settings of a document for the API as a whole. */
export interface ApiSettings {
  readonly api: GatewaySpecInput['api'];
  readonly requestValidators: NonNullable<GatewaySpecInput['requestValidators']>;
  readonly gatewayResponses: NonNullable<GatewaySpecInput['gatewayResponses']>;
  /** Why no method may be called. */
  readonly closed?: string;
}

/** Reads `info` and the extensions at the root. */
export function readApiSettings(reader: DocumentReader, context: OpenApiImportContext): ApiSettings {
  const { root } = reader;
  const info = reader.member(root, 'info');
  const name = context.api?.name ?? (reader.text(info, 'title')?.trim() || 'Api');
  const description = reader.text(info, 'description');
  const policy = policyOf(reader);
  reportIgnored(reader);
  return {
    api: {
      id: stableId(name),
      name: name.slice(0, 1024),
      ...present({
        description, endpointType: endpointType(reader), apiKeySource: keySource(reader), binaryMediaTypes: binaryMediaTypes(reader),
        minimumCompressionSize: compression(reader),
      }),
      ...('policy' in policy ? { policy: policy.policy as GatewaySpecInput['api']['policy'] } : {}), // read with the spec
      jsonBodyValidation: 'aws',
      ...context.api,
    },
    requestValidators: validators(reader),
    gatewayResponses: gatewayResponses(reader),
    ...('closed' in policy ? { closed: policy.closed } : {}),
  };
}

const POLICY = 'x-amazon-apigateway-policy';

/**
 * The resource policy: an object, or its text. Without one that can be read nobody may call. SAM writes an empty one where there is no
 * policy.
 */
function policyOf(reader: DocumentReader): { readonly policy?: unknown } | { readonly closed: string } {
  if (!isDeclared(reader.root, POLICY)) return {};
  const { value } = reader.member(reader.root, POLICY);
  if (isObject(value)) return Object.keys(value).length === 0 ? {} : { policy: withStatementList(value) };
  try {
    const parsed: unknown = JSON.parse(String(value));
    if (isObject(parsed)) return { policy: withStatementList(parsed) };
  } catch {
    // what is not JSON is not a policy, as below
  }
  return { closed: `${POLICY} is not a policy` };
}

const KEY_SOURCE = 'x-amazon-apigateway-api-key-source';
const BINARY = 'x-amazon-apigateway-binary-media-types';
const COMPRESSION = 'x-amazon-apigateway-minimum-compression-size';

/** Names a member of the root whose value is not understood. */
function leaveOut(reader: DocumentReader, member: string, reason: string): void {
  reader.lose('OPENAPI_MEMBER_LEFT_OUT', own(reader.root, member), { member, reason });
}

function keySource(reader: DocumentReader): GatewaySpecInput['api']['apiKeySource'] {
  const source = reader.text(reader.root, KEY_SOURCE)?.toUpperCase();
  if (source === undefined || source === 'HEADER' || source === 'AUTHORIZER') return source;
  leaveOut(reader, KEY_SOURCE, `${source} is neither HEADER nor AUTHORIZER`);
  return undefined;
}

function binaryMediaTypes(reader: DocumentReader): string[] | undefined {
  const types = reader.items(reader.member(reader.root, BINARY));
  const listed = types.flatMap(({ value }) => (typeof value === 'string' && value !== '' ? [value] : []));
  if (listed.length < types.length) leaveOut(reader, BINARY, 'not all of it are media types');
  return listed.length > 0 ? listed : undefined;
}

function compression(reader: DocumentReader): number | undefined {
  const size = reader.text(reader.root, COMPRESSION);
  if (size === undefined || /^\d+$/.test(size)) return size === undefined ? undefined : Number(size);
  leaveOut(reader, COMPRESSION, `${size} is not a number of bytes`);
  return undefined;
}

export const ENDPOINT = 'x-amazon-apigateway-endpoint-configuration';

/**
 * The configuration of the endpoint, at the root, or in a server as documents of OpenAPI 3 have it.
 * @see https://docs.aws.amazon.com/apigateway/latest/developerguide/api-gateway-extensions-endpoint-configuration.html
 */
export function endpointConfiguration(reader: DocumentReader): DocumentNode {
  const servers = reader.items(reader.member(reader.root, 'servers'));
  const owner = [reader.root, ...servers].find((node) => hasMember(node, ENDPOINT)) ?? reader.root;
  return reader.member(owner, ENDPOINT);
}

function endpointType(reader: DocumentReader): GatewaySpecInput['api']['endpointType'] {
  const configuration = endpointConfiguration(reader);
  for (const key of ['vpcEndpointIds', 'disableExecuteApiEndpoint', 'ipAddressType'].filter((member) => hasMember(configuration, member))) {
    reader.lose('OPENAPI_MEMBER_LEFT_OUT', own(configuration, key), { member: key, reason: 'it is about addresses on AWS' });
  }
  const types = reader.items(reader.member(configuration, 'types')).map(({ value }) => String(value).toUpperCase());
  const [type = hasMember(configuration, 'vpcEndpointIds') ? 'PRIVATE' : undefined] = types;
  if (type === undefined || type === 'EDGE' || type === 'REGIONAL' || type === 'PRIVATE') return type;
  leaveOut(reader, ENDPOINT, `${type} is not a type of endpoints`);
  return undefined;
}

function validators(reader: DocumentReader): ApiSettings['requestValidators'] {
  const isRead = (node: DocumentNode, key: string): boolean => [undefined, 'true', 'false'].includes(reader.text(node, key));
  const declared = reader.entries(reader.member(reader.root, 'x-amazon-apigateway-request-validators')).filter(([name, node]) => {
    const isKnown = isRead(node, 'validateRequestBody') && isRead(node, 'validateRequestParameters');
    if (!isKnown) reader.lose('OPENAPI_MEMBER_LEFT_OUT', node, { member: `the request validator "${name}"`, reason: 'it is not understood, and methods with it are answered 501' });
    return name !== '' && isKnown;
  });
  return Object.fromEntries(declared.map(([name, node]) => [name, {
    validateRequestBody: reader.text(node, 'validateRequestBody') === 'true',
    validateRequestParameters: reader.text(node, 'validateRequestParameters') === 'true',
  }]));
}

function gatewayResponses(reader: DocumentReader): ApiSettings['gatewayResponses'] {
  const types: ReadonlySet<string> = new Set(GATEWAY_RESPONSE_TYPES);
  const declared = reader.entries(reader.member(reader.root, 'x-amazon-apigateway-gateway-responses')).filter(([type, node]) => {
    if (!types.has(type)) reader.lose('OPENAPI_MEMBER_LEFT_OUT', node, { member: `the gateway response ${type}`, reason: 'there is no such type' });
    return types.has(type);
  });
  return Object.fromEntries(declared.map(([type, node]) => {
    const statusCode = reader.text(node, 'statusCode') || undefined;
    return [type, {
      ...present({ statusCode }),
      responseParameters: textsOf({ reader, node }, 'responseParameters'),
      responseTemplates: textsOf({ reader, node }, 'responseTemplates'),
    }];
  }));
}

/** Extensions of the root that are read, or that have no effect on what is served. */
const READ = new Set([
  POLICY, ENDPOINT, KEY_SOURCE, BINARY, COMPRESSION,
  'x-amazon-apigateway-request-validators', 'x-amazon-apigateway-request-validator', 'x-amazon-apigateway-gateway-responses',
  'x-amazon-apigateway-importexport-version', 'x-amazon-apigateway-tag-value',
]);
const WHY: Readonly<Record<string, string>> = {
  'x-amazon-apigateway-cors': 'it is an extension of HTTP APIs; REST APIs answer preflight requests with OPTIONS methods',
  'x-amazon-apigateway-documentation': 'documentation parts are not served',
  'x-amazon-apigateway-endpoint-access-mode': 'it is about addresses on AWS',
  'x-amazon-apigateway-security-policy': 'it is about addresses on AWS; for HTTPS here see --https',
  'webhooks': 'webhooks are requests that the API sends',
};

function reportIgnored(reader: DocumentReader): void {
  const { root } = reader;
  const ignored = keysOf(root).filter((key) => Object.hasOwn(WHY, key) || (key.startsWith('x-amazon-apigateway-') && !READ.has(key)));
  for (const member of ignored) reader.lose('OPENAPI_MEMBER_LEFT_OUT', own(root, member), { member, reason: WHY[member] ?? 'REST APIs do not have it' });
}
