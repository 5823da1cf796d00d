import * as z from 'zod';
import { MAPPINGS_MEMBERS } from '../http-mapping';
import { EVERY_API, foreignKind, foreignMembers, HTTP_API_ONLY, type MemberPositions } from '../protocol-members';
import { integrationCredentialsSchema } from './credentials';
import { describePassthrough, type IntegrationDescription } from './description';
import { integrationTimeoutSchema } from './integration-timeout';
import { parameterProblems } from './parameter-problems';
import { namesTarget, SUBTYPE_NAMES } from './subtypes';

/** AWS service of an HTTP API (AWS_PROXY with a subtype): parameters are mapped from the request, and the answer is passed on. */
export const serviceProxyIntegrationSchema = z.strictObject({
  type: z.literal('service-proxy'),
  subtype: z.enum(SUBTYPE_NAMES).describe('The action of a service: `SQS-SendMessage`.'),
  parameters: z.record(z.string().min(1), z.string())
    .describe('Its parameters by name, with `$request.…`, `$context.…`, `$stageVariables.…` as or in their values; `Region` if it is not the API\'s own.'),
  credentials: integrationCredentialsSchema,
  timeoutMs: integrationTimeoutSchema,
  responseMappings: MAPPINGS_MEMBERS.responseMappings,
});

export type ServiceProxyIntegrationSpec = z.output<typeof serviceProxyIntegrationSchema>;

const MEMBERS: MemberPositions<ServiceProxyIntegrationSpec> = {
  type: EVERY_API, subtype: EVERY_API, parameters: EVERY_API, credentials: EVERY_API, timeoutMs: EVERY_API, responseMappings: HTTP_API_ONLY,
};

export function describeServiceProxy(spec: ServiceProxyIntegrationSpec): IntegrationDescription {
  const { subtype, parameters, timeoutMs } = spec;
  const passed = describePassthrough({ requestParameters: {}, responseTransferMode: 'BUFFERED', cacheKeyParameters: [] });
  return {
    ...passed, awsType: 'AWS_PROXY', awsSubtype: subtype, functions: [], uri: undefined, target: serviceProxyLabel(spec), timeoutMs, requiresJsonBody: false,
    receivesAuthorizerContext: false, parameterProblems: () => parameterProblems(subtype, parameters),
    foreignTo: (protocol) => [...foreignKind('integration service-proxy', ['http'], protocol), ...foreignMembers(spec, MEMBERS, protocol)],
  };
}

/** `SQS-SendMessage https://sqs.eu-west-1.amazonaws.com/123456789012/Orders` */
function serviceProxyLabel({ subtype, parameters }: ServiceProxyIntegrationSpec): string {
  return [subtype, ...Object.entries(parameters).flatMap(([name, value]) => (namesTarget(name) ? [value] : []))].join(' ');
}
