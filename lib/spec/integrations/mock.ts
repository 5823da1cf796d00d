import * as z from 'zod';
import { MAPPING_MEMBERS } from '../mapping';
import { CACHE_KEY_MEMBERS } from '../response-cache';
import { describeMapping, ofMappingApis, type IntegrationDescription } from './description';

/** No backend: the request template names a status, which selects the response. */
export const mockIntegrationSchema = z.strictObject({
  type: z.literal('mock'),
  ...MAPPING_MEMBERS,
  ...CACHE_KEY_MEMBERS,
});

export type MockIntegrationSpec = z.output<typeof mockIntegrationSchema>;

export function describeMock(spec: MockIntegrationSpec): IntegrationDescription {
  return {
    ...describeMapping(spec), ...ofMappingApis('mock', spec), awsType: 'MOCK', functions: [], uri: undefined, target: undefined, timeoutMs: undefined,
    hasBackendBody: false, requiresJsonBody: false,
  };
}
