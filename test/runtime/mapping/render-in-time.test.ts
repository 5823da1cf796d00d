import { renderInTime } from '../../../lib/runtime/mapping/render-in-time';
import { compileTemplate } from '../../../lib/runtime/mapping/template';
import { scopeVariables, type TemplateScope } from '../../../lib/runtime/mapping/template-scope';
import { onceMap, silentMap } from '../../../lib/runtime/mapping/velocity/values';
import type { SandboxJob, SandboxOutcome } from '../../../lib/runtime/sandbox/jobs';

const parameters = { path: {}, querystring: {}, header: {} };
const template = compileTemplate('request application/json', "$input.path('$.n')");
const large = JSON.stringify({ n: 1, rest: 'x'.repeat(70_000) });

function scopeOf(): TemplateScope {
  const shared = { context: silentMap({ stage: 'prod', responseOverride: onceMap({}, 'status') }), parameters, stageVariables: {} };
  return { ...shared, variables: (payload) => scopeVariables(payload, shared) };
}

/** A runner that gives the outcome, and the jobs that it got. */
function runner(outcome: SandboxOutcome) {
  const jobs: SandboxJob[] = [];
  const run = (job: SandboxJob) => {
    jobs.push(job);
    return Promise.resolve(outcome);
  };
  return { jobs, run };
}

test('a small payload is rendered inline', () => {
  const { jobs, run } = runner({ type: 'busy' });
  expect(renderInTime(template, '{"n":7}', { scope: scopeOf(), run })).toBe('7');
  expect(jobs).toEqual([]);
});

test('a template that takes too many steps begins again elsewhere, with the context as it was', async () => {
  const loop = compileTemplate('request application/json', '#set($context.responseOverride.status = 201)#foreach($a in [1..1000])#foreach($b in [1..1000])x#end#end');
  const { jobs, run } = runner({ type: 'rendered', text: 'done', context: { type: 'map', marks: { isSilent: true }, members: [] } });
  expect(await renderInTime(loop, '{}', { scope: scopeOf(), run })).toBe('done');
  const status = { type: 'map', marks: { isSilent: true, once: { name: 'status' } }, members: [] };
  expect(jobs).toMatchObject([{ type: 'render', scope: { context: { members: [['stage', { value: 'prod' }], ['responseOverride', status]] } } }]);
});

test.each([
  ['a list that holds itself many times', '#set($l=[1])#foreach($i in [1..40])#set($l=[$l,$l])#end$l'],
  ['the same, kept for a response template or a header', '#set($l=[1])#foreach($i in [1..40])#set($l=[$l,$l])#end#set($context.later = $l)'],
  ['the same as the name of a member', '#set($l=[1])#foreach($i in [1..40])#set($l=[$l,$l])#end#set($m={})$m.get($l)'],
  ['the same as a number', '#set($l=[1])#foreach($i in [1..40])#set($l=[$l,$l])#end#set($s="a")$s.charAt($l)$l.size()$l'],
  ['a list that is added to itself', '#set($l=[1])#foreach($i in [1..30])#set($q=$l.addAll($l))#end'],
  ['a map that holds itself many times', '#set($m={})#foreach($i in [1..40])#set($m={"a":$m,"b":$m})#end#if($m == "x")y#end'],
  ['a text that grows', '#set($s="aaaa")#foreach($i in [1..20])#set($s=$s.replace("a", $s))#end'],
  ['a pattern with a replacement for each character', '#set($s="aaaaaaaaaaaaaaaa")#foreach($i in [1..9])#set($s=$s.replaceAll("a", "$s"))#end'],
  ['an expression in the filter of a JSONPath that is made of variables', '#set($p = "$.a[?(@.a =~ /(.*a){20}/)]")$input.path($p)'],
  ['a JSONPath that visits one list many times', `$input.path("$[${'0,'.repeat(400)}0][*][*]")`, JSON.stringify([[Array.from({ length: 500 }, () => 1)]])],
  ['a format with many wide fields', '#set($f = "%1$9999s")#foreach($i in [1..8])#set($f = "$f$f")#end$f.format($f, "x")'],
  ['a number that is squared again and again', '#set($n = 99999999999999999999)#foreach($i in [1..40])#set($n = $n * $n)#end'],
  ['a number of many digits', '$input.path("$.n")', `{"n":${'9'.repeat(40_000)}}`],
])('%s is not rendered on the main thread', async (_, text, payload = '{"a":{"a":1}}') => {
  const { jobs, run } = runner({ type: 'expired', reason: 'late' });
  const scope = scopeOf();
  await expect(async () => renderInTime(compileTemplate('request', text), payload, { scope, run })).rejects.toMatchObject({ code: 'TEMPLATE_FAILED' });
  expect(jobs).toHaveLength(1);
});

test('values that a template sets in a worker appear afterwards in the same map', async () => {
  const { jobs, run } = runner({
    type: 'rendered', text: 'done',
    context: { type: 'map', marks: { isSilent: true }, members: [['stage', { type: 'scalar', value: 'other' }], ['new', { type: 'scalar', value: 1 }]] },
  });
  const scope = scopeOf();
  expect(await renderInTime(template, large, { scope, run })).toBe('done');
  expect({ ...scope.context }).toEqual({ stage: 'other', new: 1 });
  expect(jobs).toMatchObject([{ type: 'render', payload: large }]);
});

test.each<[SandboxOutcome, string]>([
  [{ type: 'busy' }, 'SANDBOX_BUSY'],
  [{ type: 'expired', reason: 'it took longer than 1000 ms' }, 'TEMPLATE_FAILED'],
  [{ type: 'refused', reason: 'it overrides status twice' }, 'TEMPLATE_FAILED'],
])('%j is %s', async (outcome, code) => {
  await expect(renderInTime(template, large, { scope: scopeOf(), run: runner(outcome).run })).rejects.toMatchObject({ code });
});
