import * as z from 'zod';
import { httpCorsSchema } from './http-cors';
import { LIMITS } from './limits';
import { resourcePolicySchema } from './policy';
import { vendorSchema } from './vendor';

/** Where clients reach the API: through a CDN edge (EDGE), or directly. */
export const ENDPOINT_TYPES = ['EDGE', 'REGIONAL', 'PRIVATE'] as const;

/** Modes for a POST to a function whose body is not the JSON that its type says: refused (always), or passed to the function (aws). */
export const JSON_BODY_VALIDATIONS = ['always', 'aws'] as const;

/** Settings of the whole API. */
export const apiSchema = z.strictObject({
  id: z.string().regex(/^[a-z0-9]{1,64}$/).describe('Identifies the API; requestContext.apiId.'),
  name: z.string().min(1).max(1024).describe('Name of the API in messages and file names.'),
  description: z.string().optional().describe('For humans; not part of the fingerprint.'),
  endpointType: z.enum(ENDPOINT_TYPES).default('EDGE').describe('EDGE adds the CDN\'s headers to requests and responses.'),
  apiKeySource: z.enum(['HEADER', 'AUTHORIZER']).default('HEADER').describe('HEADER: the key is read from X-Api-Key.'),
  binaryMediaTypes: z.array(z.string().min(1)).default([]).describe('Media types whose payloads are handled as bytes; `type/*` and `*/*` allowed.'),
  minimumCompressionSize: z
    .int()
    .min(LIMITS.minimumCompressionSize.min)
    .max(LIMITS.minimumCompressionSize.max)
    .optional()
    .describe('Minimum size of responses to compress for clients that accept it. Without it, responses are not compressed. Compressed requests are decompressed in any case.'),
  quotas: z
    .strictObject({
      resources: z.int().positive().default(LIMITS.resourcesPerApi.default).describe('Resources, the root and implied ones included.'),
      stages: z.int().positive().default(LIMITS.stagesPerApi.default).describe('Stages.'),
      authorizers: z.int().positive().optional().describe(`Authorizers; ${LIMITS.authorizersPerApi.default} without it.`),
    })
    .prefault({})
    .describe('Account quotas that AWS raises on request.'),
  jsonBodyValidation: z
    .enum(JSON_BODY_VALIDATIONS)
    .default('always')
    .describe('What happens to a POST to a function whose application/json body is not JSON. always: 400. aws: as on API Gateway, which reads a body only for a model or a mapping.'),
  policy: resourcePolicySchema.optional().describe('The resource policy: who may call the API, and from where.'),
  cors: httpCorsSchema.optional().describe('Cross-origin resource sharing of an HTTP API.'),
  routeSelectionExpression: z.string().min(1).optional().describe('What names the route of a message of a WebSocket API: `$request.body.action`.'),
  deploymentTriggers: z
    .array(z.string())
    .optional()
    .describe('Values from outside the definition; a changed value creates a new deployment.'),
  vendor: vendorSchema.prefault({}).describe('The vendor\'s names inside header and field names.'),
});

export type ApiSpec = z.output<typeof apiSchema>;
