import * as z from 'zod';
import { LOGGING_MEMBERS } from './execution-logging';
import { methodPatterns } from './method-key';
import { CACHING_MEMBERS } from './response-cache';
import { burstLimitSchema, rateLimitSchema, throttleSchema, type ThrottleSpec } from './throttle';

/** Method settings of a stage. An omitted member is taken from the next wider pattern that has it. */
export const methodSettingSchema = z.strictObject({
  throttlingRateLimit: rateLimitSchema.optional(),
  throttlingBurstLimit: burstLimitSchema.optional(),
  ...CACHING_MEMBERS,
  ...LOGGING_MEMBERS,
});

export type MethodSettingSpec = z.output<typeof methodSettingSchema>;
type MethodSettings = Readonly<Record<string, MethodSettingSpec>>;

/**
 * The settings of one method, each member from the most specific pattern that has it.
 * @example methodSettingsOf(stage.methodSettings, '/pets', 'GET'); // of `/pets/GET`, else of all methods of `/pets`, …
 */
export function methodSettingsOf(settings: MethodSettings, path: string, httpMethod: string): MethodSettingSpec {
  return methodPatterns(path, httpMethod).reduce<MethodSettingSpec>((wider, pattern) => {
    const own = Object.entries(Object.hasOwn(settings, pattern) ? settings[pattern] ?? {} : {});
    return { ...wider, ...Object.fromEntries(own.filter(([, value]) => value !== undefined)) };
  }, {});
}

/** The limit of a method; undefined if the stage sets neither a rate nor a burst for it. */
export function throttleOf({ throttlingRateLimit, throttlingBurstLimit }: MethodSettingSpec): ThrottleSpec | undefined {
  if (throttlingRateLimit === undefined && throttlingBurstLimit === undefined) return undefined;
  return throttleSchema.parse({ rateLimit: throttlingRateLimit, burstLimit: throttlingBurstLimit });
}
