import { describeAuthorization, methodsOf, readIdentitySource, type AuthorizerKind, type AuthorizerOf, type GatewaySpec, type MethodSpec } from '../../spec';
import type { ApiGatewayValues } from '../api-gateway/values';
import { freeName } from '../free-name';
import { present } from '../http-api-resources';
import { ofKind } from '../of-kind';

/** The security schemes of a document, and the one that a route requires. */
export interface HttpApiSecurity {
  readonly schemes: Readonly<Record<string, unknown>>;
  /** The `security` of a route; `undefined` where nothing is asked. */
  readonly requirementsOf: (method: MethodSpec) => readonly Record<string, readonly string[]>[] | undefined;
}

const AUTHORIZER = 'x-amazon-apigateway-authorizer';

type Writer<Kind extends AuthorizerKind> = (authorizer: AuthorizerOf<Kind>, values: ApiGatewayValues) => Record<string, unknown>;

/** No HTTP API has these: the rule about kinds of APIs refuses them. A scheme without an authorizer lets nobody in. */
const foreign = (): Record<string, unknown> => ({ type: 'apiKey', name: 'Authorization', in: 'header' });

const WRITERS: { readonly [Kind in AuthorizerKind]: Writer<Kind> } = {
  'jwt': ({ issuer, audience, identitySource }) => ({
    type: 'oauth2', flows: {}, [AUTHORIZER]: { type: 'jwt', identitySource, jwtConfiguration: { issuer, audience } },
  }),
  'request': ({ function: functionName, ...authorizer }, { functionUri, credentials: role }) => {
    const { identitySources, resultsCacheTtlSeconds, payloadFormatVersion, enableSimpleResponses } = authorizer;
    const call = { functionName, isStream: false, isAuthorizer: true };
    const [first = '$request.header.Authorization'] = identitySources;
    return {
      type: 'apiKey', name: readIdentitySource(first).name, in: 'header',
      [AUTHORIZER]: present({
        type: 'request', authorizerUri: functionUri(call), authorizerPayloadFormatVersion: payloadFormatVersion ?? '2.0',
        identitySource: identitySources.join(', ') || undefined, authorizerResultTtlInSeconds: resultsCacheTtlSeconds,
        enableSimpleResponses: enableSimpleResponses || undefined, authorizerCredentials: role?.(call),
      }),
    };
  },
  'token': foreign, 'cognito-user-pools': foreign,
};

/**
 * Authorizers and signed requests as security schemes that API Gateway imports. A route has one scheme at most.
 * @see https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-open-api.html
 */
export function httpApiSecurity(spec: GatewaySpec, values: ApiGatewayValues): HttpApiSecurity {
  const signature = freeName('sigv4', Object.keys(spec.authorizers));
  const requirementsOf: HttpApiSecurity['requirementsOf'] = ({ authorization }) => {
    const { isSigned, authorizer, scopes } = describeAuthorization(authorization);
    if (isSigned) return [{ [signature]: [] }];
    return authorizer === undefined ? undefined : [{ [authorizer]: scopes }];
  };
  const isSigned = methodsOf(spec).some(({ method }) => describeAuthorization(method.authorization).isSigned);
  return {
    requirementsOf,
    schemes: {
      ...Object.fromEntries(Object.entries(spec.authorizers).map(([name, authorizer]) => [name, ofKind(WRITERS, authorizer, values)])),
      ...(isSigned ? { [signature]: { type: 'apiKey', name: 'Authorization', in: 'header', 'x-amazon-apigateway-authtype': 'awsSigv4' } } : {}),
    },
  };
}
