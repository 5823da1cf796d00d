import type { HttpProxyIntegrationSpec } from '../../spec';
import type { ServedStage } from '../plan/exchange';
import { proxiedResponseHeaders } from '../mapping/header-rules';
import { compileRequestParameters } from '../mapping/request-parameters';
import { templateScope } from '../mapping/template-scope';
import { proxiedBackendHeaders } from './backend-headers';
import type { CompileContext } from './compile-context';
import { compileEndpoint, validEndpoint } from './endpoint';
import { backendRequest, recordedBackend } from './http';
import { streamLimits } from '../http/reply-stream';
import type { Reply } from '../http/reply';
import type { CompiledIntegration } from '../plan/integration';
import type { BackendRequest, BackendResponse } from '../ports';

/**
 * HTTP backend, passed through: headers, query and body are sent on, status and headers are returned; only request parameters
 * are mapped. The query is decoded and encoded anew. With STREAM the body is passed on while it arrives.
 * @see aws-data-plane §7, §9
 */
export function compileHttpProxy(
  spec: HttpProxyIntegrationSpec,
  { stage, http, run }: CompileContext,
): CompiledIntegration<BackendRequest, BackendResponse> {
  const endpoint = compileEndpoint(spec.uri, stage);
  const parameters = compileRequestParameters(spec.requestParameters, { target: 'http', service: stage.vendor.headerPrefix }, run);
  const isStreamed = spec.responseTransferMode === 'STREAM';
  return {
    tracesResponses: false,
    requiresJsonBody: false,
    mapsResponses: false,
    label: `http-proxy ${spec.uri}`,
    endpoint: { request: recordedBackend, answer: (response) => response },
    request: async (validated) => {
      const { headers, path, query } = await parameters(validated, templateScope(validated));
      return backendRequest(spec, validated, {
        url: validEndpoint(endpoint({ path, query: [...Object.entries(validated.queryParameters), ...query] })),
        headers: proxiedBackendHeaders(validated, headers),
        body: validated.received.body,
      });
    },
    call: (request) => http(isStreamed ? { ...request, isStreamed } : request),
    response: (response) => replyOf(response, stage),
  };
}

function replyOf({ status, headers, body, stream }: BackendResponse, { vendor, endpointType }: ServedStage): Reply {
  const passed = proxiedResponseHeaders(headers, vendor.headerPrefix);
  const hasType = passed.some(({ name }) => name.toLowerCase() === 'content-type');
  const typed = hasType ? passed : [{ name: 'Content-Type', value: 'application/json' }, ...passed];
  return { status, headers: typed, body, ...(stream === undefined ? {} : { stream: { ...stream, limits: streamLimits(endpointType) } }) };
}
