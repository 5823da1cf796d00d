import * as z from 'zod';
import { LIMITS } from './limits';

/** The sustained rate, in requests per second. */
export const rateLimitSchema = z.number().nonnegative().describe('Requests a second in the long run: tokens that the bucket gains each second.');

/** The burst, in requests. */
export const burstLimitSchema = z.int().nonnegative().describe('Requests at once: tokens that the bucket holds.');

/**
 * A token bucket. Omitted members are the account's.
 * @see https://docs.aws.amazon.com/apigateway/latest/developerguide/api-gateway-request-throttling.html
 */
export const throttleSchema = z.strictObject({
  rateLimit: rateLimitSchema.default(LIMITS.accountRate.default),
  burstLimit: burstLimitSchema.default(LIMITS.accountBurst.default),
});

export type ThrottleSpec = z.output<typeof throttleSchema>;
