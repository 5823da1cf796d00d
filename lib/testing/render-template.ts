import * as z from 'zod';
import { described, readOptions, renderTemplate as render, text, textsByName, type Option, type TemplateInvocation } from '../runtime';

const anyText = () => described('a string', (expected) => z.string(expected));

const INVOCATION = {
  template: { ...anyText(), isSecret: false, isRequired: true },
  body: { ...anyText(), isSecret: false },
  headers: { ...textsByName(), isSecret: false },
  query: {
    ...described('an object whose values are strings or lists of strings', (expected) => z.record(z.string(), z.union([z.string(), z.array(z.string()).readonly()], expected), expected)),
    isSecret: false,
  },
  pathParameters: { ...textsByName(), isSecret: false },
  stageVariables: { ...textsByName(), isSecret: false },
  context: { ...described('an object', (expected) => z.record(z.string(), z.unknown(), expected)), isSecret: false },
  method: { ...text(), isSecret: false },
  resource: { ...text(), isSecret: false },
  name: { ...text(), isSecret: false },
} satisfies { readonly [Name in keyof TemplateInvocation]-?: Option };

/**
 * Renders a mapping template with the given input, as a request would. Everything else is constant: ids, time,
 * the rest of `$context`.
 * @example expect(renderTemplate({ template: '{"id": "$input.params(\'id\')"}', pathParameters: { id: '7' } })).toBe('{"id": "7"}');
 * @throws TEMPLATE_FAILED, OPTION_UNKNOWN, OPTION_INVALID
 */
export function renderTemplate(invocation: TemplateInvocation): string {
  return render(readOptions(INVOCATION, invocation)).text;
}
