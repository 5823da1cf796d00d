import * as z from 'zod';
import { MAPPINGS_MEMBERS } from '../http-mapping';
import { requestParametersSchema } from '../mapping';
import { EVERY_API, foreignKind, foreignMembers, HTTP_API_ONLY, notHttpApi, restApiOnly, type MemberPositions } from '../protocol-members';
import { CACHE_KEY_MEMBERS } from '../response-cache';
import { integrationCredentialsSchema } from './credentials';
import { describePassthrough, type IntegrationDescription } from './description';
import { privateTarget, privateUriSchema, vpcLinkSchema } from './http';
import { integrationTimeoutSchema } from './integration-timeout';
import { responseTransferModeSchema } from './response-transfer-mode';

/** HTTP backend, passed through (HTTP_PROXY). */
export const httpProxyIntegrationSchema = z.strictObject({
  type: z.literal('http-proxy'),
  uri: privateUriSchema
    .describe('Address of the backend; `{name}` and `${stageVariables.name}` are filled in. Behind a VPC link, HTTP APIs have an ARN.'),
  httpMethod: z.string().default('ANY').describe('The backend\'s method; ANY takes the client\'s.'),
  vpcLink: vpcLinkSchema,
  serverNameToVerify: z.string().min(1).optional().describe('Host name that the certificate behind the VPC link must have; it is called by HTTPS.'),
  credentials: integrationCredentialsSchema,
  timeoutMs: integrationTimeoutSchema,
  responseTransferMode: responseTransferModeSchema,
  ...MAPPINGS_MEMBERS,
  requestParameters: requestParametersSchema,
  ...CACHE_KEY_MEMBERS,
}).refine(({ uri, vpcLink }) => vpcLink !== undefined || !uri.startsWith('arn:'), {
  path: ['uri'], error: 'http(s)://… or ${stageVariables.name}…; an ARN only with vpcLink',
});

export type HttpProxyIntegrationSpec = z.output<typeof httpProxyIntegrationSchema>;

const MEMBERS: MemberPositions<HttpProxyIntegrationSpec> = {
  type: EVERY_API, uri: EVERY_API, vpcLink: EVERY_API, serverNameToVerify: HTTP_API_ONLY,
  httpMethod: EVERY_API, credentials: EVERY_API, timeoutMs: EVERY_API,
  responseTransferMode: restApiOnly('BUFFERED'), requestParameters: notHttpApi(), cacheKeyParameters: restApiOnly(), cacheNamespace: restApiOnly(),
  requestMappings: HTTP_API_ONLY, responseMappings: HTTP_API_ONLY,
};

export function describeHttpProxy(spec: HttpProxyIntegrationSpec): IntegrationDescription {
  return {
    ...describePassthrough(spec), awsType: 'HTTP_PROXY', functions: [], uri: spec.uri, target: privateTarget(spec), vpcLink: spec.vpcLink, timeoutMs: spec.timeoutMs,
    requiresJsonBody: false, receivesAuthorizerContext: false, foreignTo: (protocol) => [...foreignKind('integration http-proxy', ['rest', 'http', 'websocket'], protocol), ...foreignMembers(spec, MEMBERS, protocol)],
  };
}
