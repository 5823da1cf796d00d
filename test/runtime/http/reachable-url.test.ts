import { reachableUrl } from '../../../lib/runtime/http/reachable-url';

test.each([
  ['http://0.0.0.0:3000/prod', 'http://127.0.0.1:3000/prod'],
  ['https://[::]:3000/prod', 'https://[::1]:3000/prod'],
  ['http://10.0.0.0:3000', 'http://10.0.0.0:3000'],
  ['http://localhost:3000//0.0.0.0', 'http://localhost:3000//0.0.0.0'],
])('%s is called as %s', (url, reachable) => {
  expect(reachableUrl(url)).toBe(reachable);
});
