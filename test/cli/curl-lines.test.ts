import { curlLines } from '../../lib/cli/curl-lines';
import type { Route } from '../../lib/spec';

const route = (method: string, path: string, change: Partial<Route> = {}): Route =>
  ({ method, path, target: 'mock', authorization: 'NONE', apiKeyRequired: false, ...change });

test('a path without and one with parameters come first, then other methods', () => {
  const routes = [route('DELETE', '/pets/{id}'), route('GET', '/pets/{id}'), route('GET', '/pets'), route('OPTIONS', '/pets'), route('POST', '/pets')];
  expect(curlLines({ url: 'http://127.0.0.1:3000/prod' }, routes)).toEqual([
    'curl http://127.0.0.1:3000/prod/pets',
    'curl http://127.0.0.1:3000/prod/pets/1',
    'curl -X DELETE http://127.0.0.1:3000/prod/pets/1',
  ]);
});

test('a call with a body is offered only where nothing else can be called', () => {
  expect(curlLines({ url: 'http://h:1/s' }, [route('POST', '/pets')])).toEqual(["curl -X POST -H 'content-type: application/json' -d '{}' http://h:1/s/pets"]);
});

test('parameters are filled in, keys are named', () => {
  const routes = [route('ANY', '/{proxy+}'), route('GET', '/', { apiKeyRequired: true })];
  expect(curlLines({ url: 'http://h:1/test' }, routes)).toEqual(['curl http://h:1/test/some/path', 'curl -H "x-api-key: $API_KEY" http://h:1/test/']);
});

test('calls that need a signature come last, preflights never', () => {
  expect(curlLines({ url: 'http://h:1/s' }, [route('GET', '/a', { authorization: 'AWS_IAM' }), route('GET', '/b'), route('OPTIONS', '/b')]))
    .toEqual(['curl http://h:1/s/b', 'curl http://h:1/s/a']);
});

test('a certificate of the local authority is what curl must trust', () => {
  expect(curlLines({ url: 'https://h:1/s', authority: '/data/certificate.pem' }, [route('GET', '/a')])).toEqual(['curl --cacert /data/certificate.pem https://h:1/s/a']);
});
