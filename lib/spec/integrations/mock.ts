import * as z from 'zod';
import { MAPPING_MEMBERS } from '../mapping';
import { CACHE_KEY_MEMBERS } from '../response-cache';

/** No backend: the request template names a status, which selects the response. */
export const mockIntegrationSchema = z.strictObject({
  type: z.literal('mock'),
  ...MAPPING_MEMBERS,
  ...CACHE_KEY_MEMBERS,
});

export type MockIntegrationSpec = z.output<typeof mockIntegrationSchema>;
