import { GatewayError } from '../../errors';
import { mapTexts, ownRegion, targetText, type ServiceIntegrationSpec, type ServiceTarget } from '../../spec';
import type { Validated } from '../plan/exchange';
import type { CompiledIntegration } from '../plan/integration';
import { headerValue, type HeaderList } from '../http/headers';
import { overrideHeaders } from '../mapping/overrides';
import { compileRequestParameters } from '../mapping/request-parameters';
import { payloadBytes } from '../mapping/payload';
import { templateScope, type TemplateScope } from '../mapping/template-scope';
import type { AwsCredentials, BackendRequest, BackendResponse } from '../ports';
import { serviceCallOf, type ServiceCall } from './aws-services';
import { mappedBackendHeaders } from './backend-headers';
import type { CompileContext } from './compile-context';
import { compileEndpoint, validEndpoint } from './endpoint';
import { backendRequest, endpointValues, recordedBackend } from './http';
import { compileRequestBody } from './mapped-request';
import { compileMappedResponse } from './mapped-response';
import { signRequest } from './sign-request';
import { withStageVariables } from './stage-function';

interface ServiceRequest {
  readonly scope: TemplateScope;
  /** Not signed yet. */
  readonly backend: BackendRequest;
}

/** Emulators accept any signature, but want one. */
const DUMMY_CREDENTIALS: AwsCredentials = { accessKeyId: 'test', secretAccessKey: 'test' };

/**
 * AWS service: templates and mappings translate both ways, the request is signed, and the service's status selects the response. It is
 * sent to the endpoint that was given for the service, or to AWS with the credentials of a profile.
 * @see https://docs.aws.amazon.com/apigateway/latest/developerguide/api-gateway-integration-settings-integration-response.html
 */
export function compileService(
  spec: ServiceIntegrationSpec, context: CompileContext,
): CompiledIntegration<ServiceRequest, BackendResponse> {
  const { stage, http, run, ports, services } = context;
  const target = targetOnStage(spec, stage);
  const call = serviceCallOf(target);
  const region = ownRegion(target.region ?? '') ?? stage.region;
  const base = call && baseOf(target, call, { services, region });
  const endpoint = compileEndpoint(`${base ?? ''}${call?.pathAndQuery ?? ''}`, stage);
  const parameters = compileRequestParameters(spec.requestParameters, { target: 'service', service: stage.vendor.headerPrefix }, run);
  const requestBody = compileRequestBody(spec, context);
  const respond = compileMappedResponse(spec.responses, context);
  const httpMethod = call?.httpMethod ?? spec.httpMethod;
  const checkReachable = (): void => {
    if (call === undefined) throw new GatewayError('SERVICE_ACTION_UNKNOWN', { service: target.service, action: target.action ?? '' });
    if (base === undefined) throw notReachable(target, call);
  };
  return {
    tracesResponses: true,
    tracesErrors: false,
    requiresJsonBody: false,
    mapsResponses: true,
    label: targetText(spec),
    endpoint: {
      request: ({ backend }) => recordedBackend(backend),
      answer: (response) => ({ ...response, requestId: serviceRequestId(response) }),
    },
    checkReachable,
    request: async (validated) => {
      checkReachable();
      const scope = templateScope(validated);
      const mapped = await parameters(validated, scope);
      const body = payloadBytes(await requestBody(validated, scope));
      const headers = serviceHeaders(validated, scope, { mapped: mapped.headers, own: call?.headers ?? [], hasBody: body.length > 0 });
      const url = validEndpoint(endpoint(endpointValues(mapped, scope)));
      return { scope, backend: backendRequest({ httpMethod, timeoutMs: spec.timeoutMs }, validated, { url, headers, body }) };
    },
    call: async ({ backend }) => {
      const credentials = await services.credentials?.() ?? DUMMY_CREDENTIALS;
      return http(signRequest(backend, { credentials, region, service: call?.signingName ?? target.service, now: ports.now() }));
    },
    response: (response, { scope }, validated) => respond({ ...response, selects: String(response.status) }, validated, scope),
  };
}

/** Returns the id that the service gave the request; S3 has a header of its own for it. */
function serviceRequestId({ headers }: BackendResponse): string | undefined {
  return headerValue(headers, 'x-amzn-requestid') ?? headerValue(headers, 'x-amz-request-id');
}

/** Returns the target on this stage, with the stage variables in its texts replaced. */
function targetOnStage({ service, subdomain, region, action, actionParameters, path }: ServiceTarget, { variables }: CompileContext['stage']): ServiceTarget {
  return mapTexts({ service, subdomain, region, action, actionParameters, path }, (text) => withStageVariables(text, variables));
}

/** Scheme and host of the configured endpoint, or of AWS if there is a profile to sign with; otherwise undefined. */
function baseOf(
  { service, subdomain }: ServiceTarget, { endpointNames }: ServiceCall, { services, region }: Pick<CompileContext, 'services'> & { readonly region: string },
): string | undefined {
  const endpoint = services.endpointOf(endpointNames);
  // at an emulator's address there are no buckets in host names
  if (endpoint !== undefined) return subdomain !== undefined && service === 's3' ? `${endpoint}/${subdomain}` : endpoint;
  if (services.credentials === undefined) return undefined;
  const host = subdomain === undefined ? service : `${subdomain}.${service}`;
  return `https://${host}.${region}.amazonaws.com${region.startsWith('cn-') ? '.cn' : ''}`;
}

/** The protocol's headers, overridden by mapped ones; a body without a type is JSON. */
function serviceHeaders(
  validated: Validated, scope: TemplateScope,
  { mapped, own, hasBody }: { readonly mapped: HeaderList; readonly own: HeaderList; readonly hasBody: boolean },
): HeaderList {
  const combined = overrideHeaders(own, mapped);
  const headers = mappedBackendHeaders(validated, scope, { mapped: combined, target: 'service' });
  const isTyped = !hasBody || headers.some(({ name }) => name.toLowerCase() === 'content-type');
  return isTyped ? headers : [...headers, { name: 'Content-Type', value: 'application/json' }];
}

function notReachable({ service, action, path = '' }: ServiceTarget, { endpointNames: [name] }: ServiceCall): GatewayError {
  return new GatewayError('SERVICE_NOT_REACHABLE', { service, call: action ?? `/${path}`, variable: `AWS_ENDPOINT_URL_${name}` });
}
