import type { aws_apigatewayv2 as v2, CfnResource } from 'aws-cdk-lib';
import { Construct } from 'constructs';
import type { WebSocketApi, WebSocketRoute, WebSocketRouteIntegration } from '../../../constructs';
import { ofKind } from '../../../openapi';
import {
  describeAuthorization, describeIntegrationInput, describeIntegration, type MethodSpec, type IntegrationSpec,
} from '../../../spec';
import { awsCdk } from '../../aws-cdk';
import { namesMeant, functionArn } from '../invocation-uri';
import { filled } from '../render-context';
import { addDependency } from '../resource-dependency';
import { callerArn, declaredIntegration, type IntegrationInput, type RouteApiContext } from '../route-api/route-api-context';

/** An integration with its responses. */
type RenderedIntegration = readonly [v2.CfnIntegration, ...CfnResource[]];
type Integrations = Map<WebSocketRouteIntegration, RenderedIntegration>;

interface RouteReferences {
  readonly authorizers: ReadonlyMap<string, v2.CfnAuthorizer>;
  readonly models: ReadonlyMap<string, v2.CfnModel>;
}

/** The routes of a WebSocket API, with their integrations: one that several routes name is below the first. */
export function renderMessageRoutes(context: RouteApiContext<WebSocketApi>, references: RouteReferences): CfnResource[] {
  const integrations: Integrations = new Map();
  const routes = context.api._routes.flatMap((declared) => {
    const route = declared as WebSocketRoute; // no other construct is one
    const method = context.spec.resources[route._key._specPath]?.methods.ANY;
    if (method === undefined) return [];
    const [integration] = integrationOf(route, { known: integrations, context, spec: method.integration });
    permit(route, context);
    return renderRoute(route, { apiId: context.apiId, method, integration, ...references });
  });
  return [...[...integrations.values()].flat(), ...routes];
}

interface RenderedRoute extends RouteReferences {
  readonly apiId: string;
  readonly method: MethodSpec;
  readonly integration: v2.CfnIntegration;
}

function renderRoute(route: WebSocketRoute, { apiId, method, integration, authorizers, models }: RenderedRoute): CfnResource[] {
  const { CfnRoute, CfnRouteResponse } = awsCdk().aws_apigatewayv2;
  const { authorizer } = describeAuthorization(method.authorization);
  const hasRouteResponse = method.hasRouteResponse === true;
  const rendered = new CfnRoute(route, 'Resource', {
    apiId,
    routeKey: route.routeKey,
    target: `integrations/${integration.ref}`,
    apiKeyRequired: method.apiKeyRequired || undefined,
    authorizationType: method.authorization.type,
    authorizerId: authorizer === undefined ? undefined : authorizers.get(authorizer)?.ref,
    requestModels: filled(method.requestModels),
    modelSelectionExpression: method.modelSelectionExpression,
    routeResponseSelectionExpression: hasRouteResponse ? RESPONSE_KEY : undefined,
  });
  const used = new Set(Object.values(method.requestModels).flatMap((name) => models.get(name) ?? []));
  for (const model of used) addDependency(rendered, model);
  if (!hasRouteResponse) return [rendered];
  return [rendered, new CfnRouteResponse(route, 'Response', { apiId, routeId: rendered.ref, routeResponseKey: RESPONSE_KEY })];
}

const RESPONSE_KEY = '$default';

interface IntegrationSurroundings {
  readonly known: Integrations;
  readonly context: RouteApiContext<WebSocketApi>;
  readonly spec: MethodSpec['integration'];
}

function integrationOf(route: WebSocketRoute, { known, context, spec }: IntegrationSurroundings): RenderedIntegration {
  const { _integration: declared } = route;
  const there = known.get(declared);
  if (there !== undefined) return there;
  const { CfnIntegration, CfnIntegrationResponse } = awsCdk().aws_apigatewayv2;
  const { apiId } = context;
  const scope = new Construct(route, declared.id);
  const properties = ofKind(RENDERERS, declaredIntegration(context, route._key._specPath), { route, context });
  const integration = new CfnIntegration(scope, 'Resource', { apiId, ...properties });
  const responses = integrationResponses(spec).map((response, index) =>
    new CfnIntegrationResponse(scope, `Response${index === 0 ? '' : index + 1}`, { apiId, integrationId: integration.ref, ...response }));
  const resources = [integration, ...responses] as const;
  known.set(declared, resources);
  return resources;
}

/** As the CDK's WebSocketLambdaIntegration, but for each route: the CDK permits the first route of an integration alone. */
function permit(route: WebSocketRoute, context: RouteApiContext<WebSocketApi>): void {
  const { function: reference } = describeIntegrationInput(route._toSpec().integration);
  if (reference === undefined) return;
  const principal = new (awsCdk().aws_iam.ServicePrincipal)('apigateway.amazonaws.com');
  namesMeant(reference, context.spec).forEach((name, index) => {
    const id = `${route._integration.id}-Permission${index === 0 ? '' : index + 1}`;
    context.functionOf(name)?.lambdaFunction?.addPermission(id, { scope: route, principal, sourceArn: callerArn(context, `*${route.routeKey}`) });
  });
}

type IntegrationProperties = Omit<v2.CfnIntegrationProps, 'apiId'>;
type ResponseProperties = Omit<v2.CfnIntegrationResponseProps, 'apiId' | 'integrationId'>;
type InputOf<Kind extends IntegrationInput['type']> = Extract<IntegrationInput, { readonly type: Kind }>;

const foreign = ({ type }: { readonly type: string }): IntegrationProperties => {
  throw new TypeError(`no integration that WebSocketApi declares: ${type}`);
};

type Renderer<Kind extends IntegrationInput['type']> = (
  input: InputOf<Kind>, of: { readonly route: WebSocketRoute; readonly context: RouteApiContext<WebSocketApi> },
) => IntegrationProperties;

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

function integrationResponses(integration: IntegrationSpec): ResponseProperties[] {
  const { responses = [] } = describeIntegration(integration);
  return responses.map(({ selectionPattern, responseTemplates, templateSelectionExpression, contentHandling }) => ({
    integrationResponseKey: selectionPattern === undefined ? '$default' : `/${selectionPattern}/`,
    responseTemplates: filled(responseTemplates), templateSelectionExpression, contentHandlingStrategy: contentHandling,
  }));
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
