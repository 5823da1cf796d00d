/** The npm libraries that the runtime bundle may contain, besides what these bring along. */
export const RUNTIME_LIBRARIES: readonly string[] = [
  'ajv',
  'ajv-draft-04',
  'ajv-formats',
  'jose',
  'jsonpath-plus',
  'lru-cache',
  'picocolors',
  'pino',
  'velocityjs',
  'zod',
];
