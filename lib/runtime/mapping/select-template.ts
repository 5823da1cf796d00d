import { GatewayError } from '../../errors';
import { compileTemplate, type Template } from './template';

export type PassthroughBehavior = 'WHEN_NO_MATCH' | 'WHEN_NO_TEMPLATES' | 'NEVER';

/** Templates of one request or response, parsed, by media type in lower case, or by the key that a WebSocket API selects. */
export type Templates = ReadonlyMap<string, ChosenTemplate>;

export interface ChosenTemplate extends Template {
  /** Media type as the definition spells it. */
  readonly mediaType: string;
}

const JSON_TYPE = 'application/json';
/** Applies to every media type without a template of its own. */
const ANY_TYPE = '$default';

const SPELLING = { 'media-types': (key: string) => key.toLowerCase(), 'keys': (key: string) => key } as const;

/** Parses the templates of one request or response. @throws TEMPLATE_FAILED */
export function compileTemplates(which: 'request' | 'response', templates: Readonly<Record<string, string>>, by: keyof typeof SPELLING = 'media-types'): Templates {
  return new Map(Object.entries(templates).map(([mediaType, text]) =>
    [SPELLING[by](mediaType), { mediaType, ...compileTemplate(`${which} ${mediaType}`, text) }]));
}

/**
 * The template for a request; undefined if its body is passed through. A missing Content-Type counts as application/json.
 * @param contentType media type in lower case, without parameters
 * @throws MEDIA_TYPE_UNSUPPORTED (415)
 * @see https://docs.aws.amazon.com/apigateway/latest/developerguide/integration-passthrough-behaviors.html
 */
export function requestTemplate(templates: Templates, behavior: PassthroughBehavior, contentType = JSON_TYPE): ChosenTemplate | undefined {
  const template = templates.get(contentType) ?? templates.get(ANY_TYPE);
  if (template !== undefined) return template;
  const passes = behavior === 'WHEN_NO_MATCH' || (behavior === 'WHEN_NO_TEMPLATES' && templates.size === 0);
  if (passes) return undefined;
  const names = [...templates.values()].map(({ mediaType }) => mediaType).join(', ') || 'none';
  throw new GatewayError('MEDIA_TYPE_UNSUPPORTED', { given: contentType, behavior, templates: names });
}

/** The template of a message's key, or else the default one; a message without any is passed through. */
export function selectedTemplate(templates: Templates, key: string): ChosenTemplate | undefined {
  return templates.get(key) ?? templates.get(ANY_TYPE);
}

/**
 * The template for a response: by the client's Accept, or else the first; without Accept application/json, or else the first.
 * Undefined if there are no templates.
 * @param accept first media type of Accept, in lower case
 * @see docs/parity.md, Data plane: mapping
 */
export function responseTemplate(templates: Templates, accept = JSON_TYPE): ChosenTemplate | undefined {
  return templates.get(accept) ?? templates.values().next().value;
}
