import { templateBytes } from '../../../lib/runtime/sandbox/template-cost';

test.each([
  ['{"id": "$input.params(\'id\')"}', 65_536],
  ['#foreach($a in $x)#if($a)$a#end#end#foreach($b in $x)$b#end', 65_536],
  ['#foreach($a in $x)#foreach($b in $a)$b#end#end', 512],
  ["$input.path('$..price')", 8_192],
  ["$input.path('$.items[*].price')", 8_192],
  ['$util.escapeJavaScript($x).replaceAll("\\\\\'", "\'")', 65_536],
  ['$x.matches("(a+)\\1")', 0],
  ['$x.split($separator)', 0],
  ["$x.replaceAll('.*a.*b', '')", 2_000],
])('%s: %i', (template, bytes) => {
  expect(templateBytes(template)).toBe(bytes);
});
