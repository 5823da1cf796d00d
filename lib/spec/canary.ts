import * as z from 'zod';
import { deploymentReferenceSchema, stageVariablesSchema } from './deployment-reference';

/**
 * A canary: a second deployment that receives part of a stage's traffic.
 * @see https://docs.aws.amazon.com/apigateway/latest/developerguide/canary-release.html
 */
export const canarySchema = z.strictObject({
  percentTraffic: z.number().min(0).max(100).default(0).describe('Percentage of the stage\'s requests, chosen at random.'),
  deployment: deploymentReferenceSchema.default('latest').describe('`latest`: the definition as synthesized; or the fingerprint of a deployment.'),
  stageVariableOverrides: stageVariablesSchema.default({}).describe('Override the variables of the stage.'),
  useStageCache: z.boolean().default(false).describe('Whether canary and stage share one response cache.'),
});

export type CanarySpec = z.output<typeof canarySchema>;
