import { systemCode } from '../../../lib/runtime/state/system-error';

test.each([
  ['of the system has its code', Object.assign(new Error('refused'), { code: 'ECONNREFUSED' }), 'ECONNREFUSED'],
  ['of another Error than this one, as in test runners, has its code', { code: 'ENOENT' }, 'ENOENT'],
  ['without a code has none', new Error('refused'), ''],
  ['whose code is undefined has none', Object.assign(new Error('refused'), { code: undefined }), ''],
  ['of the DOM has a number, which is none of the system', new DOMException('aborted', 'AbortError'), ''],
  ['that is a text has none', 'refused', ''],
])('an error %s', (_, error, code) => {
  expect(systemCode(error)).toBe(code);
});
