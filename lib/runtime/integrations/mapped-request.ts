import type { ContentHandling } from '../../spec';
import type { Validated } from '../plan/exchange';
import { headerValue, mediaType } from '../http/headers';
import { renderInTime } from '../mapping/render-in-time';
import { handlePayload, templateText, type Payload } from '../mapping/payload';
import type { ChosenTemplate } from '../mapping/select-template';
import type { TemplateScope } from '../mapping/template-scope';
import { matchesMediaTypes } from '../http/media-types';
import type { CompileContext } from './compile-context';
import { TEMPLATE_CHOICE, type RequestTemplates } from './template-choice';

/**
 * Compiles the conversion of a request's body for a non-proxy integration: content handling, then template or passthrough.
 * @throws TEMPLATE_FAILED; by the returned function: MEDIA_TYPE_UNSUPPORTED, PAYLOAD_BINARY, RESULT_NOT_BASE64, TEMPLATE_FAILED
 * @see https://docs.aws.amazon.com/apigateway/latest/developerguide/request-response-data-mappings.html
 */
export function compileRequestBody(
  spec: RequestTemplates & { readonly contentHandling?: ContentHandling | undefined },
  { stage, run, inspection }: Pick<CompileContext, 'stage' | 'run' | 'inspection'>,
): (request: Validated, scope: TemplateScope) => Promise<Payload> {
  const templateOf = TEMPLATE_CHOICE[stage.protocol].request(spec);
  return async (request, scope) => {
    const type = mediaType(headerValue(request.headers, 'content-type'));
    const template = templateOf(request, scope);
    const isBinary = matchesMediaTypes(type, request.stage.binaryMediaTypes);
    const payload = handlePayload(request.received.body, { isBinary, wantsBinary: isBinary, contentHandling: spec.contentHandling });
    if (template === undefined) return payload;
    return { type: 'text', text: await renderPayload(template, payload, { request, scope, run, inspection, place: 'request' }) };
  };
}

/** Renders a template for a payload, and shows that to the inspection. */
export async function renderPayload(
  template: ChosenTemplate, payload: Payload,
  { request, scope, run, inspection, place }: Pick<CompileContext, 'run' | 'inspection'>
  & { readonly request: Validated; readonly scope: TemplateScope; readonly place: 'request' | 'response' },
): Promise<string> {
  const input = templateText(payload, place);
  const output = await renderInTime(template, input, { scope, run });
  inspection?.rendered(request, { place, mediaType: template.mediaType, template: template.text, input, output });
  return output;
}
