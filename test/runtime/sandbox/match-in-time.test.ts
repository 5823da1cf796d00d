import { compileMatch } from '../../../lib/runtime/sandbox/match-in-time';
import type { SandboxJob, SandboxOutcome } from '../../../lib/runtime/sandbox/jobs';

const patterns = [{ pattern: 'a+b', extent: 'whole' }, { pattern: '(.*b){30}', extent: 'whole' }] as const;

function matcher(outcome: SandboxOutcome) {
  const jobs: SandboxJob[] = [];
  const run = (job: SandboxJob) => {
    jobs.push(job);
    return Promise.resolve(outcome);
  };
  return { jobs, match: compileMatch(patterns, run) };
}

test('the first pattern that matches counts; a short text is matched at once', () => {
  const { jobs, match } = matcher({ type: 'busy' });
  expect(['aab', 'b'.repeat(30), 'x'].map(match)).toEqual([0, 1, -1]);
  expect(jobs).toEqual([]);
});

test.each<[SandboxOutcome, object]>([
  [{ type: 'matched', index: 1 }, { type: 'matched', index: 1 }],
  [{ type: 'busy' }, { type: 'busy' }],
  [{ type: 'refused', reason: 'it takes too many steps' }, { type: 'expired', reason: 'it takes too many steps' }],
])('a long text is matched elsewhere: %j', async (outcome, expected) => {
  const { jobs, match } = matcher(outcome);
  const text = `x${'b'.repeat(50_000)}`;
  expect(await match(text)).toEqual(expected);
  expect(jobs).toEqual([{ type: 'match', patterns, text }]);
});
