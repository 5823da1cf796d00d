import { renderTemplate } from '../../lib/testing/render-template';

test('a template is rendered with the given input', () => {
  expect(renderTemplate({ template: '{"id": "$input.params(\'id\')", "body": $input.body}', pathParameters: { id: '7' }, body: '{}' })).toBe('{"id": "7", "body": {}}');
});

test.each<[Parameters<typeof renderTemplate>[0], string, string]>([
  [Object.assign({ template: '' }, { pathParams: { id: '7' } }), 'OPTION_UNKNOWN', 'pathParams'],
  [Object.assign({ template: '' }, { body: 5 as unknown as string }), 'OPTION_INVALID', 'body'],
  [Object.assign({ template: '' }, { query: { color: 5 as unknown as string } }), 'OPTION_INVALID', 'query.color'],
])('%j: %s', (rendering, code, option) => {
  expect(() => renderTemplate(rendering)).toThrow(expect.objectContaining({ code, details: expect.objectContaining({ option }) }));
});
