import { startFailure } from '../../../../lib/runtime/functions/process/start-failure';

test.each([
  [new Error('no'), 'its process could not be started: no'],
  ['text', 'its process could not be started: text'],
  [Object.assign(new Error('EMFILE: too many open files, pipe'), { code: 'EMFILE' }), /^its process could not be started: EMFILE: .* raise its limit, for example with ulimit -n 4096$/],
])('%s', (error, expected) => {
  expect(startFailure(error)).toMatch(expected);
});
