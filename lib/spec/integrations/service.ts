import * as z from 'zod';
import { MAPPING_MEMBERS } from '../mapping';
import { CACHE_KEY_MEMBERS } from '../response-cache';
import { integrationCredentialsSchema } from './credentials';
import { describeMapping, ofMappingApis, type IntegrationDescription } from './description';
import { integrationTimeoutSchema } from './integration-timeout';

/** Labels of a host name; tokens and stage variables may stand for them. */
const LABELS = /^(\$\{[^}]+\}|[\w-])+(\.(\$\{[^}]+\}|[\w-])+)*$/;
const LABEL = /^(\$\{[^}]+\}|[\w-])+$/;

const actionParameterSchema = z.strictObject({
  name: z.string().min(1).describe('Name of the parameter.'),
  value: z.string().describe('Its value, not encoded.'),
});

/** Action or path of an AWS service, mapped (AWS): templates and mappings translate both ways, and the request is signed. */
export const serviceIntegrationSchema = z.strictObject({
  type: z.literal('service'),
  service: z.string().regex(LABEL, 'a service as its endpoints name it: dynamodb').describe('The service as its endpoints name it: `dynamodb`, `sqs`, `states`, `s3`.'),
  subdomain: z.string().regex(LABELS, 'labels of a host name').optional().describe('What precedes the service in the host name: a bucket, or `runtime` of `runtime.sagemaker`.'),
  region: z.string().regex(LABEL, 'a region: eu-west-1').optional().describe('Region of the service. Default: the API\'s own.'),
  action: z.string().min(1).optional().describe('Name of the action: `PutItem`. An action or a path is required.'),
  actionParameters: z.array(actionParameterSchema).default([]).describe('Parameters of the action, in order.'),
  path: z.string().optional().describe('Path of the request, without the first slash; `{name}` and `${stageVariables.name}` are filled in.'),
  httpMethod: z.string().default('POST').describe('The method of the request to the service; ANY takes the client\'s.'),
  credentials: integrationCredentialsSchema,
  timeoutMs: integrationTimeoutSchema,
  ...MAPPING_MEMBERS,
  ...CACHE_KEY_MEMBERS,
})
  .refine(({ action, path }) => (action === undefined) !== (path === undefined), 'either action or path is required')
  .refine(({ action, actionParameters }) => action !== undefined || actionParameters.length === 0, 'actionParameters requires action');

export type ServiceIntegrationSpec = z.output<typeof serviceIntegrationSchema>;

export function describeService(spec: ServiceIntegrationSpec): IntegrationDescription {
  return {
    ...describeMapping(spec), ...ofMappingApis('service', spec), awsType: 'AWS', functions: [], uri: undefined, target: serviceLabel(spec),
    timeoutMs: spec.timeoutMs, hasBackendBody: true, requiresJsonBody: false,
  };
}

/** `dynamodb PutItem`, `s3 /bucket/{key}` */
function serviceLabel({ service, subdomain, action, path }: ServiceIntegrationSpec): string {
  const host = subdomain === undefined ? service : `${subdomain}.${service}`;
  return `${host} ${action ?? `/${path ?? ''}`}`;
}
