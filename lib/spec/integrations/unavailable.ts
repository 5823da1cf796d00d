import * as z from 'zod';
import { CACHE_KEY_MEMBERS } from '../response-cache';
import { AWS_TYPES } from './description';
import type { IntegrationDescription } from './description';

/** The declarations of an unavailable method in its source; they have no effect here. */
const declaredSchema = z.strictObject({
  authorizationType: z.string().min(1).optional().describe('The authorization on AWS.'),
  authorizer: z.string().min(1).optional().describe('The authorizer on AWS.'),
  function: z.string().min(1).optional().describe('The function that it calls on AWS.'),
}).describe('What its source says of it, for route tables.');

/** A method of another definition that cannot be carried into this one, or not run here: every call is answered 501. */
export const unavailableIntegrationSchema = z.strictObject({
  type: z.literal('unavailable'),
  awsType: z.enum(AWS_TYPES).describe('The kind of the integration on AWS.'),
  target: z.string().optional().describe('What it calls on AWS: an address or an ARN.'),
  reason: z.string().min(1).describe('Why it cannot be called here; for the log, never for clients.'),
  declared: declaredSchema.optional(),
  ...CACHE_KEY_MEMBERS,
});

export type UnavailableIntegrationSpec = z.output<typeof unavailableIntegrationSchema>;

export function describeUnavailable(spec: UnavailableIntegrationSpec): IntegrationDescription {
  const { awsType, target, reason, declared, cacheKeyParameters, cacheNamespace } = spec;
  return {
    foreignTo: () => [],
    awsType, awsSubtype: undefined, functions: [], uri: undefined, target, vpcLink: undefined, timeoutMs: undefined, isStream: false,
    requestParameters: {}, requestTemplates: {}, parameterProblems: () => [], cacheKeyParameters, cacheNamespace,
    responses: undefined, hasBackendBody: false, requiresJsonBody: false, receivesAuthorizerContext: false, unavailable: reason, declared,
  };
}
