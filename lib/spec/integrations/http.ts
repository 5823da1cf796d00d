import * as z from 'zod';
import { MAPPING_MEMBERS } from '../mapping';
import { CACHE_KEY_MEMBERS } from '../response-cache';
import { integrationCredentialsSchema } from './credentials';
import { describeMapping, ofMappingApis, type IntegrationDescription } from './description';
import { integrationTimeoutSchema } from './integration-timeout';

/** Address of an HTTP backend; `{name}` comes from integration.request.path.name, `${stageVariables.name}` from the stage. */
const backendUriSchema = z.string()
  .regex(/^(https?:\/\/|\$\{stageVariables\.\w+\}|(?=\$\{token:))(\$\{token:[^}]+\}|\S)*$/, { error: ({ input }) => expected(input) });

/** The same, or the ARN of a listener or service behind a VPC link. */
export const privateUriSchema = z.string()
  .regex(/^(https?:\/\/|arn:|\$\{stageVariables\.\w+\}|(?=\$\{token:))(\$\{token:[^}]+\}|\S)*$/, { error: ({ input }) => expected(input) });

function expected(input: unknown): string {
  const hasNoScheme = typeof input === 'string' && /^[\w.-]+(?::\d+)?(?:\/\S*)?$/.test(input);
  return hasNoScheme ? `a URL such as http://${input}` : 'http(s)://… or ${stageVariables.name}…';
}

/** The VPC link of a private backend. */
export const vpcLinkSchema = z.string().min(1).optional()
  .describe('VPC link through which the backend is reached, by its name in the source, or its id. Locally, `vpcLinks` has its address; without one, calls get 501.');

/** HTTP backend, mapped (HTTP): templates and mappings translate both ways. */
export const httpIntegrationSchema = z.strictObject({
  type: z.literal('http'),
  uri: backendUriSchema.describe('Address of the backend; `{name}` and `${stageVariables.name}` are filled in.'),
  httpMethod: z.string().default('ANY').describe('The backend\'s method; ANY takes the client\'s.'),
  vpcLink: vpcLinkSchema,
  credentials: integrationCredentialsSchema,
  timeoutMs: integrationTimeoutSchema,
  ...MAPPING_MEMBERS,
  ...CACHE_KEY_MEMBERS,
});

export type HttpIntegrationSpec = z.output<typeof httpIntegrationSchema>;

/** The address of a backend, with the VPC link that leads there. */
export function privateTarget({ uri, vpcLink }: Pick<HttpIntegrationSpec, 'uri' | 'vpcLink'>): string {
  return vpcLink === undefined ? uri : `${uri} (VPC link ${vpcLink})`;
}

export function describeHttp(spec: HttpIntegrationSpec): IntegrationDescription {
  return {
    ...describeMapping(spec), ...ofMappingApis('http', spec), awsType: 'HTTP', functions: [], uri: spec.uri, target: privateTarget(spec), vpcLink: spec.vpcLink, timeoutMs: spec.timeoutMs,
    hasBackendBody: true, requiresJsonBody: false,
  };
}
