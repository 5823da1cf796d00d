import { findingsIn, specWithPaths } from '../../support/spec';

test.each([
  [['/{a}', '/b', '/b/{c}'], []],
  [['/{a}/x', '/{a}/y'], []],
  [['/{a}', '/{b}'], ['VARIABLE_SIBLINGS Pets/{b}']],
  [['/{a}', '/{a+}'], ['VARIABLE_SIBLINGS Pets/{a}']],
  [['/x/{a}/y', '/x/{b}/z', '/x/{c+}'], ['VARIABLE_SIBLINGS Pets/x/{b}', 'VARIABLE_SIBLINGS Pets/x/{c+}']],
])('%j', (paths, expected) => {
  expect(findingsIn(specWithPaths(...paths))).toEqual(expected);
});
