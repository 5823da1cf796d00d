import { LIMITS, type HttpIntegrationSpec } from '../../spec';
import type { Validated } from '../plan/exchange';
import { parameterOverrides } from '../mapping/overrides';
import { payloadBytes } from '../mapping/payload';
import { compileRequestParameters, type MappedRequest } from '../mapping/request-parameters';
import { templateScope, type TemplateScope } from '../mapping/template-scope';
import { mappedBackendHeaders } from './backend-headers';
import type { CompileContext } from './compile-context';
import { compileEndpoint, type EndpointValues, validEndpoint } from './endpoint';
import { compileRequestBody } from './mapped-request';
import { compileMappedResponse } from './mapped-response';
import { throughLink, vpcLinkOf } from './vpc-link';
import type { RecordedRequest } from '../plan/recorder';
import type { CompiledIntegration } from '../plan/integration';
import type { BackendRequest, BackendResponse } from '../ports';

interface HttpRequest {
  readonly scope: TemplateScope;
  readonly backend: BackendRequest;
}

/**
 * HTTP backend, mapped: templates and mappings translate both ways; the backend's status selects the response.
 * @see https://docs.aws.amazon.com/apigateway/latest/developerguide/setup-http-integrations.html
 */
export function compileHttp(
  spec: HttpIntegrationSpec, context: CompileContext,
): CompiledIntegration<HttpRequest, BackendResponse> {
  const { stage, http, run, vpcLinks } = context;
  const link = vpcLinkOf(spec, stage, vpcLinks);
  const endpoint = compileEndpoint(spec.uri, stage);
  const parameters = compileRequestParameters(spec.requestParameters, { target: 'http', service: stage.vendor.headerPrefix }, run);
  const requestBody = compileRequestBody(spec, context);
  const respond = compileMappedResponse(spec.responses, context);
  return {
    tracesResponses: true,
    tracesErrors: false,
    requiresJsonBody: false,
    mapsResponses: true,
    label: `http ${spec.uri}`,
    endpoint: { request: ({ backend }) => recordedBackend(backend), answer: (response) => response },
    ...(link && { checkReachable: () => { link.checkReachable(); } }),
    request: async (validated) => {
      link?.checkReachable();
      const scope = templateScope(validated);
      const mapped = await parameters(validated, scope);
      const body = payloadBytes(await requestBody(validated, scope));
      const headers = mappedBackendHeaders(validated, scope, { mapped: mapped.headers, target: 'http' });
      const url = validEndpoint(endpoint(endpointValues(mapped, scope)));
      return { scope, backend: backendRequest(spec, validated, { url, headers, body }) };
    },
    call: ({ backend }) => http(throughLink(backend, link)),
    response: (response, { scope }, validated) => respond({ ...response, selects: String(response.status) }, validated, scope),
  };
}

/** The request in the form of the execution log. */
export function recordedBackend({ url, headers, body }: BackendRequest): RecordedRequest {
  return { uri: url, headers, body: body ?? '' };
}

/** The request to the backend, within the integration's limits. */
export function backendRequest(
  { httpMethod, timeoutMs }: Pick<HttpIntegrationSpec, 'httpMethod' | 'timeoutMs'>,
  { received, ids }: Validated,
  parts: Pick<BackendRequest, 'url' | 'headers'> & { readonly body: Buffer },
): BackendRequest {
  return {
    ...parts,
    method: httpMethod === 'ANY' ? received.method : httpMethod,
    body: parts.body.length === 0 ? undefined : parts.body,
    timeoutMs,
    requestId: ids.requestId,
    maxBytes: LIMITS.payloadBytes.max,
  };
}

/** Values that a template sets replace mapped ones. */
export function endpointValues({ path, query }: MappedRequest, { context }: TemplateScope): EndpointValues {
  const paths = parameterOverrides(context, 'path').map(([name, values]) => ({ name, text: values.join(','), isEncoded: true }));
  return {
    path: [...path, ...paths],
    query: [...new Map([...query, ...parameterOverrides(context, 'querystring')])],
  };
}
