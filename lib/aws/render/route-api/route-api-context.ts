import type { HttpApi, WebSocketApi } from '../../../constructs';
import type { GatewaySpecInput, HttpMethodSpec } from '../../../spec';
import { awsCdk } from '../../aws-cdk';
import type { RenderContext } from '../render-context';

/** The kinds of APIs that AWS has in version 2 of its API. */
export type RouteApi = HttpApi | WebSocketApi;

/** Everything that an API with routes is rendered from. */
export interface RouteApiContext<Api extends RouteApi = RouteApi> extends Pick<RenderContext, 'spec' | 'functionOf' | 'accessLogGroupArn' | 'givenName'> {
  readonly api: Api;
  /** Id of the API on AWS. */
  readonly apiId: string;
  /** The spec as the constructs declared it, with references instead of tokens: what was not set is the service's default. */
  readonly declared: GatewaySpecInput;
}

type Methods = NonNullable<NonNullable<GatewaySpecInput['resources']>[string]['methods']>;

/** An integration as it was declared. */
export type IntegrationInput = NonNullable<Methods[HttpMethodSpec]>['integration'];

/** The declared integration of a route; WebSocket APIs have ANY alone. */
export function declaredIntegration({ declared }: RouteApiContext, path: string, httpMethod: HttpMethodSpec = 'ANY'): IntegrationInput {
  const input = declared.resources?.[path]?.methods?.[httpMethod]?.integration;
  if (input === undefined) throw new TypeError(`no integration of ${httpMethod} ${path}`);
  return input;
}

/** The ARN of what the API may call functions for. */
export function callerArn({ api, apiId }: RouteApiContext, resourceName: string): string {
  return awsCdk().Stack.of(api).formatArn({ service: 'execute-api', resource: apiId, resourceName });
}
