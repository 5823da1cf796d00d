import type { IntegrationKind, IntegrationOf, IntegrationSpec } from '../../spec';
import type { ApiGatewayValues } from '../api-gateway/values';

/** An integration of an HTTP API by the names of the extension, or why there is none. */
export type HttpIntegrationExtension = { readonly members: Record<string, unknown> } | { readonly reason: string };

type Writer<Kind extends IntegrationKind> = (integration: IntegrationOf<Kind>, values: ApiGatewayValues) => HttpIntegrationExtension;

/** No HTTP API has these: the rule about kinds of APIs refuses them. */
const foreign = ({ type }: { readonly type: string }): HttpIntegrationExtension => ({ reason: `HTTP APIs have no integration ${type}` });

const WRITERS: { readonly [Kind in IntegrationKind]: Writer<Kind> } = {
  'proxy': (integration, { functionUri, credentials: role }) => {
    const call = { functionName: integration.function, isStream: false };
    const credentials = integration.credentials ?? role?.(call);
    return {
      members: {
        type: 'AWS_PROXY', httpMethod: 'POST', uri: functionUri(call), payloadFormatVersion: integration.payloadFormatVersion ?? '2.0',
        ...(credentials === undefined ? {} : { credentials }), ...shared(integration),
      },
    };
  },
  'http-proxy': (integration) => ({
    members: {
      type: 'HTTP_PROXY', httpMethod: integration.httpMethod, uri: integration.uri, payloadFormatVersion: '1.0',
      ...(integration.credentials === undefined ? {} : { credentials: integration.credentials }), ...shared(integration),
    },
  }),
  'service-proxy': ({ subtype, parameters, credentials, timeoutMs, responseMappings }) => ({
    members: {
      type: 'AWS_PROXY', integrationSubtype: subtype, payloadFormatVersion: '1.0', connectionType: 'INTERNET',
      ...(credentials === undefined ? {} : { credentials }), ...shared({ timeoutMs, requestMappings: parameters, responseMappings }),
    },
  }),
  'unavailable': ({ reason }) => ({ reason }),
  'mapped': foreign, 'mock': foreign, 'http': foreign, 'service': foreign,
};

/**
 * An integration as API Gateway imports it. One that cannot be called has none: the route may have lost its authorizer.
 * @see https://docs.aws.amazon.com/apigateway/latest/developerguide/api-gateway-swagger-extensions-integration.html
 */
export function httpIntegrationExtension(integration: IntegrationSpec, values: ApiGatewayValues): HttpIntegrationExtension {
  // The kind names its writer, which the compiler cannot follow.
  const write = WRITERS[integration.type] as (integration: IntegrationSpec, values: ApiGatewayValues) => HttpIntegrationExtension;
  return write(integration, values);
}

function shared({ timeoutMs, requestMappings, responseMappings }: Pick<IntegrationOf<'proxy'>, 'timeoutMs' | 'requestMappings' | 'responseMappings'>) {
  return {
    timeoutInMillis: timeoutMs,
    ...(requestMappings === undefined ? {} : { requestParameters: requestMappings }),
    ...(responseMappings === undefined ? {} : { responseParameters: responseMappings }),
  };
}
