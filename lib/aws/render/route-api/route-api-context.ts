import type { HttpApi, WebSocketApi } from '../../../constructs';
import type { GatewaySpecInput } from '../../../spec';
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

/** The ARN of what the API may call functions for. */
export function callerArn({ api, apiId }: RouteApiContext, resourceName: string): string {
  return awsCdk().Stack.of(api).formatArn({ service: 'execute-api', resource: apiId, resourceName });
}
