import { createColors } from 'picocolors';
import { serveBanner } from '../../lib/cli/serve-banner';
import type { ExampleCalls, ServedApi } from '../../lib/runtime';

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
