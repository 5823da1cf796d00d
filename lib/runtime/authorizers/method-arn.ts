import { GatewayError } from '../../errors';
import { LIMITS, type Protocol } from '../../spec';
import type { MethodPlan, ServedStage } from '../plan/exchange';
import type { Received, RequestPath } from '../http/request';

/** The part of a request to one stage that policies see. */
export interface StageRequest extends RequestPath {
  readonly received: Received;
  readonly stage: ServedStage;
  /** Undefined before a route is chosen. */
  readonly plan?: Pick<MethodPlan, 'label'>;
}

/**
 * The ARN that policies name: the client's own method and path, as sent. As in routing, a trailing slash is ignored, so it
 * cannot bypass a Deny.
 * @throws METHOD_ARN_TOO_LONG
 * @see https://docs.aws.amazon.com/apigateway/latest/developerguide/api-gateway-control-access-using-iam-policies-to-invoke-api.html
 */
export function methodArn(request: StageRequest): string {
  const { stage } = request;
  const arn = `${apiArn(stage)}/${stage.name}/${ROUTES[stage.protocol](request)}`;
  const bytes = Buffer.byteLength(arn);
  const { max } = LIMITS.methodArnBytes;
  if (bytes > max) throw new GatewayError('METHOD_ARN_TOO_LONG', { given: bytes, max });
  return arn;
}

/** The last part of an ARN. In an HTTP API a slash at the end counts; a route of a WebSocket API has a key. */
const ROUTES: Readonly<Record<Protocol, (request: StageRequest) => string>> = {
  'rest': ({ received, path }) => `${received.method}/${path.replace(/\/$/, '').slice(1)}`,
  'http': ({ received, routePath }) => `${received.method}/${routePath.slice(1)}`,
  'function-url': ({ received, routePath }) => `${received.method}/${routePath.slice(1)}`,
  'websocket': ({ routePath }) => routePath.slice(1),
};

/** The ARN of the function that a URL calls: `proxy Pets` is the label of its route. */
export function functionArn({ stage: { region, accountId }, plan }: StageRequest): string {
  return `arn:aws:lambda:${region}:${accountId}:function:${plan?.label.replace(/^\S+ /, '') ?? ''}`;
}

/** The part that all methods of an API share. */
export function apiArn({ region, accountId, apiId }: Pick<ServedStage, 'region' | 'accountId' | 'apiId'>): string {
  return `arn:aws:execute-api:${region}:${accountId}:${apiId}`;
}

/** An ARN as clients see it, with only the last four digits of the account. */
export function maskedArn(arn: string, { accountId }: Pick<ServedStage, 'accountId'>): string {
  return arn.replace(`:${accountId}:`, `:********${accountId.slice(-4)}:`);
}
