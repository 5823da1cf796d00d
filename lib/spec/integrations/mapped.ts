import * as z from 'zod';
import { MAPPING_MEMBERS } from '../mapping';
import { CACHE_KEY_MEMBERS } from '../response-cache';
import { integrationCredentialsSchema } from './credentials';
import { describeMapping, ofMappingApis, type IntegrationDescription } from './description';
import { functionReferenceSchema, integrationTimeoutSchema } from './integration-timeout';

/** Mapped function (AWS): templates and mappings translate between HTTP and the function's input and result. */
export const mappedIntegrationSchema = z.strictObject({
  type: z.literal('mapped'),
  function: functionReferenceSchema.describe('Name in `functions`, or a string with `${stageVariables.name}` that resolves to one.'),
  credentials: integrationCredentialsSchema,
  timeoutMs: integrationTimeoutSchema,
  ...MAPPING_MEMBERS,
  ...CACHE_KEY_MEMBERS,
});

export type MappedIntegrationSpec = z.output<typeof mappedIntegrationSchema>;

export function describeMapped(spec: MappedIntegrationSpec): IntegrationDescription {
  return {
    ...describeMapping(spec), ...ofMappingApis('mapped', spec), awsType: 'AWS', functions: [spec.function], uri: undefined, target: spec.function,
    timeoutMs: spec.timeoutMs, hasBackendBody: true, requiresJsonBody: true,
  };
}
