import { checkJson } from '../../../lib/runtime/validation/check-json';
import type { SandboxOutcome } from '../../../lib/runtime/sandbox/jobs';

const run = (outcome: SandboxOutcome) => () => Promise.resolve(outcome);
const large = Buffer.alloc(70_000, '1');

test('a short text is read at once', () => {
  expect(checkJson(Buffer.from('{}'), run({ type: 'busy' }))).toBeUndefined();
  expect(() => checkJson(Buffer.from('{'), run({ type: 'busy' }))).toThrow(expect.objectContaining({ code: 'BODY_NOT_JSON' }));
});

test.each<[SandboxOutcome, string]>([
  [{ type: 'busy' }, 'SANDBOX_BUSY'], [{ type: 'refused', reason: 'x' }, 'BODY_NOT_JSON'], [{ type: 'expired', reason: 'x' }, 'BODY_NOT_JSON'],
])('a long one elsewhere: %j is %s', async (outcome, code) => {
  await expect(checkJson(large, run(outcome))).rejects.toMatchObject({ code });
  await expect(checkJson(large, run({ type: 'passed' }))).resolves.toBeUndefined();
});
