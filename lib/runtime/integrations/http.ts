import { LIMITS, type HttpIntegrationSpec, type ServiceIntegrationSpec } from '../../spec';
import type { Validated } from '../plan/exchange';
import type { HeaderList } from '../http/headers';
import { parameterOverrides } from '../mapping/overrides';
import { payloadBytes } from '../mapping/payload';
import { compileRequestParameters, type MappedRequest } from '../mapping/request-parameters';
import { templateScope, type TemplateScope } from '../mapping/template-scope';
import { mappedBackendHeaders } from './backend-headers';
import { PLAIN, type CompileContext } from './compile-context';
import { compileEndpoint, type EndpointValues, validEndpoint } from './endpoint';
import { compileRequestBody } from './mapped-request';
import { compileMappedResponse } from './mapped-response';
import { throughLink, vpcLinkOf } from './vpc-link';
import type { RecordedRequest } from '../plan/recorder';
import type { CompiledIntegration } from '../plan/integration';
import type { BackendRequest, BackendResponse } from '../ports';

/** A request to a backend, and the scope of the templates that made it. */
export interface MappedBackendRequest {
  readonly scope: TemplateScope;
  /** To an AWS service, it is not signed yet. */
  readonly backend: BackendRequest;
}

/**
 * HTTP backend, mapped: templates and mappings translate both ways; the backend's status selects the response.
 * @see https://docs.aws.amazon.com/apigateway/latest/developerguide/setup-http-integrations.html
 */
export function compileHttp(
  spec: HttpIntegrationSpec, context: CompileContext,
): CompiledIntegration<MappedBackendRequest, BackendResponse> {
  const { stage, http, vpcLinks } = context;
  const link = vpcLinkOf(spec, stage, vpcLinks);
  const mapRequest = compileBackendRequest(spec, context, {
    uri: spec.uri, target: 'http',
    headers: (validated, scope, { headers: mapped }) => mappedBackendHeaders(validated, scope, { mapped, target: 'http' }),
  });
  const respond = compileMappedResponse(spec.responses, context);
  return {
    ...PLAIN,
    tracesResponses: true,
    mapsResponses: true,
    label: `http ${spec.uri}`,
    endpoint: { request: ({ backend }) => recordedBackend(backend), answer: (response) => response },
    ...link,
    request: async (validated) => {
      link?.checkReachable();
      return mapRequest(validated);
    },
    call: ({ backend }) => http(throughLink(backend, link)),
    response: (response, { scope }, validated) => respond({ ...response, selects: String(response.status) }, validated, scope),
  };
}

/** The parts in which mapped requests to backends differ. */
interface BackendRules {
  readonly uri: string;
  readonly target: 'http' | 'service';
  readonly headers: (validated: Validated, scope: TemplateScope, parts: MappedParts) => HeaderList;
}

type MappedParts = Pick<MappedRequest, 'headers'> & { readonly body: Buffer };

/** Compiles the request that templates and mappings make for a backend. */
export function compileBackendRequest(
  spec: Omit<HttpIntegrationSpec | ServiceIntegrationSpec, 'type'>, context: CompileContext, { uri, target, ...rules }: BackendRules,
): (validated: Validated) => Promise<MappedBackendRequest> {
  const { stage, run } = context;
  const endpoint = compileEndpoint(uri, stage);
  const parameters = compileRequestParameters(spec.requestParameters, { target, service: stage.vendor.headerPrefix }, run);
  const requestBody = compileRequestBody(spec, context);
  return async (validated) => {
    const scope = templateScope(validated);
    const mapped = await parameters(validated, scope);
    const body = payloadBytes(await requestBody(validated, scope));
    const headers = rules.headers(validated, scope, { headers: mapped.headers, body });
    const url = validEndpoint(endpoint(endpointValues(mapped, scope)));
    return { scope, backend: backendRequest(spec, validated, { url, headers, body }) };
  };
}

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
function endpointValues({ path, query }: MappedRequest, { context }: TemplateScope): EndpointValues {
  const paths = parameterOverrides(context, 'path').map(([name, values]) => ({ name, text: values.join(','), isEncoded: true }));
  return {
    path: [...path, ...paths],
    query: [...new Map([...query, ...parameterOverrides(context, 'querystring')])],
  };
}
