import { readTemplate } from '../../lib/spec';
import { sizeProblem } from '../../lib/spec/template-size';
import { processorMs, slowness } from '../support/machine-speed';

/* The parser's time grows with the square of what it reads; these took from seconds to minutes, or filled the stack. */

const nested = (open: string, close: string, count: number) => `${open.repeat(count)}1${close.repeat(count)}`;
const inSet = (text: string) => `#set($x = ${text})`;

test.each([
  ['blocks', nested('#if(true)', '#end', 9_000), /blocks nested more than 100 levels/],
  ['blocks in braces', nested('#{if}(true)', '#{end}', 9_000), /blocks nested more than 100 levels/],
  ['loops that nobody closes', '#foreach($x in $y)'.repeat(9_000), /blocks nested more than 100 levels/],
  ['parentheses', inSet(nested('(', ')', 9_000)), /brackets nested more than 100 levels/],
  ['lists', inSet(nested('[', ']', 9_000)), /brackets nested more than 100 levels/],
  ['maps', inSet(nested('{"a":', '}', 9_000)), /brackets nested more than 100 levels/],
  ['calls', nested('$a.b(', ')', 9_000), /brackets nested more than 100 levels/],
  ['calls with closing brackets in texts and references', nested('$a.b(")", ${x}, \']\', ', ')', 2_000), /brackets nested more than 100 levels/],
  ['calls after calls', `$a${'.b()'.repeat(10_000)}`, /more than 10000 references/],
  ['positions', nested('$a[', ']', 9_000), /brackets nested more than 100 levels/],
  ['negations', `#if(${'!'.repeat(10_000)}$a)x#end`, /more than 10000 references/],
  ['negations in words', `#if(${'not '.repeat(10_000)}$a)x#end`, /more than 10000 references/],
  ['sums', inSet(`1${' + 1'.repeat(2_000)}`), /expressions nested more than 500 levels/],
  ['a path', `$a${'.b'.repeat(10_000)}`, /more than 10000 references/],
  ['references', '$a '.repeat(100_000), /more than 10000 references/],
  ['signs that begin nothing', '$'.repeat(300_000), /more than 10000 references/],
  ['literals that nobody closes', '#[['.repeat(100_000), /brackets nested more than 100 levels/],
  ['comments that nobody closes', '#* '.repeat(100_000), /more than 10000 references/],
  ['lines of comments', '## x\n'.repeat(20_000), /more than 10000 references/],
  ['items of a list', inSet(`[${'1,'.repeat(40_000)}1]`), /more than 10000 references/],
  ['references in a text', inSet(`"${'$a '.repeat(40_000)}"`), /more than 10000 references/],
  ['brackets in a text', inSet(`"${nested('$a.b(', ')', 2_000).replaceAll('"', '')}"`), /brackets nested more than 100 levels/],
  ['ends without a block', `x${'#end'.repeat(4_000)}`, /line 1, column 2: #end without a block/],
])('%s have their problem, in time', (_, template, problem) => {
  const ms = processorMs(() => {
    expect(readTemplate(template)).toEqual({ problem: expect.stringMatching(problem) as string });
  });
  expect(ms).toBeLessThan(3_000 * slowness()); // coverage and the compiler of the test are in it
});

test.each([
  ['literal text, however nested or long', `${nested('{"a":', '}', 90)}${'{"a": [1, 2], "b": "it\'s (not) a.b"}, '.repeat(6_000)}`],
  ['comments', `${'## $a #if(1) ((((\n'.repeat(2_000)}x`],
  ['blocks after each other', '#if(($a))x#end'.repeat(900)],
  ['references in braces', '{${a}}'.repeat(4_900)],
  ['95 blocks', nested('#if(true)', '#end', 95)],
  ['95 brackets', inSet(nested('[', ']', 95))],
  ['a sum of 400', inSet(`1${' + 1'.repeat(400)}`)],
  ['texts with brackets', inSet('"(((" + \'[[[\'').repeat(400)],
])('%s can be parsed', (_, template) => {
  expect(sizeProblem(template)).toBeUndefined();
  expect(readTemplate(template)).toHaveProperty('template');
});

test('the place of an #end without a block is found behind literals and comments', () => {
  expect(readTemplate('#if(true)x#end\n## #end\n#[[ #end ]]#\n a #{end} b')).toEqual({ problem: 'line 4, column 4: #end without a block' });
});
