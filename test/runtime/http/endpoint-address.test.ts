import { readEndpoint } from '../../../lib/runtime/http/endpoint-address';

test.each([
  ['http://host', { protocol: 'http', host: 'host', port: 80, authority: 'host', path: '/' }],
  ['https://Host:8443/a/../b//c?x=%2F', { protocol: 'https', host: 'host', port: 8443, authority: 'host:8443', path: '/a/../b//c?x=%2F' }],
  ['http://[::1]:81?x', { host: '::1', port: 81, authority: '[::1]:81', path: '/?x' }],
])('%s is read; the path stays as it is', (url, parts) => {
  expect(readEndpoint(url)).toMatchObject(parts);
});

test.each(['', 'http://', 'http:///path', 'https://?x', 'ftp://host', 'http://user@host/', 'http://ho st/', 'http://host/a b', 'http://host/#f', 'http://host:99999/'])(
  '%j is an invalid endpoint address', (url) => {
    expect(() => readEndpoint(url)).toThrow(expect.objectContaining({ code: 'ENDPOINT_INVALID' }));
  });
