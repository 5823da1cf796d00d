import { methodSettingsOf, throttleOf } from '../../lib/spec';
import { complete, findingsIn, specInput } from '../support/spec';

const SETTINGS = {
  '*/*': { throttlingRateLimit: 1, throttlingBurstLimit: 1 },
  '/*/GET': { throttlingRateLimit: 2 },
  '/pets/*': { throttlingRateLimit: 3 },
  '/pets/GET': { throttlingRateLimit: 4 },
  '//GET': { throttlingRateLimit: 5 },
};

test.each([['/pets', 'GET', 4], ['/pets', 'POST', 3], ['/toys', 'GET', 2], ['/toys', 'ANY', 1], ['/', 'GET', 5], ['/', 'POST', 1]])(
  'the narrowest setting of %s %s wins, member by member', (path, method, rate) => {
    expect(methodSettingsOf(SETTINGS, path, method)).toEqual({ throttlingRateLimit: rate, throttlingBurstLimit: 1 });
  },
);

test('a method that no setting is about has none', () => {
  expect(methodSettingsOf({ '/pets/GET': { throttlingRateLimit: 4 } }, '/toys', 'GET')).toEqual({});
  expect(throttleOf({})).toBeUndefined();
});

test('of rate and burst, the one that is left out is the account\'s', () => {
  expect(throttleOf({ throttlingRateLimit: 7 })).toEqual({ rateLimit: 7, burstLimit: 5_000 });
  expect(throttleOf({ throttlingBurstLimit: 0 })).toEqual({ rateLimit: 10_000, burstLimit: 0 });
});

test.each(['*/*', '/pets/GET', '//GET', '/pets/{id}/ANY', '/pets/*', '/*/PUT'])('%s names methods', (pattern) => {
  const { stages } = complete(specInput({ stages: { prod: { methodSettings: { [pattern]: {} } } } }));
  expect(stages.prod.methodSettings).toEqual({ [pattern]: {} });
});

test.each(['', '*', '/GET', 'pets/GET', '/pets', '/pets/get', '/pets/FETCH', '/pets/GET/'])('"%s" does not', (pattern) => {
  expect(findingsIn(specInput({ stages: { prod: { methodSettings: { [pattern]: {} } } } }))).toEqual([expect.stringMatching(/^SPEC_INVALID/)]);
});

test.each([{ throttlingRateLimit: -1 }, { throttlingBurstLimit: -1 }, { throttlingBurstLimit: 1.5 }, { throttling: 1 }])('%j is not a valid setting', (setting) => {
  expect(findingsIn(specInput({ stages: { prod: { methodSettings: { '*/*': setting } } } }))).toEqual([expect.stringMatching(/^SPEC_INVALID/)]);
});
