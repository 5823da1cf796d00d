import * as z from 'zod';
import { functionReferenceSchema } from '../integrations/integration-timeout';
import { payloadFormatVersionSchema } from '../payload-format-version';
import { EVERY_API, foreignMembers, HTTP_API_ONLY, type MemberPositions } from '../protocol-members';
import type { AuthorizerDescription } from './description';
import { identitySourceSchema, resultsCacheTtlSchema } from './fields';

/** A Lambda request authorizer (REQUEST). */
export const requestAuthorizerSchema = z.strictObject({
  type: z.literal('request'),
  function: functionReferenceSchema.describe('The authorizer function.'),
  identitySources: z.array(identitySourceSchema).default([]).describe('Together the cache key; each is required while results are cached.'),
  resultsCacheTtlSeconds: resultsCacheTtlSchema,
  payloadFormatVersion: payloadFormatVersionSchema.optional().describe('Format of the event in an HTTP API.'),
  enableSimpleResponses: z.boolean().optional().describe('Whether the function answers `{ isAuthorized }` in place of a policy, in an HTTP API.'),
});

export type RequestAuthorizerSpec = z.output<typeof requestAuthorizerSchema>;

const MEMBERS: MemberPositions<RequestAuthorizerSpec> = {
  type: EVERY_API, function: EVERY_API, identitySources: EVERY_API, resultsCacheTtlSeconds: EVERY_API,
  payloadFormatVersion: HTTP_API_ONLY, enableSimpleResponses: HTTP_API_ONLY,
};

export function describeRequest(spec: RequestAuthorizerSpec): AuthorizerDescription {
  const { identitySources, resultsCacheTtlSeconds } = spec;
  return {
    authorization: 'CUSTOM', namedBy: ['CUSTOM'],
    foreignTo: (protocol) => foreignMembers(spec, MEMBERS, protocol),
    functions: [spec.function], identitySources,
    cachesWithoutIdentity: resultsCacheTtlSeconds > 0 && identitySources.length === 0, validationExpression: undefined,
    audience: [], keySources: [],
  };
}
