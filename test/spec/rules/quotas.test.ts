import { findingsIn, specInput, specWithPaths } from '../../support/spec';

const range = (count: number) => [...Array(count).keys()];

test('300 resources, the root and implied ones counted, or as many as AWS allowed', () => {
  const paths = (count: number) => specWithPaths(...range(count - 2).map((index) => `/implied/r${index}`));
  expect(findingsIn(paths(300))).toEqual([]);
  expect(findingsIn(paths(301))).toEqual(['TOO_MANY_RESOURCES Pets']);
  expect(findingsIn({ ...paths(301), api: { id: 'pets', name: 'Pets', quotas: { resources: 301 } } })).toEqual([]);
});

test('ten stages, or as many as AWS allowed', () => {
  const stages = (count: number) => specInput({ stages: Object.fromEntries(range(count).map((index) => [`s${index}`, {}])) });
  expect(findingsIn(stages(10))).toEqual([]);
  expect(findingsIn(stages(11))).toEqual(['TOO_MANY_STAGES Pets']);
  expect(findingsIn({ ...stages(11), api: { id: 'pets', name: 'Pets', quotas: { stages: 11 } } })).toEqual([]);
});

test('a hundred stage variables', () => {
  const variables = (count: number) => specInput({ stages: { prod: { variables: Object.fromEntries(range(count).map((index) => [`v${index}`, 'x'])) } } });
  expect(findingsIn(variables(100))).toEqual([]);
  expect(findingsIn(variables(101))).toEqual(['TOO_MANY_STAGE_VARIABLES Pets/stage prod']);
});
