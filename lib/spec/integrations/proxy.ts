import * as z from 'zod';
import { requestParametersSchema } from '../mapping';
import { CACHE_KEY_MEMBERS } from '../response-cache';
import { integrationCredentialsSchema } from './credentials';
import { describePassthrough, type IntegrationDescription } from './description';
import { functionReferenceSchema, integrationTimeoutSchema } from './integration-timeout';
import { responseTransferModeSchema } from './response-transfer-mode';

/** Lambda proxy (AWS_PROXY): the function receives the whole request, and its result is the response. */
export const proxyIntegrationSchema = z.strictObject({
  type: z.literal('proxy'),
  function: functionReferenceSchema.describe('Name in `functions`, or a string with `${stageVariables.name}` that resolves to one.'),
  httpMethod: z.string().default('POST').describe('The integration\'s own method. Function calls work with POST only.'),
  credentials: integrationCredentialsSchema,
  timeoutMs: integrationTimeoutSchema,
  responseTransferMode: responseTransferModeSchema,
  requestParameters: requestParametersSchema.describe('No effect, except that a header name that API Gateway rejects fails every call.'),
  ...CACHE_KEY_MEMBERS,
});

export type ProxyIntegrationSpec = z.output<typeof proxyIntegrationSchema>;

export function describeProxy(spec: ProxyIntegrationSpec): IntegrationDescription {
  return {
    ...describePassthrough(spec), awsType: 'AWS_PROXY', functions: [spec.function], uri: undefined, target: spec.function,
    timeoutMs: spec.timeoutMs, requiresJsonBody: true, receivesAuthorizerContext: true,
  };
}
