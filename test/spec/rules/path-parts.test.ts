import { findingsIn, specWithPaths } from '../../support/spec';

test.each([
  ['/', []],
  ['/pets/{id}/toys/{toy+}', []],
  ['/a b', ['PATH_PART_INVALID Pets/a b']],
  ['/a//b', ['PATH_PART_INVALID Pets/a//b']],
  ['/{a}/{a}', ['PATH_PARAMETER_REPEATED Pets/{a}/{a}']],
  ['/{a+}/b', ['GREEDY_PART_NOT_LAST Pets/{a+}/b']],
  ['/{a+}/{a}', ['GREEDY_PART_NOT_LAST Pets/{a+}/{a}', 'PATH_PARAMETER_REPEATED Pets/{a+}/{a}']],
])('%s', (path, expected) => {
  expect(findingsIn(specWithPaths(path))).toEqual(expected);
});
