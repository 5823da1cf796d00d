import { GivenVariables, refuseOthersInWorkers } from '../../../lib/runtime/hosting/given-variables';
import { codeOf } from '../../support/error-code';

const before = { Pets: { API_TOKEN: 'hunter22' } };
const after = { '*': { API_TOKEN: 'correct-horse' } };

test('others are there while the reload runs, and stay if it succeeds', async () => {
  const variables = new GivenVariables(before);
  expect(await variables.replacedBy(after, () => Promise.resolve(variables.given))).toBe(after);
  expect(variables.given).toBe(after);
  // an instance of before may still write
  expect(variables.mask('hunter22 correct-horse')).toBe('******** *************');
});

test('a reload that fails leaves those of before', async () => {
  const variables = new GivenVariables(before);
  await expect(variables.replacedBy(after, () => Promise.reject(new Error('damaged')))).rejects.toThrow('damaged');
  expect(variables.given).toBe(before);
});

test('workers cannot be given others', () => {
  expect(() => refuseOthersInWorkers(1)).not.toThrow();
  expect(codeOf(() => refuseOthersInWorkers(2))).toBe('OPTION_INVALID');
});
