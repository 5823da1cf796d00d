import { mapTexts, targetText, type ServiceIntegrationSpec, type ServiceTarget } from '../../spec';
import type { Validated } from '../plan/exchange';
import type { CompiledIntegration } from '../plan/integration';
import type { HeaderList } from '../http/headers';
import { overrideHeaders } from '../mapping/overrides';
import { compileRequestParameters } from '../mapping/request-parameters';
import { payloadBytes } from '../mapping/payload';
import { templateScope, type TemplateScope } from '../mapping/template-scope';
import type { BackendRequest, BackendResponse } from '../ports';
import { mappedBackendHeaders } from './backend-headers';
import type { CompileContext } from './compile-context';
import { compileEndpoint, validEndpoint } from './endpoint';
import { backendRequest, endpointValues, recordedBackend } from './http';
import { compileRequestBody } from './mapped-request';
import { compileMappedResponse } from './mapped-response';
import { serviceAccess, serviceRequestId } from './service-access';
import { withStageVariables } from './stage-function';

interface ServiceRequest {
  readonly scope: TemplateScope;
  /** Not signed yet. */
  readonly backend: BackendRequest;
}

/**
 * AWS service: templates and mappings translate both ways, the request is signed, and the service's status selects the response. It is
 * sent to the endpoint that was given for the service, or to AWS with the credentials of a profile.
 * @see https://docs.aws.amazon.com/apigateway/latest/developerguide/api-gateway-integration-settings-integration-response.html
 */
export function compileService(
  spec: ServiceIntegrationSpec, context: CompileContext,
): CompiledIntegration<ServiceRequest, BackendResponse> {
  const { stage, run } = context;
  const target = targetOnStage(spec, stage);
  const { call, base, checkReachable, send } = serviceAccess(target, context);
  const endpoint = compileEndpoint(`${base ?? ''}${call?.pathAndQuery ?? ''}`, stage);
  const parameters = compileRequestParameters(spec.requestParameters, { target: 'service', service: stage.vendor.headerPrefix }, run);
  const requestBody = compileRequestBody(spec, context);
  const respond = compileMappedResponse(spec.responses, context);
  const httpMethod = call?.httpMethod ?? spec.httpMethod;
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
    call: ({ backend }) => send(backend),
    response: (response, { scope }, validated) => respond({ ...response, selects: String(response.status) }, validated, scope),
  };
}

/** Returns the target on this stage, with the stage variables in its texts replaced. */
function targetOnStage({ service, subdomain, region, action, actionParameters, path }: ServiceTarget, { variables }: CompileContext['stage']): ServiceTarget {
  return mapTexts({ service, subdomain, region, action, actionParameters, path }, (text) => withStageVariables(text, variables));
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
