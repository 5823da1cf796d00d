import { isLoopbackHost } from '../../../lib/runtime/lambda-api/loopback-host';

test.each(['127.0.0.1:80', '127.0.0.2:80', 'localhost:80', 'LocalHost:80', 'localhost.:80', 'lambda.localhost:80', '[::1]:80'])('%s is this machine', (host) => {
  expect(isLoopbackHost(host, 80)).toBe(true);
});

test.each([
  '', 'localhost', '127.0.0.1', 'localhost:81', 'evil.test:80', 'localhost.evil.test:80', 'notlocalhost:80', '127.0.0.1.evil.test:80', '10.0.0.1:80', '0.0.0.0:80',
  '[::2]:80', '[localhost]:80', '::1:80', 'a@localhost:80',
])('"%s" is not', (host) => {
  expect(isLoopbackHost(host, 80)).toBe(false);
});
