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

test('a small payload is rendered at once, and a large one where there is nobody else', () => {
  const { jobs, run } = runner({ type: 'busy' });
  expect(renderInTime(template, '{"n":7}', { scope: scopeOf(), run })).toBe('7');
  expect(renderInTime(template, large, { scope: scopeOf(), run: undefined })).toBe('1');
  expect(jobs).toEqual([]);
});

test('what a template sets elsewhere is there afterwards, in the same map', async () => {
  const { jobs, run } = runner({
    type: 'rendered', text: 'done',
    context: { type: 'map', marks: { isSilent: true }, members: [['stage', { type: 'plain', value: 'other' }], ['new', { type: 'plain', value: 1 }]] },
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
