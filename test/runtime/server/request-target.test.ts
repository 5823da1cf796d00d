import fc from 'fast-check';
import { readRequestTarget, targetProblem } from '../../../lib/runtime/server/request-target';

test.each([
  ['/a?b', '/a?b', undefined],
  ['//evil.test/a', '//evil.test/a', undefined],
  ['http://api.test/a?b', '/a?b', 'api.test'],
  ['HTTPS://api.test:8080', '/', 'api.test:8080'],
  ['http://api.test?b', '/?b', 'api.test'],
  ['http://', '/', ''],
])('%s is %s', (target, originForm, authority) => {
  expect(readRequestTarget(target)).toEqual({ originForm, authority });
});

test.each(['*', '', '?a', 'api.test:443', 'ftp://api.test/', 'a/b', '\\a'])('%j is neither a path nor an address', (target) => {
  expect(readRequestTarget(target)).toBeUndefined();
});

test.each([
  '/', '//', '/a//b/', '/a.b/c..d/...', '/a;b=c/d', '/%E2%82%AC', '/a%2fb', '/a%20b', '/a?%zz=%&b=%00', '/a?b[]=1&c={}|"<>', '/open/100%25',
  '/a%5cb', '/a/.b', '/a/..b', '/%7e', '/{proxy+}', '/<script>',
])('%s is passed on', (target) => {
  expect(targetProblem(target)).toBeUndefined();
});

test.each([
  ['/..', 'dot'], ['/a/../b', 'dot'], ['/a/./b', 'dot'], ['/.', 'dot'], ['/a/..?b', 'dot'],
  ['/%2e%2e/a', 'dot'], ['/a/%2E%2E%2Fb', 'dot'], ['/a/.%2e/b', 'dot'], ['/a/..%2fb', 'dot'], ['/a/..;/b', 'dot'], ['/a/..;x=1/b', 'dot'],
  ['/a/..\\b', 'dot'], ['/a/..%5cb', 'dot'], ['/a/%252e%252e%252fb', 'dot'], ['/a/%25252e%25252e/b', 'dot'],
  ['/%zz', 'UTF-8'], ['/%', 'UTF-8'], ['/%2', 'UTF-8'], ['/%ff', 'UTF-8'], ['/..%c0%af', 'UTF-8'], ['/%u002e', 'UTF-8'], ['/%ed%a0%80', 'UTF-8'],
  ['/a%00', 'control'], ['/%0d%0aX', 'control'], ['/%7f', 'control'],
  ['/a#b', 'encoded'], ['/a?b#c', 'encoded'], ['/é', 'encoded'], ['/a?é', 'encoded'], ['/a b', 'encoded'], ['/\x7f', 'encoded'],
])('%s is refused: %s', (target, reason) => {
  expect(targetProblem(target)).toContain(reason);
});

test('whatever a path is made of, one that is passed on has no dot segment when it is decoded twice', () => {
  const pieces = fc.constantFrom('/', '.', '..', '%2e', '%2E', '%2f', '%5c', '\\', ';', 'a', '%25', '2e', '2f', '%252e', '%');
  fc.assert(fc.property(fc.array(pieces, { maxLength: 12 }), (parts) => {
    const target = `/${parts.join('')}`;
    if (targetProblem(target) !== undefined) return;
    for (const path of [target, decodeURIComponent(target), lenient(decodeURIComponent(target))]) {
      expect(path.split(/[/\\]/).filter((segment) => /^\.\.?(?:;|$)/.test(segment))).toEqual([]);
    }
  }), { numRuns: 3_000 });
});

function lenient(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

test('a path of escapes within escapes costs next to nothing', () => {
  expect(targetProblem(`/%${'25'.repeat(4_000)}2e`)).toBeUndefined();
});
