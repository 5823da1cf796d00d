import { GatewayError } from '../../errors';
import { LIMITS } from '../../spec';
import type { Received, RequestPath, ServedStage } from '../exchange';

/** A request to one stage, as far as policies look at it. */
export interface StageRequest extends RequestPath {
  readonly received: Received;
  readonly stage: ServedStage;
}

/**
 * The ARN that policies name: the client's own method and path, as sent. A slash at the end does not count, as in routing,
 * so it does not lead past a Deny.
 * @throws METHOD_ARN_TOO_LONG
 * @see aws-data-plane §16, §18
 */
export function methodArn({ received, path, stage }: StageRequest): string {
  const arn = `${apiArn(stage)}/${stage.name}/${received.method}/${path.slice(1).replace(/\/$/, '')}`;
  const given = Buffer.byteLength(arn);
  const { max } = LIMITS.methodArnBytes;
  if (given > max) throw new GatewayError('METHOD_ARN_TOO_LONG', { given, max });
  return arn;
}

/** The part that all methods of an API share. */
export function apiArn({ region, accountId, apiId }: Pick<ServedStage, 'region' | 'accountId' | 'apiId'>): string {
  return `arn:aws:execute-api:${region}:${accountId}:${apiId}`;
}

/** What clients are told of an ARN: only the last four digits of the account. */
export function maskedArn(arn: string, { accountId }: Pick<ServedStage, 'accountId'>): string {
  return arn.replace(`:${accountId}:`, `:********${accountId.slice(-4)}:`);
}
