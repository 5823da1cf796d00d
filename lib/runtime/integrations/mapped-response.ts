import { GatewayError } from '../../errors';
import type { IntegrationResponseSpec } from '../../spec';
import type { ServedStage, Validated } from '../plan/exchange';
import { headerValue, mediaType, type HeaderField } from '../http/headers';
import { remapResponseHeaders } from '../mapping/header-rules';
import { headerOverrides, overrideHeaders, statusOverride } from '../mapping/overrides';
import { handlePayload, payloadBytes } from '../mapping/payload';
import { compileResponseParameters, type EndpointResponse } from '../mapping/response-parameters';
import type { ChosenTemplate } from '../mapping/select-template';
import type { TemplateScope } from '../mapping/template-scope';
import { matchesMediaTypes } from '../http/media-types';
import type { CompileContext } from './compile-context';
import { renderPayload } from './mapped-request';
import { compileSelection } from './selection';
import { TEMPLATE_CHOICE } from './template-choice';
import type { Reply } from '../http/reply';

/** An integration's answer, and the text that selects its integration response: an error message or a status. */
export interface SelectableResponse extends EndpointResponse {
  readonly selects: string;
}

const JSON_TYPE = 'application/json';

/**
 * Compiles the conversion of a non-proxy integration's answer for the client: selection, content handling, template, mapped
 * headers, overrides. The answer's own headers do not reach the client.
 * @throws by the returned function: INTEGRATION_RESPONSE_UNMATCHED, METHOD_RESPONSE_UNDECLARED, PAYLOAD_BINARY, RESULT_NOT_BASE64,
 * TEMPLATE_FAILED, RESPONSE_BODY_NOT_JSON, OVERRIDE_INVALID
 * @see https://docs.aws.amazon.com/apigateway/latest/developerguide/request-response-data-mappings.html
 */
export function compileMappedResponse(
  specs: readonly IntegrationResponseSpec[],
  { stage: { vendor, protocol }, run, methodResponses, inspection }: Pick<CompileContext, 'run' | 'methodResponses' | 'inspection'> & { readonly stage: Pick<ServedStage, 'vendor' | 'protocol'> },
): (response: SelectableResponse, request: Validated, scope: TemplateScope) => Promise<Reply> {
  if (specs.length === 0 && methodResponses === undefined) return unmappedResponse;
  const select = compileSelection(specs.map((spec) => ({
    ...spec,
    templateOf: TEMPLATE_CHOICE[protocol].response(spec),
    mappedHeaders: compileResponseParameters(spec.responseParameters, vendor.headerPrefix, run),
  })), run);
  return async (response, request, scope) => {
    const chosen = await select(response.selects);
    if (methodResponses !== undefined && !Object.hasOwn(methodResponses, chosen.statusCode)) throw new GatewayError('METHOD_RESPONSE_UNDECLARED', { status: chosen.statusCode });
    const accept = mediaType(headerValue(request.headers, 'accept'));
    const template = chosen.templateOf(response, request, scope);
    const payload = handlePayload(response.body, {
      isBinary: matchesMediaTypes(mediaType(headerValue(response.headers, 'content-type')), request.stage.binaryMediaTypes),
      wantsBinary: matchesMediaTypes(accept, request.stage.binaryMediaTypes),
      contentHandling: chosen.contentHandling,
    });
    const mapped = await chosen.mappedHeaders(response, request, scope);
    const body = template === undefined
      ? payloadBytes(payload)
      : Buffer.from(await renderPayload(template, payload, { request, scope, run, inspection, place: 'response' }), 'utf8');
    const overriding = remapResponseHeaders(headerOverrides(scope.context, 'responseOverride'), vendor.headerPrefix);
    return {
      status: statusOverride(scope.context) ?? Number(chosen.statusCode),
      headers: withContentType(overrideHeaders(mapped, overriding), template),
      body,
    };
  };
}

/** The answer where a WebSocket API declares no responses: a success sends nothing. @throws INTEGRATION_RESPONSE_UNMATCHED */
function unmappedResponse({ selects }: SelectableResponse): Promise<Reply> {
  if (!/^(?:2\d\d)?$/.test(selects)) return Promise.reject(new GatewayError('INTEGRATION_RESPONSE_UNMATCHED', { given: selects.slice(0, 200) }));
  return Promise.resolve({ status: Number(selects || '200'), headers: [], body: Buffer.alloc(0) });
}

/** The template's media type unless the header is mapped; JSON without a template. */
function withContentType(headers: HeaderField[], template: ChosenTemplate | undefined): HeaderField[] {
  if (headers.some(({ name }) => name.toLowerCase() === 'content-type')) return headers;
  const type = template === undefined || template.mediaType === '$default' ? JSON_TYPE : template.mediaType;
  return [{ name: 'Content-Type', value: type }, ...headers];
}
