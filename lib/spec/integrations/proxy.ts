import * as z from 'zod';
import { MAPPINGS_MEMBERS } from '../http-mapping';
import { requestParametersSchema } from '../mapping';
import {
  EVERY_API, foreignMembers, HTTP_API_ONLY, HTTP_API_OR_URL, notHttpApi, restApiOnly, restApiOrUrl, type MemberPositions,
} from '../protocol-members';
import { CACHE_KEY_MEMBERS } from '../response-cache';
import { integrationCredentialsSchema } from './credentials';
import { describePassthrough, type IntegrationDescription } from './description';
import { functionReferenceSchema, integrationTimeoutSchema } from './integration-timeout';
import { payloadFormatVersionSchema } from '../payload-format-version';
import { responseTransferModeSchema } from './response-transfer-mode';

/** Lambda proxy (AWS_PROXY): the function receives the whole request, and its result is the response. */
export const proxyIntegrationSchema = z.strictObject({
  type: z.literal('proxy'),
  function: functionReferenceSchema.describe('Name in `functions`, or a string with `${stageVariables.name}` that resolves to one.'),
  httpMethod: z.string().default('POST').describe('The integration\'s own method. Function calls work with POST only.'),
  credentials: integrationCredentialsSchema,
  timeoutMs: integrationTimeoutSchema,
  responseTransferMode: responseTransferModeSchema,
  payloadFormatVersion: payloadFormatVersionSchema.optional().describe('Format of the event and of the result in an HTTP API.'),
  ...MAPPINGS_MEMBERS,
  requestParameters: requestParametersSchema.describe('No effect, except that a header name that API Gateway rejects fails every call.'),
  ...CACHE_KEY_MEMBERS,
});

export type ProxyIntegrationSpec = z.output<typeof proxyIntegrationSchema>;

const MEMBERS: MemberPositions<ProxyIntegrationSpec> = {
  type: EVERY_API, function: EVERY_API, httpMethod: EVERY_API, credentials: EVERY_API, timeoutMs: EVERY_API,
  responseTransferMode: restApiOrUrl('BUFFERED'), requestParameters: notHttpApi(), cacheKeyParameters: restApiOnly(), cacheNamespace: restApiOnly(),
  payloadFormatVersion: HTTP_API_OR_URL, requestMappings: HTTP_API_ONLY, responseMappings: HTTP_API_ONLY,
};

export function describeProxy(spec: ProxyIntegrationSpec): IntegrationDescription {
  return {
    ...describePassthrough(spec), awsType: 'AWS_PROXY', functions: [spec.function], uri: undefined, target: spec.function,
    timeoutMs: spec.timeoutMs, requiresJsonBody: true, receivesAuthorizerContext: true,
    foreignTo: (protocol) => foreignMembers(spec, MEMBERS, protocol),
  };
}
