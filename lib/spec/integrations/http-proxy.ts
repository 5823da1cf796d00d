import * as z from 'zod';
import { requestParametersSchema } from '../mapping';
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
  requestParameters: requestParametersSchema,
  ...CACHE_KEY_MEMBERS,
});

export type HttpProxyIntegrationSpec = z.output<typeof httpProxyIntegrationSchema>;

export function describeHttpProxy(spec: HttpProxyIntegrationSpec): IntegrationDescription {
  return {
    ...describePassthrough(spec), awsType: 'HTTP_PROXY', functions: [], uri: spec.uri, target: spec.uri, timeoutMs: spec.timeoutMs,
    requiresJsonBody: false, receivesAuthorizerContext: false,
  };
}
