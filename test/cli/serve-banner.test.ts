import { createColors } from 'picocolors';
import { serveBanner, curlLines, wscatLines } from '../../lib/cli/serve-banner';
import type { ExampleCalls, ServedApi, ExampleCall } from '../../lib/runtime';

const route = (path: string) => ({ path, method: 'GET', target: 'mock', authorization: 'NONE', apiKeyRequired: false });
const stage = (name: string, digit: string, source: 'assembly' | 'state', path: string) => ({ name, url: `http://0.0.0.0:3000/${name}`, fingerprint: digit.repeat(64), source, routes: [route(path)] });

test('stages at different deployments have tables of their own; one that is behind says what to do', () => {
  const api = { name: 'Pets', apiId: 'pets', protocol: 'rest' as const, url: 'http://0.0.0.0:3000', functions: [], stages: [stage('dev', 'b', 'assembly', '/new'), stage('prod', 'a', 'state', '/old')] };
  expect(banner([api])).toBe(`
try:
  curl http://127.0.0.1:3000/prod/old

Pets
  http://127.0.0.1:3000/dev   bbbbbbbbbbbb  as synthesized
  http://127.0.0.1:3000/prod  aaaaaaaaaaaa  deployed
    definition and variables changed since this deployment; to serve the change, run: synthgate deploy Pets --stage prod

  dev:
  GET  /new  → mock

  prod:
  GET  /old  → mock

`);
});

test('an API without stages says that nothing can be called', () => {
  expect(banner([{ name: 'Pets', apiId: 'pets', protocol: 'rest' as const, url: 'http://[::]:3000', functions: [], stages: [] }])).toContain('no stage is deployed: every request gets 403');
});

test('where nothing can be called, the banner says what routes need', () => {
  const api = { name: 'Pets', apiId: 'pets', protocol: 'rest' as const, url: 'http://127.0.0.1:3000', functions: [], stages: [stage('prod', 'a', 'assembly', '/pets')] };
  const exampleCalls = () => ({ calls: [], tokenAuthorizers: [], obstacles: [{ method: 'GET', path: '/pets', needs: 'what authorizer Guard accepts' }] });
  expect(banner([api], exampleCalls)).toContain('no call to try:\n  GET /pets needs what authorizer Guard accepts\n');
});

test.each<readonly [string, Partial<ExampleCalls>, string]>([
  ['without a route for it', {}, 'try:\n  npx wscat -c ws://127.0.0.1:3000/prod\n'],
  ['with a key', { calls: [{ method: 'GET', path: '', headers: [{ name: 'x-api-key', value: 'k' }], body: '' }] }, "try:\n  npx wscat -c ws://127.0.0.1:3000/prod -H 'x-api-key: k'\n"],
  ['that is guarded', { obstacles: [{ method: 'ANY', path: '/$connect', needs: 'what Guard accepts' }] }, 'no call to try:\n  ANY /$connect needs what Guard accepts\n'],
])('the handshake of a WebSocket API, %s', (_, calls, text) => {
  const live = { ...stage('prod', 'a', 'assembly', '/$default'), url: 'ws://127.0.0.1:3000/prod' };
  const api = { name: 'Chat', apiId: 'chat', protocol: 'websocket' as const, url: 'ws://127.0.0.1:3000', functions: [], stages: [live] };
  expect(banner([api], () => ({ calls: [], tokenAuthorizers: [], obstacles: [], ...calls }))).toContain(text);
});

const CALLS: ExampleCalls = { calls: [{ method: 'GET', path: '/old', headers: [], body: '' }], tokenAuthorizers: [], obstacles: [] };

function banner(apis: readonly ServedApi[], exampleCalls = () => CALLS): string {
  return serveBanner({ apis, exampleCalls, health: undefined, management: undefined, lambdaEndpoint: undefined, certificateAuthority: undefined }, [{ api: 'Pets', stage: 'prod', differences: ['definition', 'variables'] }], createColors(false));
}

test('the health port is shown as it can be called', () => {
  const parts = { apis: [], exampleCalls: () => CALLS, management: undefined, lambdaEndpoint: undefined, certificateAuthority: undefined };
  expect(serveBanner({ ...parts, health: 'http://0.0.0.0:4001' }, [], createColors(false))).toContain('\nhealth:\n  http://127.0.0.1:4001/readyz\n');
});

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
