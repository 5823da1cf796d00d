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
  description: z.string().optional().describe('For people.'),
  enabled: z.boolean().default(true).describe('Whether the key opens anything.'),
  value: keyValue.optional().describe('The key itself; without it the runtime is given one, or the key matches nothing.'),
});

/** A stage of a plan. */
export const usagePlanStageSchema = z.strictObject({
  methods: z.record(methodKeySchema, throttleSchema).default({}).describe('Limits of single methods, for each key by itself.'),
});

/** A usage plan. Its limits apply to each key separately, over all stages of the plan together. */
export const usagePlanSchema = z.strictObject({
  description: z.string().optional().describe('For people.'),
  throttle: throttleSchema.optional().describe('How fast each key may call.'),
  quota: quotaSchema.optional().describe('How often each key may call in a period.'),
  stages: z.record(stageNameSchema, usagePlanStageSchema).default({}).describe('Stages that the keys open.'),
  keys: z.array(z.string()).default([]).describe('Names in `apiKeys`.'),
});

export type ApiKeySpec = z.output<typeof apiKeySchema>;
export type UsagePlanSpec = z.output<typeof usagePlanSchema>;
