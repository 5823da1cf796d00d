import { LIMITS, readServiceUri, ownRegion, type AwsType } from '../../spec';
import type { IntegrationInput } from './context';
import { hasMember, keysOf, own, type DocumentNode, type DocumentReader } from './document-reader';
import { present } from '../http-api-resources';
import { calledFunction, type FunctionResolver } from './functions';
import { mappingMembers, requestParametersOf } from './mapping';

/** An integration of a document. */
export interface IntegrationNode {
  readonly reader: DocumentReader;
  readonly functions: FunctionResolver;
  readonly node: DocumentNode;
}

type CommonMembers = ReturnType<typeof commonMembers>;
type Reader = (integration: IntegrationNode, common: CommonMembers) => IntegrationInput;

const READERS: Readonly<Record<AwsType, Reader>> = {
  AWS_PROXY: readProxy,
  AWS: readAws,
  MOCK: (integration, { timeoutMs: _none, ...common }) => ({ type: 'mock', ...mappingMembers(integration), ...common }),
  HTTP: (integration, common) => withAddress(integration, 'HTTP', (address) => ({ type: 'http', ...address, ...mappingMembers(integration), ...common })),
  HTTP_PROXY: (integration, common) => withAddress(integration, 'HTTP_PROXY', (address) => ({
    type: 'http-proxy', ...address, ...transferMode(integration), requestParameters: requestParametersOf(integration), ...common,
  })),
};

const MEMBERS: ReadonlySet<string> = new Set([
  'cacheKeyParameters', 'cacheNamespace', 'connectionId', 'connectionType', 'contentHandling', 'credentials', 'httpMethod', 'integrationTarget',
  'passthroughBehavior', 'requestParameters', 'requestTemplates', 'responses', 'responseTransferMode', 'timeoutInMillis', 'tlsConfig', 'type', 'uri',
]);

/**
 * Reads `x-amazon-apigateway-integration`. What API Gateway does not look at is left out: the httpMethod of a mock, the responses
 * of a proxy.
 * @see https://docs.aws.amazon.com/apigateway/latest/developerguide/api-gateway-swagger-extensions-integration.html
 */
export function readIntegration(integration: IntegrationNode): IntegrationInput {
  const { reader, node } = integration;
  const type = reader.text(node, 'type')?.toUpperCase().replaceAll('-', '_');
  if (!isAwsType(type)) return unavailable(integration, 'MOCK', `the integration has ${type === undefined ? 'no type' : `the type "${type}", which REST APIs do not have`}`);
  for (const key of keysOf(node).filter((member) => !MEMBERS.has(member))) {
    reader.lose('OPENAPI_MEMBER_LEFT_OUT', own(node, key), { member: key, reason: 'integrations of REST APIs do not have it' });
  }
  if (hasMember(node, 'tlsConfig')) reader.lose('OPENAPI_MEMBER_LEFT_OUT', node, { member: 'tlsConfig', reason: 'certificates of backends are always checked' });
  return READERS[type](integration, commonMembers(integration));
}

/** An integration that cannot be called, which is reported. */
export function unavailable({ reader, node }: Pick<IntegrationNode, 'reader' | 'node'>, awsType: AwsType, reason: string): IntegrationInput {
  reader.lose('OPENAPI_METHOD_UNAVAILABLE', node, { reason });
  return { type: 'unavailable', awsType, reason, ...targetOf(reader, node) };
}

/** The integration of an operation as one that no request reaches. Route tables name the function that it calls. */
export function closedIntegration({ reader, functions, node }: IntegrationNode, reason: string): IntegrationInput {
  const called = functions.of(reader.text(node, 'uri') ?? '');
  const declared = 'function' in called ? { declared: { function: called.function } } : {};
  return { type: 'unavailable', awsType: awsTypeOf(reader, node), reason, ...targetOf(reader, node), ...declared };
}

function targetOf(reader: DocumentReader, node: DocumentNode): { readonly target?: string } {
  return present({ target: reader.text(node, 'uri') || undefined });
}

/** The type of an integration on AWS, as far as there is one. */
function awsTypeOf(reader: DocumentReader, node: DocumentNode): AwsType {
  const type = reader.text(node, 'type')?.toUpperCase().replaceAll('-', '_');
  return isAwsType(type) ? type : 'MOCK';
}

function isAwsType(type: string | undefined): type is AwsType {
  return type !== undefined && Object.hasOwn(READERS, type);
}

function commonMembers({ reader, node }: IntegrationNode) {
  const timeout = reader.text(node, 'timeoutInMillis');
  const keys = reader.member(node, 'cacheKeyParameters');
  const items = reader.items(keys);
  const cacheKeyParameters = items.flatMap(({ value }) => (typeof value === 'string' ? [value] : []));
  if (cacheKeyParameters.length < items.length) reader.lose('OPENAPI_MEMBER_LEFT_OUT', keys, { member: 'cacheKeyParameters', reason: 'not all of them are texts' });
  return present({
    timeoutMs: timeout === undefined ? undefined : timeoutOf(reader, node, timeout),
    cacheKeyParameters: cacheKeyParameters.length > 0 ? cacheKeyParameters : undefined,
    cacheNamespace: reader.text(node, 'cacheNamespace') || undefined,
  });
}

