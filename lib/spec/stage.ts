import * as z from 'zod';
import { accessLogSchema } from './access-log';
import { canarySchema } from './canary';
import { domainMappingSchema } from './domain-mapping';
import { deploymentReferenceSchema, stageVariablesSchema } from './deployment-reference';
import { LIMITS } from './limits';
import { methodPatternSchema } from './method-key';
import { methodSettingSchema } from './method-settings';
import { CACHE_CLUSTER_SIZES } from './response-cache';

/** A stage's name: first path segment of every invocation URL. */
export const stageNameSchema = z
  .string()
  .regex(/^([A-Za-z0-9_-]+|\$default)$/, 'letters, digits, _ and -, or $default')
  .max(LIMITS.stageNameLength.max);

/** A named, callable version of the API. Not part of the fingerprint: a stage refers to a deployment. */
export const stageSchema = z.strictObject({
  description: z.string().optional().describe('For humans.'),
  deployment: deploymentReferenceSchema.default('latest').describe('`latest`, or the fingerprint of the deployment that the stage is pinned to.'),
  variables: stageVariablesSchema.default({}).describe('Passed to proxy functions as stageVariables.'),
  methodSettings: z.record(methodPatternSchema, z.lazy(() => methodSettingSchema)).default({}).describe('Settings of methods on this stage: of all (`*/*`), of a path or method, of one.'),
  cacheClusterEnabled: z.boolean().default(false).describe('Whether the stage has a response cache; method settings enable caching.'),
  cacheClusterSize: z.enum(CACHE_CLUSTER_SIZES).default('0.5').describe('Size of the cache in GB.'),
  canary: canarySchema.optional().describe('A second deployment that receives part of the traffic.'),
  domainMappings: z.array(domainMappingSchema).optional().describe('The custom domains that lead to the stage.'),
  accessLog: accessLogSchema.optional().describe('One line per request.'),
});

export type StageSpec = z.output<typeof stageSchema>;
