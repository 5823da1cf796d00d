import type { Members } from '../../value';
import type { IntegrationInput, Made } from '../api/draft';
import { integrationOf } from '../api/integration';
import { PropertyReader, type Callees } from '../../../openapi';
import type { HttpApiPart } from '../http-api/parts';

/** The properties of integrations of REST APIs, by what they are called for WebSocket APIs. */
const NAMES: Readonly<Record<string, string>> = {
  IntegrationType: 'Type', IntegrationUri: 'Uri', IntegrationMethod: 'IntegrationHttpMethod', CredentialsArn: 'Credentials', ContentHandlingStrategy: 'ContentHandling',
  ConnectionId: 'ConnectionId', ConnectionType: 'ConnectionType', PassthroughBehavior: 'PassthroughBehavior', RequestParameters: 'RequestParameters', RequestTemplates: 'RequestTemplates',
  TemplateSelectionExpression: 'TemplateSelectionExpression', TimeoutInMillis: 'TimeoutInMillis',
};
const RESPONSE_NAMES: Readonly<Record<string, string>> = {
  ContentHandlingStrategy: 'ContentHandling', ResponseTemplates: 'ResponseTemplates', TemplateSelectionExpression: 'TemplateSelectionExpression',
};

/** The kind of an integration as integrations of REST APIs name it. */
export function asRestIntegration(properties: Members): Members {
  return renamed(properties, NAMES);
}

interface ResponseReader {
  readonly label: string;
  readonly properties: Members;
  readonly reader: PropertyReader;
}

/**
 * The integration of a route of a WebSocket API, or why it cannot be carried. It is one of a REST API whose templates are chosen by
 * expressions.
 * @param parts - its integration responses
 */
export function webSocketIntegrationOf(
  { properties }: HttpApiPart, parts: readonly HttpApiPart[], callees: Callees,
): Made<IntegrationInput> {
  const own = new PropertyReader(properties);
  refuseForeign(own);
  const responses = parts.map((part): ResponseReader => ({ ...part, reader: new PropertyReader(part.properties) }));
  const reader = new PropertyReader({ ...asRestIntegration(properties), IntegrationResponses: responses.map(restResponse) });
  const integration = integrationOf(reader, callees);
  if ('reason' in integration) return integration;
  const reasons = [
    ...own.reasons, ...reader.problems.map(({ name, reason }) => `${ownName(name)}: ${reason}`),
    ...responses.flatMap(({ label, reader: response }) => response.reasons.map((reason) => `${label}.${reason}`)),
  ];
  return reasons.length > 0 ? { reason: reasons.join('; ') } : integration;
}

/** Properties that only HTTP APIs have. */
function refuseForeign(own: PropertyReader): void {
  const version = own.number('PayloadFormatVersion');
  if (version !== undefined && version !== 1) own.refuse('PayloadFormatVersion', 'WebSocket APIs have 1.0 only');
  if (own.text('IntegrationSubtype') !== undefined) own.refuse('IntegrationSubtype', 'WebSocket APIs do not have it');
}

/** An integration response. Its key is `$default`, or an expression between slashes; clients get no status of it. */
function restResponse({ properties, reader }: ResponseReader): Members {
  const key = reader.text('IntegrationResponseKey') ?? '';
  const [, SelectionPattern] = /^\/(.*)\/$/s.exec(key) ?? [];
  const isKnown = key === '$default' || (SelectionPattern !== undefined && SelectionPattern !== '');
  if (!isKnown) reader.refuse('IntegrationResponseKey', `${JSON.stringify(key)} is neither $default nor an expression between slashes`);
  return { ...renamed(properties, RESPONSE_NAMES), StatusCode: '200', SelectionPattern };
}

function renamed(properties: Members, names: Readonly<Record<string, string>>): Members {
  return Object.fromEntries(Object.entries(properties).flatMap(([name, value]) => {
    const known = name.startsWith('Fn::') ? name : names[name];
    return known === undefined ? [] : [[known, value]];
  }));
}

/** `IntegrationHttpMethod` → `IntegrationMethod` */
function ownName(name: string): string {
  const [first = '', ...rest] = name.split('.');
  const own = Object.entries(NAMES).find(([, known]) => known === first)?.[0] ?? first;
  return [own, ...rest].join('.');
}
