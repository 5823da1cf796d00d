import { execFile, execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { Api } from 'synthgate';
import { declareGateway, ECHO, functionOf, type DeclaredGateway } from '../support/declared-gateway';

interface Event {
  readonly httpMethod: string;
  readonly path: string;
  readonly headers: Record<string, string>;
  readonly multiValueHeaders: Record<string, string[]>;
  readonly queryStringParameters: Record<string, string> | null;
  readonly body: string | null;
}

let gateway: DeclaredGateway;
let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'synthgate-curl-'));
  gateway = await declareGateway((app) => {
    const api = new Api(app, 'Echoing', { deployOptions: { stageName: 'dev' } });
    api.root.addProxy({ defaultIntegration: functionOf(app, 'Echo', ECHO) });
    api.root.addResource('cookies').addMethod('GET', functionOf(app, 'Cookies', `() => ({
      statusCode: 200, multiValueHeaders: { 'Set-Cookie': ['a=1', 'b=2'] }, body: '',
    })`));
    api.root.addResource('gone').addMethod('GET', functionOf(app, 'Gone', "() => ({ statusCode: 302, headers: { Location: '/dev/found' } })"));
    new Api(app, 'Strict', { deployOptions: { stageName: 'dev' } }).root.addMethod('GET', functionOf(app, 'StrictEcho', ECHO));
    api.root.addResource('nothing').addMethod('DELETE', functionOf(app, 'Nothing', '() => ({ statusCode: 204 })'));
  });
});
afterAll(async () => {
  await gateway.close();
  rmSync(folder, { recursive: true });
});

/** Runs curl without anybody's settings; `{url}` stands for the stage. */
async function curl(...parameters: string[]): Promise<{ stdout: string; stderr: string }> {
  const filled = parameters.map((parameter) => parameter.replace('{url}', `${gateway.url}/dev`));
  return promisify(execFile)('curl', ['--disable', '--silent', '--show-error', '--noproxy', '*', '--max-time', '20', ...filled], { maxBuffer: 16_000_000 });
}

const eventOf = async (...parameters: string[]): Promise<Event> => JSON.parse((await curl(...parameters)).stdout) as Event;

test('GET with a query', async () => {
  const event = await eventOf('{url}/a/b?name=value');
  expect(event).toMatchObject({ httpMethod: 'GET', path: '/a/b', queryStringParameters: { name: 'value' }, body: null });
  expect(event.headers['User-Agent']).toMatch(/^curl\//);
});

test('POST with JSON, and the form that curl sends unless told otherwise', async () => {
  expect(await eventOf('--json', '{"a":1}', '{url}/a')).toMatchObject({ httpMethod: 'POST', body: '{"a":1}' });
  expect(await eventOf('--data', 'a=1&b=2', '{url}/a')).toMatchObject({ httpMethod: 'POST', body: 'a=1&b=2' });
});

test('a form that calls itself JSON is answered 400', async () => {
  const { stdout } = await curl('--header', 'Content-Type: application/json', '--data', 'a=1', '--write-out', '%{http_code}', '--output', '/dev/null', '{url}/a');
  expect(stdout).toBe('400');
});

test('a chunked upload reaches the function as a whole', async () => {
  const file = path.join(folder, 'chunks.txt');
  writeFileSync(file, 'line\n'.repeat(50_000));
  const event = await eventOf('--header', 'Transfer-Encoding: chunked', '--header', 'Content-Type: text/plain', '--data-binary', `@${file}`, '{url}/a');
  expect(event.body).toBe(readFileSync(file, 'utf8'));
  expect(Object.keys(event.headers)).not.toContain('Transfer-Encoding');
});

test('100-continue: curl waits for it and then sends the body', async () => {
  const file = path.join(folder, 'large.txt');
  writeFileSync(file, 'x'.repeat(1_100_000));
  const { stdout, stderr } = await curl('--verbose', '--http1.1', '--header', 'Expect: 100-continue', '--expect100-timeout', '15',
    '--header', 'Content-Type: text/plain', '--data-binary', `@${file}`, '{url}/a');
  expect(stderr).toMatch(/< HTTP\/1\.1 100 Continue/);
  expect(stderr).toMatch(/< HTTP\/1\.1 200 OK/);
  const event = JSON.parse(stdout) as Event;
  expect(event.body).toHaveLength(1_100_000);
  expect(Object.keys(event.headers)).not.toContain('Expect');
});

test('two requests share a connection', async () => {
  const { stderr } = await curl('--verbose', '{url}/a', '{url}/b');
  expect(stderr.match(/Re-using existing connection/gi)).toHaveLength(1);
});

test('HTTP/1.0 and Connection: close end the connection', async () => {
  expect((await curl('--http1.0', '--output', '/dev/null', '--write-out', '%{http_code}', '{url}/a')).stdout).toBe('200');
  const { stderr } = await curl('--verbose', '--header', 'Connection: close', '--output', '/dev/null', '{url}/a');
  expect(stderr).toMatch(/< connection: close/i);
});

test('HEAD is served by ANY, without a body', async () => {
  const { stdout } = await curl('--head', '{url}/a');
  expect(stdout).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
  expect(stdout).toMatch(/\r\nContent-Length: [1-9]\d+\r\n/i);
  expect(stdout.endsWith('\r\n\r\n')).toBe(true);
});

test('HEAD is not served by GET', async () => {
  const strict = `${gateway.serving.apis[1].url}/dev/`;
  expect((await curl('--include', strict)).stdout).toMatch(/^HTTP\/1\.1 200 /);
  expect((await curl('--head', strict)).stdout).toMatch(/^HTTP\/1\.1 403 /);
});

test('repeated request headers are all there, the last one wins in the single map', async () => {
  const event = await eventOf('--header', 'X-Own: one', '--header', 'X-Own: two', '{url}/a');
  expect(event.multiValueHeaders['X-Own']).toEqual(['one', 'two']);
  expect(event.headers['X-Own']).toBe('two');
});

test('repeated response headers are lines of their own', async () => {
  const { stdout } = await curl('--include', '{url}/cookies');
  expect(stdout.match(/^Set-Cookie: .*$/gim)?.map((line) => line.trim())).toEqual(['Set-Cookie: a=1', 'Set-Cookie: b=2']);
});

test('a redirect is followed', async () => {
  expect(await eventOf('--location', '{url}/gone')).toMatchObject({ path: '/found' });
});

test('204 has neither body nor length', async () => {
  const { stdout } = await curl('--include', '--request', 'DELETE', '{url}/nothing');
  expect(stdout).toMatch(/^HTTP\/1\.1 204 No Content\r\n/);
  expect(stdout).not.toMatch(/content-length/i);
});

test('a path is passed as it is written', async () => {
  expect((await eventOf('--path-as-is', '{url}/a%20b/c//d%2Fe/')).path).toBe('/a%20b/c//d%2Fe/');
});

test('curl is there', () => {
  expect(execFileSync('curl', ['--version'], { encoding: 'utf8' })).toMatch(/^curl \d/);
});
