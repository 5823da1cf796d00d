import { curlLines, wscatLines } from '../../lib/cli/curl-lines';
import type { ExampleCall } from '../../lib/runtime';

const call = (change: Partial<ExampleCall> = {}): ExampleCall => ({ method: 'GET', path: '/pets', headers: [], body: '', ...change });

test('a simple call is a URL', () => {
  expect(curlLines({ url: 'http://127.0.0.1:3000/prod' }, [call(), call({ method: 'DELETE', path: '/pets/1' })])).toEqual([
    'curl http://127.0.0.1:3000/prod/pets',
    'curl -X DELETE http://127.0.0.1:3000/prod/pets/1',
  ]);
});

test('headers, bodies and queries are quoted for the shell', () => {
  const headers = [{ name: 'x-api-key', value: "it's" }, { name: 'content-type', value: 'application/json' }];
  expect(curlLines({ url: 'http://h:1/s' }, [call({ method: 'POST', path: '/pets?a=b', headers, body: '{\n  "name": "text"\n}' })]))
    .toEqual(['curl -X POST -H \'x-api-key: it\'\\\'\'s\' -H \'content-type: application/json\' -d \'{"name":"text"}\' \'http://h:1/s/pets?a=b\'']);
});

test('a token is signed when the line runs; it names its authorizer where there are several', () => {
  const signed = call({ token: { header: 'Authorization', authorizer: 'Customers', scope: 'pets/read' } });
  expect(curlLines({ url: 'http://h:1/s' }, [signed])).toEqual(['curl -H "Authorization: $(npx synthgate token --scope pets/read)" http://h:1/s/pets']);
  expect(curlLines({ url: 'http://h:1/s', namesAuthorizers: true }, [signed]))
    .toEqual(['curl -H "Authorization: $(npx synthgate token --pool Customers --scope pets/read)" http://h:1/s/pets']);
});

test('a certificate of the local authority is what curl must trust', () => {
  expect(curlLines({ url: 'https://h:1/s', authority: '/data/certificate.pem' }, [call()])).toEqual(['curl --cacert /data/certificate.pem https://h:1/s/pets']);
});

test('a handshake is a line for wscat, with its headers, query and what to trust', () => {
  expect(wscatLines({ url: 'ws://h:1/s' }, [call({ path: '' }), call()])).toEqual(['npx wscat -c ws://h:1/s']);
  const headers = [{ name: 'x-api-key', value: 'k' }];
  expect(wscatLines({ url: 'wss://h:1/s', authority: '/data/certificate.pem' }, [call({ path: '?a=b', headers })]))
    .toEqual(["npx wscat --ca /data/certificate.pem -c 'wss://h:1/s?a=b' -H 'x-api-key: k'"]);
  expect(wscatLines({ url: 'ws://h:1/s' }, [])).toEqual([]);
});
