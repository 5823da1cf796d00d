import fc from 'fast-check';
import { matchesWildcards } from '../../../lib/runtime/authorizers/wildcard';
import { processorMs, slowness } from '../../support/machine-speed';

const API = 'arn:aws:execute-api:us-east-1:123456789012:api123';

test.each([
  ['*', `${API}/prod/GET/pets`],
  [`${API}/*`, `${API}/prod/GET/pets`],
  [`${API}/prod/GET/pets/*`, `${API}/prod/GET/pets/7/toys`],
  [`${API}/*/GET/*`, `${API}/prod/GET/`],
  ['arn:aws:execute-api:*:*:*', `${API}/prod/GET/pets`],
  [`${API}/prod/*/pet?`, `${API}/prod/GET/pets`],
  [`${API}/prod/GET/pets**`, `${API}/prod/GET/pets`],
  ['', ''],
])('%s matches %s', (pattern, text) => {
  expect(matchesWildcards(pattern, text)).toBe(true);
});

test.each([
  [`${API}/prod/GET/pets`, `${API}/prod/GET/pets/7`],
  [`${API}/prod/GET/Pets`, `${API}/prod/GET/pets`],
  [`${API}/prod/GET/pets/?`, `${API}/prod/GET/pets/`],
  [`${API}/beta/*`, `${API}/prod/GET/pets`],
  ['a.c', 'abc'],
  ['[a]', 'a'],
  ['', 'a'],
])('%s does not match %s', (pattern, text) => {
  expect(matchesWildcards(pattern, text)).toBe(false);
});

const letters = fc.string({ unit: fc.constantFrom('a', 'b', '/', ':'), maxLength: 12 });
const pattern = fc.string({ unit: fc.constantFrom('a', 'b', '/', ':', '*', '?'), maxLength: 12 });

test('a pattern without wildcards matches itself only', () => {
  fc.assert(fc.property(letters, letters, (one, other) => matchesWildcards(one, other) === (one === other)));
});

test('agrees with the regular expression that the pattern stands for', () => {
  fc.assert(fc.property(pattern, letters, (given, text) => {
    const expression = given.replaceAll('**', '*').replace(/[*?]/g, (one) => (one === '*' ? '.*' : '.'));
    return matchesWildcards(given, text) === new RegExp(`^${expression}$`, 's').test(text);
  }), { numRuns: 2_000 });
});

test('what a pattern matches, it matches with any character under ? and any text under *', () => {
  fc.assert(fc.property(fc.array(fc.tuple(letters, fc.constantFrom('*', '?', '')), { maxLength: 6 }), letters, (parts, filling) => {
    const pattern = parts.map(([text, wildcard]) => `${text}${wildcard}`).join('');
    const text = parts.map(([own, wildcard]) => `${own}${wildcard === '*' ? filling : wildcard === '?' ? 'x' : ''}`).join('');
    return matchesWildcards(pattern, text);
  }));
});

test('takes time in proportion to pattern times text, where a regular expression would take years', () => {
  const ms = processorMs(() => {
    expect(matchesWildcards('*a'.repeat(250), 'a'.repeat(1_600).concat('b'))).toBe(false);
    expect(matchesWildcards(`${'*'.repeat(500)}b`, 'a'.repeat(10_000))).toBe(false);
  });
  expect(ms).toBeLessThan(500 * slowness());
});
