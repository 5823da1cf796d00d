import type { aws_apigatewayv2 as v2, CfnResource } from 'aws-cdk-lib';
import { filled } from '../render-context';
import { renderHttpAuthorizers } from './authorizers';
import type { HttpApiContext } from './http-api-context';
import { renderRoutes } from './routes';
import { renderHttpStages } from './stages';

/** Renders what is below an HTTP API: a resource for each node, with the ids that the CDK's HttpApi gives them. */
export function renderHttpApi(context: HttpApiContext): CfnResource[] {
  const authorizers = renderHttpAuthorizers(context);
  return [...authorizers.values(), ...renderRoutes(context, authorizers), ...renderHttpStages(context)];
}

/** The settings of the API itself that the definition has. */
export function httpApiProperties({ declared: { api } }: Pick<HttpApiContext, 'declared'>): Pick<v2.CfnApiProps, 'description' | 'corsConfiguration'> {
  const { description, cors } = api;
  if (cors === undefined) return { description };
  const { maxAgeSeconds: maxAge, allowMethods, ...others } = cors;
  const given = Object.entries({ ...others, allowMethods, maxAge }).filter(([, value]) => value !== undefined);
  return { description, corsConfiguration: filled(Object.fromEntries(given)) };
}
