import { renderTemplate } from '../../../lib/runtime/system/render-template';

test('a regular expression that would backtrack for hours ends at once', () => {
  const template = `#set($s="${'a'.repeat(40)}b")$s.replaceAll("(a+)+$","x")`;
  expect(renderTemplate({ template }).text).toBe(`${'a'.repeat(40)}b`);
});
