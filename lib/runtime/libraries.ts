/** The npm libraries that the runtime bundle may contain, besides their own dependencies. */
export const RUNTIME_LIBRARIES: readonly string[] = [
  '@eslint-community/regexpp',
  '@peculiar/asn1-schema',
  '@peculiar/asn1-x509',
  '@smithy/shared-ini-file-loader',
  'ajv',
  'ajv-draft-04',
  'ajv-formats',
  'aws4',
  'fastest-levenshtein',
  'jose',
  'lru-cache',
  'picocolors',
  'pino',
  're2js',
  'velocityjs',
  'zod',
];
