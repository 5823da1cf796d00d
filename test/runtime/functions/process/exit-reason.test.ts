import { RuntimeMissing } from '../../../../lib/runtime/functions/runtimes/runtime-missing';
import { startFailure } from '../../../../lib/runtime/functions/process/exit-reason';

test.each([
  [new Error('no'), 'its process could not be started: no'],
  ['text', 'its process could not be started: text'],
  [Object.assign(new Error('EMFILE: too many open files, pipe'), { code: 'EMFILE' }), /^its process could not be started: EMFILE: .* raise its limit, for example with ulimit -n 4096$/],
])('%s', (error, expected) => {
  expect(startFailure(error)).toEqual({ code: 'FUNCTION_INIT_FAILED', reason: expect.stringMatching(expected) });
});

test('a runtime that is not installed has a code of its own', () => {
  const error = new RuntimeMissing({ runtime: 'python3.12', lookedIn: 'no python3 is in PATH', install: 'apt-get install python3' });
  expect(startFailure(error)).toEqual({
    code: 'FUNCTION_RUNTIME_MISSING', reason: 'it runs on python3.12, and no python3 is in PATH; install it with: apt-get install python3',
  });
});
