import { readServiceUri, tokensIn } from '../../../spec';
import { booleanOf, itemsOf, memberOf, membersOf, numberOf, textOf, type Members } from '../../value';
import { present, textsOf, type IntegrationInput, type Made } from './draft';

/** API Gateway's kinds of integrations. */
export const AWS_TYPES = ['AWS_PROXY', 'AWS', 'MOCK', 'HTTP', 'HTTP_PROXY'] as const;
export type AwsType = (typeof AWS_TYPES)[number];

/** What an integration of a template calls. */
export interface Callees {
  readonly functionOf: (uri: string) => Made<string>;
}

/** The kind of an integration; MOCK where none is named, which calls nothing. */
export function awsTypeOf(integration: unknown): AwsType {
  const given = textOf(memberOf(integration, 'Type'))?.toUpperCase();
  return AWS_TYPES.find((known) => known === given) ?? 'MOCK';
}

/** The integration of a method, or why it cannot be carried. */
export function integrationOf(given: unknown, callees: Callees): Made<IntegrationInput> {
  const properties = membersOf(given);
  const type = textOf(properties.Type)?.toUpperCase();
  if (type === undefined) return { reason: 'the method has no integration' };
  if (textOf(properties.ConnectionType) === 'VPC_LINK') return { reason: 'its backend is reached through a VPC link' };
  const build = AWS_TYPES.find((known) => known === type);
  return build === undefined ? { reason: `${type} is not a kind of integration` } : BUILDERS[build](properties, callees);
}

const BUILDERS: Readonly<Record<AwsType, (properties: Members, callees: Callees) => Made<IntegrationInput>>> = {
  MOCK: (properties) => ({ part: { type: 'mock', ...mapping(properties), ...caching(properties) } }),
  AWS_PROXY: (properties, { functionOf }) => {
    const called = functionOf(textOf(properties.Uri) ?? '');
    if ('reason' in called) return called;
    return { part: { type: 'proxy', function: called.part, ...present({ httpMethod: textOf(properties.IntegrationHttpMethod) }), ...passthrough(properties) } };
  },
  AWS: (properties, { functionOf }) => {
    const uri = textOf(properties.Uri) ?? '';
    const called = functionOf(uri);
    if ('part' in called) return { part: { type: 'mapped', function: called.part, ...timeout(properties), ...credentials(properties), ...mapping(properties), ...caching(properties) } };
    return uri.includes(':function:') ? called : service(uri, properties);
  },
  HTTP: (properties) => {
    const uri = addressOf(properties);
    return 'reason' in uri ? uri : { part: { type: 'http', uri: uri.part, ...backend(properties), ...mapping(properties), ...caching(properties) } };
  },
  HTTP_PROXY: (properties) => {
    const uri = addressOf(properties);
    return 'reason' in uri ? uri : { part: { type: 'http-proxy', uri: uri.part, ...backend(properties), ...passthrough(properties) } };
  },
};

function service(uri: string, properties: Members): Made<IntegrationInput> {
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

function addressOf(properties: Members): Made<string> {
  const uri = textOf(properties.Uri) ?? '';
  const unknown = tokensIn(uri);
  return unknown.length === 0 ? { part: uri } : { reason: `its address is known only after deployment (${unknown.join(', ')})` };
}

function backend(properties: Members) {
  return { ...present({ httpMethod: textOf(properties.IntegrationHttpMethod) }), ...timeout(properties), ...credentials(properties) };
}

function credentials(properties: Members) {
  const role = textOf(properties.Credentials);
  return present({ credentials: role?.startsWith('arn:') === true ? role : undefined });
}

function timeout(properties: Members) {
  return present({ timeoutMs: numberOf(properties.TimeoutInMillis) });
}

function passthrough(properties: Members) {
  return {
    ...timeout(properties),
    requestParameters: textsOf(membersOf(properties.RequestParameters)),
    ...present({ responseTransferMode: oneOf(TRANSFER_MODES, properties.ResponseTransferMode) }),
    ...credentials(properties),
    ...caching(properties),
  };
}

function caching(properties: Members) {
  const cacheKeyParameters = itemsOf(properties.CacheKeyParameters).flatMap((name) => textOf(name) ?? []);
  return present({ cacheKeyParameters, cacheNamespace: textOf(properties.CacheNamespace) });
}

function mapping(properties: Members) {
  return {
    requestParameters: requestParameters(membersOf(properties.RequestParameters)),
    requestTemplates: textsOf(membersOf(properties.RequestTemplates)),
    ...present({ passthroughBehavior: passthroughBehavior(properties), contentHandling: contentHandling(properties) }),
    responses: itemsOf(properties.IntegrationResponses).map((response) => integrationResponse(membersOf(response))),
  };
}

/** A boolean is a constant without its quotes, which is what API Gateway makes of it. */
function requestParameters(members: Members): Record<string, string> {
  return Object.fromEntries(Object.entries(textsOf(members)).map(([name, value]) => [name, booleanOf(members[name]) === undefined || typeof members[name] === 'string' ? value : `'${value}'`]));
}

function integrationResponse(response: Members) {
  return {
    statusCode: textOf(response.StatusCode) ?? '',
    // an empty pattern is that of the default response
    ...present({ selectionPattern: textOf(response.SelectionPattern) || undefined, contentHandling: contentHandling(response) }),
    responseParameters: textsOf(membersOf(response.ResponseParameters)),
    responseTemplates: textsOf(membersOf(response.ResponseTemplates)),
  };
}

const CONTENT_HANDLINGS = ['CONVERT_TO_BINARY', 'CONVERT_TO_TEXT'] as const;
const PASSTHROUGH_BEHAVIORS = ['WHEN_NO_MATCH', 'WHEN_NO_TEMPLATES', 'NEVER'] as const;
const TRANSFER_MODES = ['BUFFERED', 'STREAM'] as const;

function contentHandling(properties: Members) {
  return oneOf(CONTENT_HANDLINGS, properties.ContentHandling);
}

function passthroughBehavior(properties: Members) {
  return oneOf(PASSTHROUGH_BEHAVIORS, properties.PassthroughBehavior);
}

function oneOf<Word extends string>(words: readonly Word[], given: unknown): Word | undefined {
  const text = textOf(given)?.toUpperCase();
  return words.find((word) => word === text);
}
