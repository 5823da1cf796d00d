import {
  describeAuthorization, protocolOf,
  type AuthorizationSpec, type GatewaySpec, type IntegrationKind, type IntegrationOf, type IntegrationSpec, type PayloadFormatVersion,
  type Protocol,
} from '../../spec';

/** The forms of events that functions receive. */
export type EventFormat = 'rest' | '1.0' | '2.0' | 'websocket';

type FormatOf = (version: PayloadFormatVersion | undefined) => EventFormat;

const DEFAULT_VERSION = '2.0';

/** Typed over all kinds of APIs, as the tables below are over all kinds of integrations and authorizations. */
const FORMATS: Readonly<Record<Protocol, FormatOf>> = {
  'rest': () => 'rest',
  'http': (version = DEFAULT_VERSION) => version,
  'function-url': (version = DEFAULT_VERSION) => version,
  'websocket': () => 'websocket',
};

type Receives<Kind extends IntegrationKind> = (integration: IntegrationOf<Kind>, format: FormatOf) => EventFormat | undefined;

/** Kinds whose functions receive the request itself; others receive what a template makes, or have no function. */
const RECEIVES: { readonly [Kind in IntegrationKind]: Receives<Kind> } = {
  'proxy': ({ payloadFormatVersion }, format) => format(payloadFormatVersion),
  'mapped': () => undefined,
  'mock': () => undefined,
  'http': () => undefined,
  'http-proxy': () => undefined,
  'service': () => undefined,
  'service-proxy': () => undefined,
  'unavailable': () => undefined,
};

/** The form of the event that the function of a method receives; undefined if it receives none. */
export function formatOf(integration: IntegrationSpec, spec: GatewaySpec): EventFormat | undefined {
  const receives = RECEIVES[integration.type] as Receives<IntegrationKind>; // the entry that `type` names
  return receives(integration, FORMATS[protocolOf(spec)]);
}

const CLAIMS = '{ [name: string]: string | undefined }';
const JWT = `{ claims: ${CLAIMS}; scopes: string[] | null }`;
const CONTEXT = '{ principalId: string; integrationLatency: number } & { [name: string]: string | number | boolean | undefined }';
const SIGNER = '{ accessKey: string; accountId: string; callerId: string; cognitoIdentity: null; principalOrgId: string | null; userArn: string; userId: string }';

/** The member `authorizer` of the context; undefined where it has none. */
const CALLERS: Readonly<Record<AuthorizationSpec['type'], Readonly<Record<EventFormat, string | undefined>>>> = {
  NONE: { 'rest': undefined, '1.0': undefined, '2.0': undefined, 'websocket': undefined },
  AWS_IAM: { 'rest': undefined, '1.0': undefined, '2.0': `{ iam: ${SIGNER} }`, 'websocket': undefined },
  CUSTOM: { 'rest': CONTEXT, '1.0': CONTEXT, '2.0': '{ lambda: { [name: string]: unknown } }', 'websocket': CONTEXT },
  COGNITO_USER_POOLS: { 'rest': `{ claims: ${CLAIMS} }`, '1.0': undefined, '2.0': undefined, 'websocket': undefined },
  JWT: { 'rest': undefined, '1.0': JWT, '2.0': `{ jwt: ${JWT} }`, 'websocket': undefined },
};

export function callerType(authorization: AuthorizationSpec, format: EventFormat): string | undefined {
  return CALLERS[authorization.type][format];
}

/** The name of the authorizer for a comment: what it adds to the context is known to its own code only. */
export function authorizerName(authorization: AuthorizationSpec): string | undefined {
  return describeAuthorization(authorization).authorizer;
}
