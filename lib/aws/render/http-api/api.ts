import type { aws_apigatewayv2 as v2, CfnResource } from 'aws-cdk-lib';
import { HttpStage, type HttpApi } from '../../../constructs';
import { filled } from '../render-context';
import { renderHttpAuthorizers } from './authorizers';
import type { RouteApiContext } from '../route-api/route-api-context';
import { renderRouteStages } from '../route-api/stages';
import { renderRoutes } from './routes';

/** Renders what is below an HTTP API: a resource for each node, with the ids that the CDK's HttpApi gives them. */
export function renderHttpApi(context: RouteApiContext<HttpApi>): CfnResource[] {
  const authorizers = renderHttpAuthorizers(context);
  const routes = renderRoutes(context, authorizers);
  const stages = renderRouteStages(context, (value) => HttpStage.isHttpStage(value));
  return [...authorizers.values(), ...routes, ...stages];
}

/** The settings of the API itself that the definition has. */
export function httpApiProperties(
  { declared: { api } }: Pick<RouteApiContext, 'declared'>,
): Pick<v2.CfnApiProps, 'description' | 'corsConfiguration'> {
  const { description, cors } = api;
  if (cors === undefined) return { description };
  const { maxAgeSeconds: maxAge, allowMethods, ...others } = cors;
  const properties = Object.entries({ ...others, allowMethods, maxAge }).filter(([, value]) => value !== undefined);
  return { description, corsConfiguration: filled(Object.fromEntries(properties)) };
}
