import {
  describeAuthorizer, describeIntegration, functionLabel, protocolOf,
  type AuthorizationSpec, type AuthorizerKind, type AuthorizerOf, type AuthorizerSpec, type GatewaySpec,
  type IntegrationKind, type IntegrationOf, type IntegrationSpec, type Protocol,
} from '../../spec';

/** The texts of a box: its name, and a smaller line below it. */
export interface BoxText {
  readonly title: string;
  readonly detail?: string;
}

interface ProtocolWords {
  readonly routes: string;
  /** Whether the service itself answers preflights for the API as a whole. */
  readonly hasCorsOfTheApi: boolean;
}

/** Typed over all kinds of APIs, as the tables below are over all kinds of authorizers and integrations. */
const PROTOCOLS: Readonly<Record<Protocol, ProtocolWords>> = {
  'rest': { routes: 'Method', hasCorsOfTheApi: false },
  'http': { routes: 'Route', hasCorsOfTheApi: true },
  'function-url': { routes: 'Route', hasCorsOfTheApi: true },
  'websocket': { routes: 'Route key', hasCorsOfTheApi: false },
};

export function protocolWords(spec: GatewaySpec): ProtocolWords {
  return PROTOCOLS[protocolOf(spec)];
}

type AuthorizationText<Type extends AuthorizationSpec['type']> =
  (authorization: Extract<AuthorizationSpec, { readonly type: Type }>, spec: GatewaySpec) => BoxText | undefined;

const AUTHORIZATIONS: { readonly [Type in AuthorizationSpec['type']]: AuthorizationText<Type> } = {
  NONE: () => undefined,
  AWS_IAM: () => ({ title: 'IAM', detail: 'signed requests' }),
  CUSTOM: ({ authorizer }, spec) => authorizerText(authorizer, [], spec),
  COGNITO_USER_POOLS: ({ authorizer, scopes }, spec) => authorizerText(authorizer, scopes, spec),
  JWT: ({ authorizer, scopes }, spec) => authorizerText(authorizer, scopes, spec),
};

/** The box of what decides about callers; undefined where anybody may call. */
export function authorizationText(authorization: AuthorizationSpec, spec: GatewaySpec): BoxText | undefined {
  const text = AUTHORIZATIONS[authorization.type] as AuthorizationText<AuthorizationSpec['type']>; // the entry that `type` names
  return text(authorization, spec);
}

const AUTHORIZERS: { readonly [Kind in AuthorizerKind]: (authorizer: AuthorizerOf<Kind>) => string } = {
  'token': () => 'token authorizer',
  'request': () => 'request authorizer',
  'cognito-user-pools': () => 'Cognito user pool',
  'jwt': () => 'JWT',
};

function authorizerText(name: string, scopes: readonly string[], { authorizers, functions }: GatewaySpec): BoxText {
  const authorizer = Object.hasOwn(authorizers, name) ? authorizers[name] : undefined;
  if (authorizer === undefined) return { title: name };
  const kind = AUTHORIZERS[authorizer.type] as (authorizer: AuthorizerSpec) => string; // the entry that `type` names
  const calls = describeAuthorizer(authorizer).functions.map((called) => ` → ${functionLabel(functions, called)}`);
  const limits = scopes.length === 0 ? [] : [`: ${scopes.join(' or ')}`];
  return { title: name, detail: [kind(authorizer), ...limits, ...calls].join('') };
}

const INTEGRATIONS: { readonly [Kind in IntegrationKind]: (integration: IntegrationOf<Kind>) => string } = {
  'proxy': () => 'Lambda proxy',
  'mapped': () => 'Lambda, mapped',
  'mock': () => 'mock',
  'http': () => 'HTTP, mapped',
  'http-proxy': () => 'HTTP proxy',
  'service': () => 'AWS service',
  'service-proxy': () => 'AWS service',
  'unavailable': () => 'unavailable',
};

export function integrationText(integration: IntegrationSpec): BoxText {
  const kind = INTEGRATIONS[integration.type] as (integration: IntegrationSpec) => string; // the entry that `type` names
  const { isStream, unavailable, awsType } = describeIntegration(integration);
  const details = [
    ...(unavailable === undefined ? [] : [`${awsType}: ${unavailable}`]),
    ...(isStream ? ['streams'] : []),
  ];
  return { title: kind(integration), ...(details.length > 0 ? { detail: details.join(', ') } : {}) };
}
