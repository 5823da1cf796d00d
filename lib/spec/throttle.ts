import * as z from 'zod';
import { LIMITS } from './limits';

/** The sustained rate, in requests per second. */
export const rateLimitSchema = z.number().nonnegative().describe('Sustained requests per second: tokens added to the bucket each second.');

/** The burst, in requests. */
export const burstLimitSchema = z.int().nonnegative().describe('Burst of requests: the capacity of the bucket.');

/**
 * A token bucket. Omitted members are the account's.
 * @see https://docs.aws.amazon.com/apigateway/latest/developerguide/api-gateway-request-throttling.html
 */
export const throttleSchema = z.strictObject({
  rateLimit: rateLimitSchema.default(LIMITS.accountRate.default),
  burstLimit: burstLimitSchema.default(LIMITS.accountBurst.default),
});

export type ThrottleSpec = z.output<typeof throttleSchema>;
