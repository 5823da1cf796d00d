import { isPrivate, vpcLinkOf, type Callees, type PropertyReader } from '../../../openapi';
import { AWS_TYPES, readServiceUri, type AwsType } from '../../../spec';
import { memberOf, textOf } from '../../value';
import { present, type IntegrationInput, type Made } from './draft';

/** The kind of an integration; MOCK where none is named, which calls nothing. */
export function awsTypeOf(integration: unknown): AwsType {
  const type = textOf(memberOf(integration, 'Type'))?.toUpperCase();
  return AWS_TYPES.find((known) => known === type) ?? 'MOCK';
}

/** The integration of a method, or why it cannot be carried. Properties that are not understood are left to the reader's problems. */
export function integrationOf(properties: PropertyReader, callees: Callees): Made<IntegrationInput> {
  const type = properties.text('Type')?.toUpperCase();
  if (type === undefined) return { reason: 'the method has no integration' };
  if (!type.startsWith('HTTP') && isPrivate(properties)) return { reason: `${type} is not called through a VPC link` };
  const build = AWS_TYPES.find((known) => known === type);
  return build === undefined ? { reason: `${type} is not a kind of integration` } : BUILDERS[build](properties, callees);
}

const BUILDERS: Readonly<Record<AwsType, (properties: PropertyReader, callees: Callees) => Made<IntegrationInput>>> = {
  MOCK: (properties) => ({ part: { type: 'mock', ...mapping(properties), ...caching(properties) } }),
  AWS_PROXY: (properties, { functionOf }) => {
    const called = functionOf(properties.text('Uri') ?? '');
    if ('reason' in called) return called;
    const httpMethod = properties.text('IntegrationHttpMethod');
    return { part: { type: 'proxy', function: called.part, ...present({ httpMethod }), ...passthrough(properties) } };
  },
  AWS: (properties, { functionOf }) => {
    const uri = properties.text('Uri') ?? '';
    const called = functionOf(uri);
    if ('reason' in called) return uri.includes(':function:') ? called : service(uri, properties);
    const own = present({ timeoutMs: properties.number('TimeoutInMillis'), credentials: credentials(properties) });
    return { part: { type: 'mapped', function: called.part, ...own, ...mapping(properties), ...caching(properties) } };
  },
  HTTP: (properties) => ({ part: { type: 'http', uri: properties.text('Uri') ?? '', ...vpcLinkOf(properties), ...backend(properties), ...mapping(properties), ...caching(properties) } }),
  HTTP_PROXY: (properties) => ({ part: { type: 'http-proxy', uri: properties.text('Uri') ?? '', ...vpcLinkOf(properties), ...backend(properties), ...passthrough(properties) } }),
};

function service(uri: string, properties: PropertyReader): Made<IntegrationInput> {
  const target = readServiceUri(uri);
  if (target === undefined) return { reason: `${uri || 'an empty Uri'} is neither a function nor a service` };
  const { partition: _, actionParameters, ...where } = target;
  return {
    part: {
      type: 'service', ...present(where), actionParameters: [...actionParameters],
      ...backend(properties), ...mapping(properties), ...caching(properties),
    },
  };
}

function backend(properties: PropertyReader) {
  return present({
    httpMethod: properties.text('IntegrationHttpMethod'), timeoutMs: properties.number('TimeoutInMillis'), credentials: credentials(properties),
  });
}

/** A role that is known only after deployment is one that nothing here can assume anyway. */
function credentials(properties: PropertyReader): string | undefined {
  const role = properties.text('Credentials');
  return role?.startsWith('arn:') === true ? role : undefined;
}

function passthrough(properties: PropertyReader) {
  return {
    ...present({ timeoutMs: properties.number('TimeoutInMillis') }),
    requestParameters: properties.texts('RequestParameters'),
    ...present({ responseTransferMode: properties.oneOf('ResponseTransferMode', TRANSFER_MODES), credentials: credentials(properties) }),
    ...caching(properties),
  };
}

function caching(properties: PropertyReader) {
  return present({ cacheKeyParameters: properties.list('CacheKeyParameters'), cacheNamespace: properties.text('CacheNamespace') });
}

function mapping(properties: PropertyReader) {
  return {
    requestParameters: requestParameters(properties),
    requestTemplates: properties.texts('RequestTemplates'),
    ...selectedBy(properties),
    ...present({ passthroughBehavior: properties.oneOf('PassthroughBehavior', PASSTHROUGH_BEHAVIORS), contentHandling: contentHandling(properties) }),
    responses: properties.members('IntegrationResponses').map(integrationResponse),
  };
}

/** A boolean is a constant without its quotes, which is what API Gateway makes of it. */
function requestParameters(properties: PropertyReader): Record<string, string> {
  return Object.fromEntries(Object.entries(properties.texts('RequestParameters')).map(([name, value]) => [name, value === 'true' || value === 'false' ? `'${value}'` : value]));
}

function integrationResponse(response: PropertyReader) {
  return {
    statusCode: response.text('StatusCode') ?? '',
    // an empty pattern is that of the default response
    ...present({ selectionPattern: response.text('SelectionPattern') || undefined, contentHandling: contentHandling(response) }),
    responseParameters: response.texts('ResponseParameters'),
    responseTemplates: response.texts('ResponseTemplates'),
    ...selectedBy(response),
  };
}

/** The expression that chooses a template, which only WebSocket APIs have. */
function selectedBy(properties: PropertyReader) {
  return present({ templateSelectionExpression: properties.text('TemplateSelectionExpression') || undefined });
}

const CONTENT_HANDLINGS = ['CONVERT_TO_BINARY', 'CONVERT_TO_TEXT'] as const;
const PASSTHROUGH_BEHAVIORS = ['WHEN_NO_MATCH', 'WHEN_NO_TEMPLATES', 'NEVER'] as const;
const TRANSFER_MODES = ['BUFFERED', 'STREAM'] as const;

function contentHandling(properties: PropertyReader) {
  return properties.oneOf('ContentHandling', CONTENT_HANDLINGS);
}
