import * as z from 'zod';
import { LIMITS } from './limits';

/** Requests a second that a limit lets pass for good. */
export const rateLimitSchema = z.number().nonnegative().describe('Requests a second in the long run: tokens that the bucket gains each second.');

/** Requests that a limit lets pass at once. */
export const burstLimitSchema = z.int().nonnegative().describe('Requests at once: tokens that the bucket holds.');

/**
 * A token bucket. What is left out is the account's.
 * @see https://docs.aws.amazon.com/apigateway/latest/developerguide/api-gateway-request-throttling.html
 */
export const throttleSchema = z.strictObject({
  rateLimit: rateLimitSchema.default(LIMITS.accountRate.default),
  burstLimit: burstLimitSchema.default(LIMITS.accountBurst.default),
});

export type ThrottleSpec = z.output<typeof throttleSchema>;
