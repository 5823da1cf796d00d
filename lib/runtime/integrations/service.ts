import { mapTexts, targetText, type ServiceIntegrationSpec, type ServiceTarget } from '../../spec';
import type { CompiledIntegration } from '../plan/integration';
import { overrideHeaders } from '../mapping/overrides';
import type { BackendResponse } from '../ports';
import { mappedBackendHeaders } from './backend-headers';
import { PLAIN, type CompileContext } from './compile-context';
import { compileBackendRequest, recordedBackend, type MappedBackendRequest } from './http';
import { compileMappedResponse } from './mapped-response';
import { serviceAccess, serviceRequestId } from './service-access';
import { withStageVariables } from './stage-function';

/**
 * AWS service: templates and mappings translate both ways, the request is signed, and the service's status selects the response. It is
 * sent to the endpoint that was given for the service, or to AWS with the credentials of a profile.
 * @see https://docs.aws.amazon.com/apigateway/latest/developerguide/api-gateway-integration-settings-integration-response.html
 */
export function compileService(
  spec: ServiceIntegrationSpec, context: CompileContext,
): CompiledIntegration<MappedBackendRequest, BackendResponse> {
  const target = targetOnStage(spec, context.stage);
  const { call, base, checkReachable, send } = serviceAccess(target, context);
  const mapRequest = compileBackendRequest({ ...spec, httpMethod: call?.httpMethod ?? spec.httpMethod }, context, {
    uri: `${base ?? ''}${call?.pathAndQuery ?? ''}`, target: 'service',
    headers: (validated, scope, { headers: mapped, body }) => {
      const headers = mappedBackendHeaders(validated, scope, { mapped: overrideHeaders(call?.headers ?? [], mapped), target: 'service' });
      const isTyped = body.length === 0 || headers.some(({ name }) => name.toLowerCase() === 'content-type');
      return isTyped ? headers : [...headers, { name: 'Content-Type', value: 'application/json' }]; // a body without a type is JSON
    },
  });
  const respond = compileMappedResponse(spec.responses, context);
  return {
    ...PLAIN,
    tracesResponses: true,
    mapsResponses: true,
    label: targetText(spec),
    endpoint: {
      request: ({ backend }) => recordedBackend(backend),
      answer: (response) => ({ ...response, requestId: serviceRequestId(response) }),
    },
    checkReachable,
    request: async (validated) => {
      checkReachable();
      return mapRequest(validated);
    },
    call: ({ backend }) => send(backend),
    response: (response, { scope }, validated) => respond({ ...response, selects: String(response.status) }, validated, scope),
  };
}

/** Returns the target on this stage, with the stage variables in its texts replaced. */
function targetOnStage({ service, subdomain, region, action, actionParameters, path }: ServiceTarget, { variables }: CompileContext['stage']): ServiceTarget {
  return mapTexts({ service, subdomain, region, action, actionParameters, path }, (text) => withStageVariables(text, variables));
}
