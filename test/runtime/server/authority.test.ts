import { isAuthority } from '../../../lib/runtime/server/authority';

test.each([
  'api.test', 'API.test.', 'localhost:3000', '127.0.0.1', '127.0.0.1:65535', '[::1]', '[2001:db8::1]:443', 'a_b.test', '__proto__', 'xn--bcher-kva.test',
  'a'.repeat(255),
])('%s is one', (text) => {
  expect(isAuthority(text)).toBe(true);
});

test.each([
  '', ' ', 'api test', 'a, b', 'a,b', 'a/b', 'user@api.test', 'a:b', 'a:99999', 'a:123456', 'a:', ':80', '..', '.a', 'a..b', '[::1', '::1', '[x]', '[::1]]',
  'a"><x>', 'a%41', 'é.test', 'a\\b', 'a?b', 'a#b', 'a'.repeat(256),
])('%j is not an authority', (text) => {
  expect(isAuthority(text)).toBe(false);
});
