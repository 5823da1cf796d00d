import { parameterProblems, SUBTYPE_NAMES } from '../../spec';
import type { IntegrationInput } from '../import/context';
import { PropertyReader } from './property-reader';
import type { Callees, Made } from './route-part';
import { present, textOf, type Members } from './value';

const TYPES = ['AWS_PROXY', 'HTTP_PROXY'] as const;
type HttpApiAwsType = (typeof TYPES)[number];

/** The kind of an integration; the one that passes requests on where none is named. */
export function httpApiAwsType(properties: Members): HttpApiAwsType {
  const type = textOf(properties.IntegrationType)?.toUpperCase();
  return TYPES.find((known) => known === type) ?? 'HTTP_PROXY';
}

/** The integration of a route, or why it cannot be carried or is not served. */
export function httpApiIntegrationOf(declared: Members, callees: Callees): Made<IntegrationInput> {
  const properties = new PropertyReader(declared);
  const type = properties.text('IntegrationType')?.toUpperCase();
  const subtype = properties.text('IntegrationSubtype');
  if (type !== 'HTTP_PROXY' && isPrivate(properties)) return { reason: `${type ?? 'an integration without a type'} is not called through a VPC link` };
  if (subtype !== undefined && type === 'AWS_PROXY') return serviceIntegration(subtype, properties);
  if (subtype !== undefined) return { reason: `${subtype} is a subtype of AWS_PROXY, not of ${type ?? 'an integration without a type'}` };
  const build = TYPES.find((known) => known === type);
  if (build === undefined) return { reason: `${type ?? 'an integration without a type'} is not a kind of integration of HTTP APIs` };
  const integration = BUILDERS[build](properties, callees);
  return properties.reasons.length > 0 && 'part' in integration ? { reason: properties.reasons.join('; ') } : integration;
}

const BUILDERS: Readonly<Record<HttpApiAwsType, (properties: PropertyReader, callees: Callees) => Made<IntegrationInput>>> = {
  AWS_PROXY: (properties, { functionOf }) => {
    const called = functionOf(properties.text('IntegrationUri') ?? '');
    const payloadFormatVersion = formatOf(properties, 'PayloadFormatVersion');
    if ('reason' in called) return called;
    return { part: { type: 'proxy', function: called.part, payloadFormatVersion, ...shared(properties) } };
  },
  HTTP_PROXY: (properties) => ({
    part: {
      type: 'http-proxy', uri: properties.text('IntegrationUri') ?? '', httpMethod: properties.text('IntegrationMethod') || 'ANY',
      ...vpcLinkOf(properties), ...present({ serverNameToVerify: properties.member('TlsConfig').text('ServerNameToVerify') }),
      ...shared(properties),
    },
  }),
};

/** The call of a service. A role that is known only after deployment is one that nothing here can assume anyway. */
function serviceIntegration(name: string, properties: PropertyReader): Made<IntegrationInput> {
  const subtype = SUBTYPE_NAMES.find((known) => known === name);
  if (subtype === undefined) return { reason: `${name} is not a subtype, which are ${SUBTYPE_NAMES.join(', ')}` };
  const { requestMappings: parameters = {}, ...others } = shared(properties);
  if (formatOf(properties, 'PayloadFormatVersion') !== '1.0') properties.refuse('PayloadFormatVersion', 'services are called in version 1.0');
  if (properties.text('IntegrationUri') !== undefined) properties.refuse('IntegrationUri', `${subtype} has none`);
  const reasons = [...properties.reasons, ...parameterProblems(subtype, parameters)];
  return reasons.length > 0 ? { reason: reasons.join('; ') } : { part: { type: 'service-proxy', subtype, parameters, ...others } };
}

/**
 * Format 1.0 is what the service's own interface takes where none is given; consoles and tools write 2.0.
 * @see https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-develop-integrations-lambda.html
 */
export function formatOf(properties: PropertyReader, name: string): '1.0' | '2.0' {
  const version = properties.number(name);
  if (version === undefined || version === 1) return '1.0';
  if (version !== 2) properties.refuse(name, `${version} is neither 1.0 nor 2.0`);
  return '2.0';
}

function shared(properties: PropertyReader) {
  const role = properties.text('CredentialsArn');
  return present({
    timeoutMs: properties.number('TimeoutInMillis'),
    credentials: role?.startsWith('arn:') === true ? role : undefined,
    requestMappings: nonEmpty(properties.texts('RequestParameters')),
    responseMappings: nonEmpty(responseMappings(properties)),
  });
}

/** By status: a map, or the list that CloudFormation has in its place. */
function responseMappings(properties: PropertyReader): Record<string, Record<string, string>> {
  const byStatus = properties.member('ResponseParameters');
  return Object.fromEntries(byStatus.names.map((status) => {
    const mapping = byStatus.member(status);
    if (!mapping.names.includes('ResponseParameters')) return [status, byStatus.texts(status)];
    const listed = mapping.members('ResponseParameters').map((parameter) => [parameter.text('Destination') ?? '', parameter.text('Source') ?? '']);
    return [status, Object.fromEntries(listed) as Record<string, string>]; // pairs of texts
  }));
}

function nonEmpty<Value extends object>(value: Value): Value | undefined {
  return Object.keys(value).length === 0 ? undefined : value;
}

const CONNECTION_TYPES = ['INTERNET', 'VPC_LINK'] as const;

/** The VPC link of an integration with an HTTP backend. */
export function vpcLinkOf(properties: PropertyReader) {
  if (!isPrivate(properties)) return {};
  const vpcLink = properties.text('ConnectionId');
  if (vpcLink === undefined) properties.refuse('ConnectionId', 'the VPC link of the backend is not named');
  return present({ vpcLink });
}

/** Whether a backend is reached through a VPC link. */
export function isPrivate(properties: PropertyReader): boolean {
  return properties.oneOf('ConnectionType', CONNECTION_TYPES) === 'VPC_LINK';
}
