import { readStoreUrl } from '../../../lib/runtime/store/store-url';

const NOBODY = { username: undefined, password: undefined };
const SINGLE = { path: undefined, isCluster: false, isSecure: false, database: 0, ...NOBODY };

test.each([
  ['valkey://cache', { ...SINGLE, hosts: [{ host: 'cache', port: 6379 }], label: 'valkey://cache' }],
  ['redis://127.0.0.1:7000/2', { ...SINGLE, hosts: [{ host: '127.0.0.1', port: 7000 }], database: 2, label: 'redis://127.0.0.1:7000' }],
  ['redis://[::1]:7000/', { ...SINGLE, hosts: [{ host: '::1', port: 7000 }], label: 'redis://[::1]:7000' }],
  ['rediss://:s%40crt@cache', { ...SINGLE, hosts: [{ host: 'cache', port: 6379 }], isSecure: true, password: 's@crt', label: 'rediss://cache' }],
  ['valkeys://gate:a:b@cache', { ...SINGLE, hosts: [{ host: 'cache', port: 6379 }], isSecure: true, username: 'gate', password: 'a:b', label: 'valkeys://cache' }],
  ['valkey://one:1,two', { ...SINGLE, hosts: [{ host: 'one', port: 1 }, { host: 'two', port: 6379 }], isCluster: true, label: 'valkey://one:1,two' }],
  ['valkey://one?cluster', { ...SINGLE, hosts: [{ host: 'one', port: 6379 }], isCluster: true, label: 'valkey://one' }],
  ['unix:///run/valkey.sock', { ...SINGLE, hosts: [], path: '/run/valkey.sock', label: 'unix:///run/valkey.sock' }],
])('reads %s', (url, address) => {
  expect(readStoreUrl(url)).toEqual(address);
});

test.each([
  '', 'cache:6379', 'http://cache', 'valkey://', 'valkey://a b', 'valkey://cache:0', 'valkey://cache:70000', 'valkey://cache/one', 'valkey://a,,b', 'valkey://gate@cache',
  'valkey://:%zz@cache', 'valkey://a,b/3', 'valkey://cache?cluster=no', 'unix://run/valkey.sock', 'valkey://cache#0',
])('takes no %s', (url) => {
  expect(readStoreUrl(url)).toBeUndefined();
});
