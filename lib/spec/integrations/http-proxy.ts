import * as z from 'zod';
import { MAPPINGS_MEMBERS } from '../http-mapping';
import { requestParametersSchema } from '../mapping';
import { EVERY_API, foreignMembers, HTTP_API_ONLY, notHttpApi, restApiOnly, type MemberPositions } from '../protocol-members';
import { CACHE_KEY_MEMBERS } from '../response-cache';
import { integrationCredentialsSchema } from './credentials';
import { describePassthrough, type IntegrationDescription } from './description';
import { backendUriSchema } from './http';
import { integrationTimeoutSchema } from './integration-timeout';
import { responseTransferModeSchema } from './response-transfer-mode';

/** HTTP backend, passed through (HTTP_PROXY). */
export const httpProxyIntegrationSchema = z.strictObject({
  type: z.literal('http-proxy'),
  uri: backendUriSchema.describe('Address of the backend; `{name}` and `${stageVariables.name}` are filled in.'),
  httpMethod: z.string().default('ANY').describe('The backend\'s method; ANY takes the client\'s.'),
  credentials: integrationCredentialsSchema,
  timeoutMs: integrationTimeoutSchema,
  responseTransferMode: responseTransferModeSchema,
  ...MAPPINGS_MEMBERS,
  requestParameters: requestParametersSchema,
  ...CACHE_KEY_MEMBERS,
});

export type HttpProxyIntegrationSpec = z.output<typeof httpProxyIntegrationSchema>;

const MEMBERS: MemberPositions<HttpProxyIntegrationSpec> = {
  type: EVERY_API, uri: EVERY_API, httpMethod: EVERY_API, credentials: EVERY_API, timeoutMs: EVERY_API,
  responseTransferMode: restApiOnly('BUFFERED'), requestParameters: notHttpApi(), cacheKeyParameters: restApiOnly(), cacheNamespace: restApiOnly(),
  requestMappings: HTTP_API_ONLY, responseMappings: HTTP_API_ONLY,
};

export function describeHttpProxy(spec: HttpProxyIntegrationSpec): IntegrationDescription {
  return {
    ...describePassthrough(spec), awsType: 'HTTP_PROXY', functions: [], uri: spec.uri, target: spec.uri, timeoutMs: spec.timeoutMs,
    requiresJsonBody: false, receivesAuthorizerContext: false, foreignTo: (protocol) => foreignMembers(spec, MEMBERS, protocol),
  };
}
