import { compileTemplate } from '../../../lib/runtime/mapping/template';
import { templatePattern } from '../../../lib/runtime/sandbox/pattern';
import { withinSteps } from '../../../lib/runtime/sandbox/step-budget';

/** Whether the main thread has the expression without compiling it for a request. */
const isPrepared = (pattern: string, extent: 'whole' | 'anywhere') => withinSteps(1_000, () => templatePattern(pattern, extent)) !== undefined;

test.each([
  ['$s.matches("one[0-9]+$")', 'one[0-9]+$', 'whole'],
  ["#if($s.replaceAll('two[0-9]', 'x') == 'x')a#end", 'two[0-9]', 'anywhere'],
  ['#foreach($part in $s.split("three,"))$part#end', 'three,', 'anywhere'],
  ['$input.json("$.a[?(@.b =~ /six[0-9]/i)]")', '(?i)six[0-9]', 'whole'],
  ["#foreach($part in $input.path('$..[?(!(@.b =~ /seven[0-9]/))]'))$part#end", 'seven[0-9]', 'whole'],
  ['#set($t = "$s.replaceFirst(\'four\', \'\')")', 'four', 'anywhere'],
] as const)('%s: %s is compiled with the template', (template, pattern, extent) => {
  expect(isPrepared(pattern, extent)).toBe(false);
  compileTemplate('test', template);
  expect(isPrepared(pattern, extent)).toBe(true);
});

test('one built from variables is not, and an invalid one fails with the request', () => {
  expect(() => compileTemplate('test', '$s.matches("five$x")$s.matches($six)$s.matches("seven[")$s.matches()')).not.toThrow();
  expect(isPrepared('five', 'whole')).toBe(false);
});
