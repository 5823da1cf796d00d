import * as z from 'zod';

/** The periods of a quota. */
export const QUOTA_PERIODS = ['DAY', 'WEEK', 'MONTH'] as const;

/**
 * A quota: requests of one key per period. Periods start at midnight UTC: each day, each Monday, or the first of the
 * month, and `offset` days later.
 * @see https://docs.aws.amazon.com/apigateway/latest/api/API_QuotaSettings.html
 */
export const quotaSchema = z.strictObject({
  limit: z.int().nonnegative().describe('Requests of one key per period.'),
  period: z.enum(QUOTA_PERIODS).describe('How long requests are counted.'),
  offset: z.int().nonnegative().default(0).describe('Days by which a period starts later: 0 for DAY, at most 6 for WEEK and 27 for MONTH.'),
});

export type QuotaSpec = z.output<typeof quotaSchema>;
export type QuotaPeriod = QuotaSpec['period'];
