import type { HttpApi } from '../../../constructs';
import type { GatewaySpecInput } from '../../../spec';
import { awsCdk } from '../../aws-cdk';
import type { RenderContext } from '../render-context';

/** Everything that an HTTP API is rendered from. */
export interface HttpApiContext extends Pick<RenderContext, 'spec' | 'functionOf' | 'accessLogGroupArn'> {
  readonly api: HttpApi;
  /** Id of the API on AWS. */
  readonly apiId: string;
  /** The spec as the constructs declared it, with references instead of tokens: what was not set is the service's default. */
  readonly declared: GatewaySpecInput;
}

/** The ARN of what the API may call functions for. */
export function callerArn({ api, apiId }: HttpApiContext, resourceName: string): string {
  return awsCdk().Stack.of(api).formatArn({ service: 'execute-api', resource: apiId, resourceName });
}