function timeoutOf(reader: DocumentReader, node: DocumentNode, text: string): number {
  const timeout = Number(text);
  if (text.trim() !== '' && Number.isInteger(timeout)) return timeout;
  const assumed = LIMITS.integrationTimeoutMs.default;
  reader.lose('OPENAPI_MEMBER_LEFT_OUT', node, { member: 'timeoutInMillis', reason: `${text} is not a number of milliseconds; ${assumed} is assumed` });
  return assumed;
}

function readProxy(integration: IntegrationNode, common: CommonMembers): IntegrationInput {
  const { reader, functions, node } = integration;
  const uri = reader.text(node, 'uri');
  if (uri === undefined) return unavailable(integration, 'AWS_PROXY', 'the integration has no uri that can be read');
  const read = functions.of(uri);
  if ('reason' in read) return unavailable(integration, 'AWS_PROXY', read.reason);
  return {
    type: 'proxy', function: read.function, ...httpMethodOf(integration, 'POST'), ...credentialsOf(integration), ...transferMode(integration, uri),
    requestParameters: requestParametersOf(integration), ...common,
  };
}

/** A function between templates, or another service. */
function readAws(integration: IntegrationNode, common: CommonMembers): IntegrationInput {
  const { reader, functions, node } = integration;
  const uri = reader.text(node, 'uri');
  if (uri === undefined) return unavailable(integration, 'AWS', 'the integration has no uri that can be read');
  const service = calledFunction(uri) === undefined ? readServiceUri(uri.trim()) : undefined;
  if (service !== undefined) {
    const { partition: _partition, region, ...target } = service;
    return {
      type: 'service', ...target, actionParameters: [...target.actionParameters], ...present({ region: ownRegion(region) }), ...httpMethodOf(integration, 'POST'),
      ...credentialsOf(integration), ...mappingMembers(integration), ...common,
    };
  }
  const read = functions.of(uri);
  if ('reason' in read) return unavailable(integration, 'AWS', read.reason);
  return { type: 'mapped', function: read.function, ...credentialsOf(integration), ...mappingMembers(integration), ...common };
}

interface Address {
  readonly uri: string;
  readonly httpMethod?: string;
  readonly credentials?: string;
  readonly vpcLink?: string;
}

/** An address that contains something only a deployment knows cannot be called. */
function withAddress(integration: IntegrationNode, type: AwsType, read: (address: Address) => IntegrationInput): IntegrationInput {
  const uri = integration.reader.text(integration.node, 'uri')?.trim();
  if (uri === undefined || uri === '') return unavailable(integration, type, 'the integration has no uri that can be read');
  const unknown = /\$\{(?!stageVariables\.|token:)[^}]*\}/.exec(uri)?.[0];
  if (unknown !== undefined) return unavailable(integration, type, `the value of ${unknown} in its address is not known`);
  const isPrivate = integration.reader.text(integration.node, 'connectionType')?.toUpperCase() === 'VPC_LINK';
  const vpcLink = isPrivate ? integration.reader.text(integration.node, 'connectionId') : undefined;
  if (isPrivate && (vpcLink ?? '') === '') return unavailable(integration, type, 'the VPC link of the backend is not named');
  return read({ uri, ...httpMethodOf(integration, undefined), ...credentialsOf(integration), ...present({ vpcLink }) });
}

function httpMethodOf({ reader, node }: IntegrationNode, assumed: string | undefined): { readonly httpMethod?: string } {
  const declared = reader.text(node, 'httpMethod')?.toUpperCase();
  const method = declared === undefined || declared === '' ? assumed : declared;
  if (method === undefined) return {};
  return { httpMethod: method === 'X-AMAZON-APIGATEWAY-ANY-METHOD' ? 'ANY' : method };
}

/** `responseTransferMode`, or the address that streams. */
function transferMode({ reader, node }: IntegrationNode, uri = ''): { readonly responseTransferMode?: 'STREAM' } {
  const mode = reader.text(node, 'responseTransferMode')?.toUpperCase();
  if (mode !== undefined && mode !== 'STREAM' && mode !== 'BUFFERED') reader.lose('OPENAPI_MEMBER_LEFT_OUT', node, { member: 'responseTransferMode', reason: `${mode} is neither BUFFERED nor STREAM` });
  const isStream = mode === 'STREAM' || uri.endsWith('/response-streaming-invocations');
  return isStream ? { responseTransferMode: 'STREAM' } : {};
}

function credentialsOf({ reader, node }: IntegrationNode): { readonly credentials?: string } {
  const credentials = reader.text(node, 'credentials');
  return credentials === undefined || !/^(arn:\S+|.*\$\{.+)$/.test(credentials) ? {} : { credentials };
}
