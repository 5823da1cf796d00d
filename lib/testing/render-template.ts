import { renderTemplate as render, type TemplateInvocation } from '../runtime';

/**
 * Renders a mapping template with the given input, as a request would. Everything else is constant: ids, time,
 * the rest of `$context`.
 * @example expect(renderTemplate({ template: '{"id": "$input.params(\'id\')"}', pathParameters: { id: '7' } })).toBe('{"id": "7"}');
 * @throws TEMPLATE_FAILED
 */
export function renderTemplate(invocation: TemplateInvocation): string {
  return render(invocation).text;
}
