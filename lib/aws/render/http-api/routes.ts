import type { aws_apigatewayv2 as v2, CfnResource } from 'aws-cdk-lib';
import { Construct } from 'constructs';
import type { HttpApi, HttpRoute, HttpRouteIntegration } from '../../../constructs';
import { ofKind } from '../../../openapi';
import { describeAuthorization, describeIntegrationInput } from '../../../spec';
import { awsCdk } from '../../aws-cdk';
import { namesMeant, functionArn } from '../invocation-uri';
import { filled } from '../render-context';
import { callerArn, declaredIntegration, type IntegrationInput, type RouteApiContext } from '../route-api/route-api-context';

type Integrations = Map<HttpRouteIntegration, v2.CfnIntegration>;

/** The routes of an HTTP API, with their integrations: one that several routes name is below the first. */
export function renderRoutes(context: RouteApiContext<HttpApi>, authorizers: ReadonlyMap<string, v2.CfnAuthorizer>): CfnResource[] {
  const { CfnRoute } = awsCdk().aws_apigatewayv2;
  const integrations: Integrations = new Map();
  const routes = context.api._routes.flatMap((declared) => {
    const route = declared as HttpRoute; // no other construct is one
    const { key: routeKey, _specPath: path, _httpMethod: httpMethod } = route._key;
    const method = context.spec.resources[path]?.methods[httpMethod];
    if (method === undefined) return [];
    const integration = integrationOf(route, integrations, context);
    permit(route, context);
    const { authorizer, scopes } = describeAuthorization(method.authorization);
    return [new CfnRoute(route, 'Resource', {
      apiId: context.apiId,
      routeKey,
      target: `integrations/${integration.ref}`,
      operationName: method.operationName,
      authorizationType: method.authorization.type,
      authorizerId: authorizer === undefined ? undefined : authorizers.get(authorizer)?.ref,
      authorizationScopes: filled([...scopes]),
    })];
  });
  return [...integrations.values(), ...routes];
}

function integrationOf(route: HttpRoute, known: Integrations, context: RouteApiContext<HttpApi>): v2.CfnIntegration {
  const { _integration: declared } = route;
  const there = known.get(declared);
  if (there !== undefined) return there;
  const { apiId } = context;
  const scope = new Construct(route, declared.id);
  const properties = ofKind(RENDERERS, declaredIntegration(context, route._key._specPath, route._key._httpMethod), context);
  const integration = new (awsCdk().aws_apigatewayv2.CfnIntegration)(scope, 'Resource', { apiId, ...properties });
  known.set(declared, integration);
  return integration;
}

/** As the CDK's HttpLambdaIntegration: for each route, or once for the whole API. */
function permit(route: HttpRoute, context: RouteApiContext<HttpApi>): void {
  const { aws_iam: { ServicePrincipal }, Names } = awsCdk();
  const { _integration: integration, path = '' } = route;
  const { function: reference } = describeIntegrationInput(route._toSpec().integration);
  const names = reference === undefined ? [] : namesMeant(reference, context.spec);
  names.forEach((name, index) => {
    const { lambdaFunction } = context.functionOf(name) ?? {};
    if (lambdaFunction === undefined) return;
    const principal = new ServicePrincipal('apigateway.amazonaws.com');
    if (integration._scopesPermission) {
      const id = `${integration.id}-Permission${index === 0 ? '' : index + 1}`;
      lambdaFunction.addPermission(id, { scope: route, principal, sourceArn: callerArn(context, `*/*${path}`) });
      return;
    }
    const id = `ApiPermission.ApiScoped.${Names.nodeUniqueId(lambdaFunction.node)}.${Names.nodeUniqueId(context.api.node)}`;
    const isThere = context.api._routes.some(({ node }) => node.tryFindChild(id) !== undefined);
    if (!isThere) lambdaFunction.addPermission(id, { scope: route, principal, sourceArn: callerArn(context, '*/*/*') });
  });
}

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
  'http-proxy': ({ uri, httpMethod, vpcLink, serverNameToVerify, ...input }) => ({
    integrationType: 'HTTP_PROXY', integrationUri: uri, integrationMethod: httpMethod, payloadFormatVersion: '1.0',
    connectionType: vpcLink === undefined ? undefined : 'VPC_LINK', connectionId: vpcLink,
    tlsConfig: serverNameToVerify === undefined ? undefined : { serverNameToVerify }, ...shared(input),
  }),
  'service-proxy': ({ subtype, parameters, credentials, timeoutMs }) => ({
    integrationType: 'AWS_PROXY', integrationSubtype: subtype, payloadFormatVersion: '1.0', connectionType: 'INTERNET', credentialsArn: credentials,
    requestParameters: parameters, timeoutInMillis: timeoutMs,
  }),
  'mapped': foreign, 'mock': foreign, 'http': foreign, 'service': foreign, 'unavailable': foreign,
};

type SharedInput = Pick<InputOf<'proxy'>, 'timeoutMs' | 'credentials' | 'requestMappings' | 'responseMappings'>;

function shared({ timeoutMs, credentials, requestMappings, responseMappings }: SharedInput): Partial<IntegrationProperties> {
  return {
    timeoutInMillis: timeoutMs, credentialsArn: credentials, requestParameters: requestMappings,
    responseParameters: responseMappings && Object.fromEntries(Object.entries(responseMappings).map(([status, mappings]) => [status, {
      ResponseParameters: Object.entries(mappings).map(([Destination, Source]) => ({ Destination, Source })),
    }])),
  };
}
