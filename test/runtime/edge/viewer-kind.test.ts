import { viewerKind } from '../../../lib/runtime/edge/viewer-kind';

test.each([
  ['Mozilla/5.0 (X11; Linux x86_64)', 'desktop'], ['', 'desktop'], ['curl/8.0', 'desktop'],
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 17_0)', 'mobile'], ['Mozilla/5.0 (Linux; Android 14) Mobile', 'mobile'],
  ['Mozilla/5.0 (iPad; CPU OS 17_0)', 'tablet'], ['Mozilla/5.0 (Linux; Android 14)', 'tablet'],
  ['Mozilla/5.0 (SMART-TV; Linux)', 'smart-tv'], ['AppleTV11,1', 'smart-tv'],
])('%j is a %s', (userAgent, kind) => {
  expect([viewerKind(userAgent), viewerKind(userAgent)]).toEqual([kind, kind]);
});

test('classifies more agents than the cache holds, and long ones', () => {
  for (let index = 0; index < 1_000; index += 1) expect(viewerKind(`agent ${index} ${index % 2 === 0 ? 'iPhone' : 'x'}`)).toBe(index % 2 === 0 ? 'mobile' : 'desktop');
  expect(viewerKind(`${'x'.repeat(10_000)} iPad`)).toBe('tablet');
});
