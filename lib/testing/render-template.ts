import { renderTemplate as render, type TemplateRendering } from '../runtime';

/**
 * Renders one mapping template with a given input, as a request would. What is not given is the same each time: ids, time,
 * the rest of `$context`.
 * @example expect(renderTemplate({ template: '{"id": "$input.params(\'id\')"}', pathParameters: { id: '7' } })).toBe('{"id": "7"}');
 * @throws TEMPLATE_FAILED
 */
export function renderTemplate(rendering: TemplateRendering): string {
  return render(rendering).text;
}
