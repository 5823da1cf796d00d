import { renderTemplate } from '../../../lib/runtime/system/render-template';

test('a regular expression that would backtrack for hours ends at once', () => {
  const template = `#set($s="${'a'.repeat(40)}b")$s.replaceAll("(a+)+$","x")`;
  expect(renderTemplate({ template }).text).toBe(`${'a'.repeat(40)}b`);
});

test.each([
  ['three loops', '#foreach($a in [1..1000])#foreach($b in [1..1000])#foreach($c in [1..1000])#end#end#end', /too many steps|longer than 1000 ms/],
  ['an expression that refers back', `$util.parseJson('"${'a'.repeat(60)}!"').matches("(a+)+\\1$")`, /longer than 1000 ms/],
])('%s: given up in a worker, for which the caller waits', (_, template, reason) => {
  expect(() => renderTemplate({ template, name: 'pet.vtl' })).toThrow(expect.objectContaining({ code: 'TEMPLATE_FAILED', message: expect.stringMatching(reason) as string }));
});

test('what takes longer than the budget of this thread is rendered in a worker, with its overrides', () => {
  const template = '#foreach($a in [1..1000])#foreach($b in [1..100])#set($x = $b)#end#end#set($context.responseOverride.status = 201)$x';
  expect(renderTemplate({ template })).toEqual({ text: '100', overrides: { responseOverride: { status: 201 } } });
});
