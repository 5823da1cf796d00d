import * as z from 'zod';
import { LIMITS } from './limits';
import { methodKeySchema } from './method-key';
import { quotaSchema } from './quota';
import { stageNameSchema } from './stage';
import { throttleSchema } from './throttle';

const { min, max } = LIMITS.apiKeyLength;
const keyValue = z.string().regex(new RegExp(`^(.{${min},${max}}|.*\\$\\{token:[^}]+\\}.*)$`), `${min} to ${max} characters`);

/** An API key. Without a value it must be passed to the runtime; a key without a value is rejected. */
export const apiKeySchema = z.strictObject({
  description: z.string().optional().describe('For humans.'),
  enabled: z.boolean().default(true).describe('Whether the key is enabled.'),
  value: keyValue.optional().describe('The key itself; without it, pass one to the runtime, or the key is rejected.'),
});

/** A stage of a plan. */
const usagePlanStageSchema = z.strictObject({
  methods: z.record(methodKeySchema, throttleSchema).default({}).describe('Limits of single methods, for each key separately.'),
});

/** A usage plan. Its limits apply to each key separately, over all stages of the plan together. */
export const usagePlanSchema = z.strictObject({
  description: z.string().optional().describe('For humans.'),
  throttle: throttleSchema.optional().describe('Throttle of each key.'),
  quota: quotaSchema.optional().describe('Quota of each key per period.'),
  stages: z.record(stageNameSchema, usagePlanStageSchema).default({}).describe('Stages that the keys have access to.'),
  keys: z.array(z.string()).default([]).describe('Names in `apiKeys`.'),
});

export type ApiKeySpec = z.output<typeof apiKeySchema>;
export type UsagePlanSpec = z.output<typeof usagePlanSchema>;
