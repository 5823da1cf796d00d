import { GatewayError } from '../../errors';
import { LIMITS } from '../../spec';
import type { ServedStage } from '../plan/exchange';
import type { Received, RequestPath } from '../http/request';

/** The part of a request to one stage that policies see. */
export interface StageRequest extends RequestPath {
  readonly received: Received;
  readonly stage: ServedStage;
}

/**
 * The ARN that policies name: the client's own method and path, as sent. As in routing, a trailing slash is ignored, so it
 * cannot bypass a Deny.
 * @throws METHOD_ARN_TOO_LONG
 * @see aws-data-plane §16, §18
 */
export function methodArn({ received, path: withStage, rawPath, routePath, stage }: StageRequest): string {
  // in an HTTP API a slash at the end counts
  const path = rawPath === undefined ? withStage.replace(/\/$/, '') : routePath;
  const arn = `${apiArn(stage)}/${stage.name}/${received.method}/${path.slice(1)}`;
  const given = Buffer.byteLength(arn);
  const { max } = LIMITS.methodArnBytes;
  if (given > max) throw new GatewayError('METHOD_ARN_TOO_LONG', { given, max });
  return arn;
}

/** The part that all methods of an API share. */
export function apiArn({ region, accountId, apiId }: Pick<ServedStage, 'region' | 'accountId' | 'apiId'>): string {
  return `arn:aws:execute-api:${region}:${accountId}:${apiId}`;
}

/** An ARN as clients see it, with only the last four digits of the account. */
export function maskedArn(arn: string, { accountId }: Pick<ServedStage, 'accountId'>): string {
  return arn.replace(`:${accountId}:`, `:********${accountId.slice(-4)}:`);
}
