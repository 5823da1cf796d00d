import type { aws_apigatewayv2 as v2 } from 'aws-cdk-lib';
import type { HttpRoute } from '../../../constructs';
import type { GatewaySpecInput } from '../../../spec';
import { functionArn } from '../invocation-uri';
import type { HttpApiContext } from './http-api-context';

type IntegrationInput = NonNullable<NonNullable<NonNullable<GatewaySpecInput['resources']>[string]['methods']>['GET']>['integration'];
type IntegrationProperties = Omit<v2.CfnIntegrationProps, 'apiId'>;
type InputOf<Kind extends IntegrationInput['type']> = Extract<IntegrationInput, { readonly type: Kind }>;

/** As the CDK's integrations. Kinds that HTTP APIs do not have were refused with the definition. */
const RENDERERS = {
  'proxy': (input: InputOf<'proxy'>, context: HttpApiContext): IntegrationProperties => ({
    integrationType: 'AWS_PROXY',
    integrationUri: functionArn(input.function, context),
    payloadFormatVersion: input.payloadFormatVersion,
    ...shared(input),
  }),
  'http-proxy': (input: InputOf<'http-proxy'>): IntegrationProperties => ({
    integrationType: 'HTTP_PROXY', integrationUri: input.uri, integrationMethod: input.httpMethod, payloadFormatVersion: '1.0', ...shared(input),
  }),
};

/** The integration of a route by CloudFormation's names. */
export function integrationProperties({ _key }: HttpRoute, context: HttpApiContext): IntegrationProperties {
  const { _specPath: path, _httpMethod: httpMethod } = _key;
  const input = context.declared.resources?.[path]?.methods?.[httpMethod]?.integration;
  if (input === undefined || !(input.type in RENDERERS)) throw new TypeError(`no integration of an HTTP API: ${input?.type}`);
  const render = RENDERERS[input.type as keyof typeof RENDERERS]; // one of its keys, checked above
  return (render as (input: IntegrationInput, context: HttpApiContext) => IntegrationProperties)(input, context); // of its kind
}

function shared({ timeoutMs, requestMappings }: Pick<InputOf<'proxy'>, 'timeoutMs' | 'requestMappings'>): Partial<IntegrationProperties> {
  return { timeoutInMillis: timeoutMs, requestParameters: requestMappings };
}
