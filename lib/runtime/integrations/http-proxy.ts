import type { HttpProxyIntegrationSpec } from '../../spec';
import type { ServedStage } from '../plan/exchange';
import { proxiedResponseHeaders } from '../mapping/header-rules';
import { compileRequestParameters } from '../mapping/request-parameters';
import { templateScope } from '../mapping/template-scope';
import { proxiedBackendHeaders } from './backend-headers';
import { PLAIN, type CompileContext } from './compile-context';
import { compileEndpoint, validEndpoint } from './endpoint';
import { backendRequest, recordedBackend } from './http';
import { compileProxiedBody } from './proxied-body';
import { throughLink, vpcLinkOf } from './vpc-link';
import { streamLimits } from '../http/reply-stream';
import type { Reply } from '../http/reply';
import type { CompiledIntegration } from '../plan/integration';
import type { BackendRequest, BackendResponse } from '../ports';

/**
 * HTTP backend, passed through; only request parameters are mapped. The query is encoded anew, and bodies that are not binary are text.
 * @see https://docs.aws.amazon.com/apigateway/latest/developerguide/setup-http-integrations.html
 */
export function compileHttpProxy(
  spec: HttpProxyIntegrationSpec,
  context: CompileContext,
): CompiledIntegration<BackendRequest, BackendResponse> {
  const { stage, http, run, vpcLinks } = context;
  const link = vpcLinkOf(spec, stage, vpcLinks);
  const endpoint = compileEndpoint(spec.uri, stage);
  const bodyOf = compileProxiedBody(context);
  const parameters = compileRequestParameters(spec.requestParameters, { target: 'http', service: stage.vendor.headerPrefix }, run);
  const isStreamed = spec.responseTransferMode === 'STREAM';
  return {
    ...PLAIN,
    label: `http-proxy ${spec.uri}`,
    endpoint: { request: recordedBackend, answer: (response) => response },
    ...link,
    request: async (validated) => {
      link?.checkReachable();
      const { headers, path, query } = await parameters(validated, templateScope(validated));
      return backendRequest(spec, validated, {
        url: validEndpoint(endpoint({ path, query: [...Object.entries(validated.queryParameters), ...query] })),
        headers: proxiedBackendHeaders(validated, headers),
        body: bodyOf({ direction: 'request', headers: validated.headers, body: validated.received.body, requestId: validated.ids.requestId }),
      });
    },
    call: (request) => {
      const sent = throughLink(request, link);
      return http(isStreamed ? { ...sent, isStreamed } : sent);
    },
    response: ({ headers, body, ...response }, _, { ids }) =>
      replyOf({ ...response, headers, body: bodyOf({ direction: 'response', headers, body, requestId: ids.requestId }) }, stage),
  };
}

function replyOf({ status, headers, body, stream }: BackendResponse, { vendor, endpointType }: ServedStage): Reply {
  const passed = proxiedResponseHeaders(headers, vendor.headerPrefix);
  const hasType = passed.some(({ name }) => name.toLowerCase() === 'content-type');
  const typed = hasType ? passed : [{ name: 'Content-Type', value: 'application/json' }, ...passed];
  return { status, headers: typed, body, ...(stream === undefined ? {} : { stream: { ...stream, limits: streamLimits(endpointType) } }) };
}
