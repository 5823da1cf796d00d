import type { aws_apigatewayv2 as v2 } from 'aws-cdk-lib';
import type { WebSocketApi, WebSocketRoute } from '../../../constructs';
import { describeIntegration, type GatewaySpecInput, type IntegrationSpec } from '../../../spec';
import { awsCdk } from '../../aws-cdk';
import { functionArn } from '../invocation-uri';
import { filled } from '../render-context';
import type { RouteApiContext } from '../route-api/route-api-context';

type IntegrationInput = NonNullable<NonNullable<NonNullable<GatewaySpecInput['resources']>[string]['methods']>['ANY']>['integration'];
type IntegrationProperties = Omit<v2.CfnIntegrationProps, 'apiId'>;
type ResponseProperties = Omit<v2.CfnIntegrationResponseProps, 'apiId' | 'integrationId'>;
type InputOf<Kind extends IntegrationInput['type']> = Extract<IntegrationInput, { readonly type: Kind }>;

interface RouteContext {
  readonly route: WebSocketRoute;
  readonly context: RouteApiContext<WebSocketApi>;
}

const foreign = ({ type }: { readonly type: string }): IntegrationProperties => {
  throw new TypeError(`no integration that WebSocketApi declares: ${type}`);
};

type Renderer<Kind extends IntegrationInput['type']> = (input: InputOf<Kind>, of: RouteContext) => IntegrationProperties;

/** As the CDK's integrations; it has none for HTTP backends and mapped functions. */
const RENDERERS: { readonly [Kind in IntegrationInput['type']]: Renderer<Kind> } = {
  'proxy': (input, { context }) => ({ integrationType: 'AWS_PROXY', integrationUri: functionUri(input.function, context), timeoutInMillis: input.timeoutMs }),
  'mock': (input) => ({ integrationType: 'MOCK', integrationUri: '', ...templates(input) }),
  'service': (input, { route }) => ({
    integrationType: 'AWS', integrationUri: route._integration._uri ?? '', integrationMethod: input.httpMethod,
    credentialsArn: input.credentials, ...mapping(input),
  }),
  'mapped': (input, { context }) => ({
    integrationType: 'AWS', integrationUri: functionUri(input.function, context), integrationMethod: 'POST', ...mapping(input),
  }),
  'http': (input, { route }) => ({
    integrationType: 'HTTP', integrationUri: input.uri, integrationMethod: input.httpMethod, ...connection(route), ...mapping(input),
  }),
  'http-proxy': (input, { route }) => ({
    integrationType: 'HTTP_PROXY', integrationUri: input.uri, integrationMethod: input.httpMethod, ...connection(route),
    requestParameters: input.requestParameters, timeoutInMillis: input.timeoutMs,
  }),
  'service-proxy': foreign, 'unavailable': foreign,
};

/** The integration of a route by CloudFormation's names. */
export function integrationProperties(route: WebSocketRoute, context: RouteApiContext<WebSocketApi>): IntegrationProperties {
  const input = inputOf(route, context);
  // the entry that the kind names
  const render = RENDERERS[input.type] as (input: IntegrationInput, of: RouteContext) => IntegrationProperties;
  return render(input, { route, context });
}

/** Its integration responses. */
export function integrationResponses(integration: IntegrationSpec): ResponseProperties[] {
  const { responses = [] } = describeIntegration(integration);
  return responses.map(({ selectionPattern, responseTemplates, templateSelectionExpression, contentHandling }) => ({
    integrationResponseKey: selectionPattern === undefined ? '$default' : `/${selectionPattern}/`,
    responseTemplates: filled(responseTemplates), templateSelectionExpression, contentHandlingStrategy: contentHandling,
  }));
}

function inputOf({ routeKey, _key }: WebSocketRoute, { declared }: RouteApiContext): IntegrationInput {
  const input = declared.resources?.[_key._specPath]?.methods?.ANY?.integration;
  if (input === undefined) throw new TypeError(`no integration of ${routeKey}`);
  return input;
}

function functionUri(reference: string, context: RouteApiContext): string {
  return awsCdk().Stack.of(context.api).formatArn({
    service: 'apigateway', account: 'lambda', resource: 'path/2015-03-31/functions', resourceName: `${functionArn(reference, context)}/invocations`,
  });
}

function mapping(input: Omit<InputOf<'mapped'>, 'type' | 'function'>): Partial<IntegrationProperties> {
  const { contentHandling: contentHandlingStrategy, requestParameters, passthroughBehavior, timeoutMs: timeoutInMillis } = input;
  return { contentHandlingStrategy, requestParameters, passthroughBehavior, timeoutInMillis, ...templates(input) };
}

function connection({ _integration: { _vpcLinkId: connectionId } }: WebSocketRoute): Partial<IntegrationProperties> {
  return connectionId === undefined ? {} : { connectionType: 'VPC_LINK', connectionId };
}

function templates({ requestTemplates, templateSelectionExpression }: Pick<InputOf<'mock'>, 'requestTemplates' | 'templateSelectionExpression'>) {
  return { requestTemplates, templateSelectionExpression };
}
