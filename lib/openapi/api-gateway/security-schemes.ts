import { loss, type Issue } from '../../errors';
import {
  describeAuthorization, methodsOf, readIdentitySource,
  type AuthorizerKind, type AuthorizerOf, type GatewaySpec, type MethodSpec,
} from '../../spec';
import { freeName } from '../free-name';
import { present } from '../http-api-resources';
import { ofKind } from '../of-kind';
import type { ApiGatewayValues } from './values';

/** The security schemes of a document and what methods require of them. */
export interface Security {
  readonly schemes: Readonly<Record<string, unknown>>;
  /** The `security` of a method; `undefined` where nothing is asked. */
  readonly requirementsOf: (method: MethodSpec) => readonly Record<string, readonly string[]>[] | undefined;
  readonly losses: readonly Issue[];
}

/** A security scheme, or why there is none. */
type Written = Record<string, unknown> | { readonly reason: string };
type Writer<Kind extends AuthorizerKind> = (authorizer: AuthorizerOf<Kind>, values: ApiGatewayValues) => Written;

/** The list of authorizer kinds as security schemes; a kind that API Gateway does not have says why. */
const WRITERS: { readonly [Kind in AuthorizerKind]: Writer<Kind> } = {
  'token': ({ function: functionName, identitySource, identityValidationExpression, resultsCacheTtlSeconds }, values) =>
    scheme(readIdentitySource(identitySource).name, 'custom', {
      type: 'token',
      ...functionMembers(functionName, values),
      ...present({ identityValidationExpression, authorizerResultTtlInSeconds: resultsCacheTtlSeconds }),
    }),
  'request': ({ function: functionName, identitySources, resultsCacheTtlSeconds }, values) =>
    scheme('Unused', 'custom', {
      type: 'request',
      ...functionMembers(functionName, values),
      ...(identitySources.length > 0 ? { identitySource: identitySources.join(', ') } : {}),
      authorizerResultTtlInSeconds: resultsCacheTtlSeconds,
    }),
  'cognito-user-pools': ({ userPools, identitySource, resultsCacheTtlSeconds }) => {
    const providerARNs = userPools.flatMap(({ arn }) => arn ?? []);
    // Fewer pools let fewer callers in; none at all must not become an open method.
    if (providerARNs.length === 0) return { reason: 'a user pool by its issuer has no ARN' };
    return scheme(readIdentitySource(identitySource).name, 'cognito_user_pools', {
      type: 'cognito_user_pools', providerARNs, authorizerResultTtlInSeconds: resultsCacheTtlSeconds,
    });
  },
  'jwt': () => ({ reason: 'tokens of other issuers than user pools are not checked by REST APIs' }),
};

/**
 * Authorizers, signed requests and API keys as security schemes that API Gateway imports.
 * @see https://docs.aws.amazon.com/apigateway/latest/developerguide/api-gateway-swagger-extensions-authorizer.html
 */
export function apiGatewaySecurity(spec: GatewaySpec, values: ApiGatewayValues): Security {
  const schemes = Object.entries(spec.authorizers).map(([name, authorizer]) => [name, ofKind(WRITERS, authorizer, values)] as const);
  const closed = new Map(schemes.flatMap(([name, { reason }]) => (typeof reason === 'string' ? [[name, reason] as const] : [])));
  const names = Object.keys(spec.authorizers);
  const signature = freeName('sigv4', names);
  const key = freeName('api_key', names);
  const requirementsOf = ({ authorization, apiKeyRequired }: MethodSpec) => {
    const asked: Record<string, readonly string[]>[] = [];
    const { isSigned, authorizer, scopes } = describeAuthorization(authorization);
    if (isSigned || (authorizer !== undefined && closed.has(authorizer))) asked.push({ [signature]: [] });
    else if (authorizer !== undefined) asked.push({ [authorizer]: scopes });
    // Two entries, as API Gateway exports them and AWS SAM writes them: it asks for both.
    if (apiKeyRequired) asked.push({ [key]: [] });
    return asked.length === 0 ? undefined : asked;
  };
  const used = new Set(methodsOf(spec).flatMap(({ method }) => requirementsOf(method)).flatMap((schemes) => Object.keys(schemes ?? {})));
  return {
    schemes: {
      ...Object.fromEntries(schemes.filter(([name]) => !closed.has(name))),
      ...(used.has(signature) ? { [signature]: { type: 'apiKey', name: 'Authorization', in: 'header', 'x-amazon-apigateway-authtype': 'awsSigv4' } } : {}),
      ...(used.has(key) ? { [key]: { type: 'apiKey', name: 'x-api-key', in: 'header' } } : {}),
    },
    requirementsOf,
    losses: [...closed].map(([name, reason]) => loss('OPENAPI_AUTHORIZER_CLOSED', `${spec.api.name}/authorizer ${name}`, { name, reason })),
  };
}

function scheme(name: string, authType: string, authorizer: Record<string, unknown>): Record<string, unknown> {
  return { type: 'apiKey', name, in: 'header', 'x-amazon-apigateway-authtype': authType, 'x-amazon-apigateway-authorizer': authorizer };
}

function functionMembers(functionName: string, values: ApiGatewayValues): Record<string, unknown> {
  const call = { functionName, isStream: false, isAuthorizer: true };
  return present({ authorizerUri: values.functionUri(call), authorizerCredentials: values.credentials?.(call) });
}
