import type { aws_apigatewayv2 as v2 } from 'aws-cdk-lib';
import type { HttpApi, HttpRoute } from '../../../constructs';
import type { GatewaySpecInput } from '../../../spec';
import { functionArn } from '../invocation-uri';
import type { RouteApiContext } from '../route-api/route-api-context';

type IntegrationInput = NonNullable<NonNullable<NonNullable<GatewaySpecInput['resources']>[string]['methods']>['GET']>['integration'];
type IntegrationProperties = Omit<v2.CfnIntegrationProps, 'apiId'>;
type InputOf<Kind extends IntegrationInput['type']> = Extract<IntegrationInput, { readonly type: Kind }>;

const foreign = ({ type }: { readonly type: string }): IntegrationProperties => {
  throw new TypeError(`no integration of an HTTP API: ${type}`);
};

type Renderer<Kind extends IntegrationInput['type']> = (input: InputOf<Kind>, context: RouteApiContext<HttpApi>) => IntegrationProperties;

/** As the CDK's integrations. Kinds that HTTP APIs do not have were refused with the definition. */
const RENDERERS: { readonly [Kind in IntegrationInput['type']]: Renderer<Kind> } = {
  'proxy': (input, context) => ({
    integrationType: 'AWS_PROXY',
    integrationUri: functionArn(input.function, context),
    payloadFormatVersion: input.payloadFormatVersion,
    ...shared(input),
  }),
  'http-proxy': (input) => ({
    integrationType: 'HTTP_PROXY', integrationUri: input.uri, integrationMethod: input.httpMethod, payloadFormatVersion: '1.0',
    ...privateBackend(input), ...shared(input),
  }),
  'service-proxy': ({ subtype, parameters, credentials, timeoutMs }) => ({
    integrationType: 'AWS_PROXY', integrationSubtype: subtype, payloadFormatVersion: '1.0', connectionType: 'INTERNET', credentialsArn: credentials,
    requestParameters: parameters, timeoutInMillis: timeoutMs,
  }),
  'mapped': foreign, 'mock': foreign, 'http': foreign, 'service': foreign, 'unavailable': foreign,
};

/** The integration of a route by CloudFormation's names. */
export function integrationProperties({ _key }: HttpRoute, context: RouteApiContext<HttpApi>): IntegrationProperties {
  const { _specPath: path, _httpMethod: httpMethod } = _key;
  const input = context.declared.resources?.[path]?.methods?.[httpMethod]?.integration;
  if (input === undefined) throw new TypeError(`no integration of ${_key.key}`);
  // the entry that the kind names
  const render = RENDERERS[input.type] as (input: IntegrationInput, context: RouteApiContext<HttpApi>) => IntegrationProperties;
  return render(input, context);
}

type SharedInput = Pick<InputOf<'proxy'>, 'timeoutMs' | 'credentials' | 'requestMappings' | 'responseMappings'>;

function shared({ timeoutMs, credentials, requestMappings, responseMappings }: SharedInput): Partial<IntegrationProperties> {
  return {
    timeoutInMillis: timeoutMs, credentialsArn: credentials, requestParameters: requestMappings,
    responseParameters: responseMappings && Object.fromEntries(Object.entries(responseMappings).map(([status, mappings]) => [status, {
      ResponseParameters: Object.entries(mappings).map(([Destination, Source]) => ({ Destination, Source })),
    }])),
  };
}

function privateBackend({ vpcLink, serverNameToVerify }: InputOf<'http-proxy'>): Partial<IntegrationProperties> {
  return {
    ...(vpcLink === undefined ? {} : { connectionType: 'VPC_LINK', connectionId: vpcLink }),
    ...(serverNameToVerify === undefined ? {} : { tlsConfig: { serverNameToVerify } }),
  };
}
