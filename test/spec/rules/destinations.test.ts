import { findingsIn, specInput } from '../../support/spec';

const FN = { entry: 'a.ts', handler: 'index.handler' };
const to = (name: string) => ({ ...FN, onFailure: { type: 'function' as const, function: name } });
const findings = (functions: Record<string, object>) => findingsIn(specInput({ functions: functions as Record<string, typeof FN> }));

test('a function that records go to exists', () => {
  expect(findings({ A: to('B'), B: FN })).toEqual([]);
  expect(findings({ A: to('B') })).toEqual(['REFERENCE_UNRESOLVED Pets/function A']);
  expect(findings({ A: to('toString') })).toEqual(['REFERENCE_UNRESOLVED Pets/function A']);
});

test('records do not come back', () => {
  expect(findings({ A: to('B'), B: to('C'), C: FN })).toEqual([]);
  expect(findings({ A: to('A') })).toEqual(['DESTINATION_CIRCULAR Pets/function A']);
  expect(findings({ Before: to('A'), A: to('B'), B: to('A') })).toEqual(['DESTINATION_CIRCULAR Pets/function A', 'DESTINATION_CIRCULAR Pets/function B']);
});

test.each(['https://example.com', 'http://127.0.0.1:1/a?b=c', '${token:Stack/Hook.Url}', 'https://${token:a.b}/hooks'])('takes the address %s', (url) => {
  expect(findings({ A: { ...FN, onFailure: { type: 'http', url } } })).toEqual([]);
});

test.each(['', 'example.com', 'ftp://example.com', 'https://', 'https://a b', 'https://a#b'])('refuses the address "%s"', (url) => {
  expect(findings({ A: { ...FN, onFailure: { type: 'http', url } } })[0]).toMatch(/^SPEC_INVALID /);
});
