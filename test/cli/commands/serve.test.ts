import aws4 from 'aws4';
import { existsSync, readFileSync, renameSync, utimesSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import path from 'node:path';
import { fingerprintOf, petsSpec, writeAssembly } from '../../support/assembly';
import { synthgate } from '../../support/command-line';
import { startCommand, type RunningCommand } from '../../support/served-command';
import { newDirectory } from '../../support/temporary-directory';
import { until } from '../../support/until';

/** Answers at once, or after as many ms as the path says. */
const CODE = `exports.handler = async (event) => {
  const id = event.pathParameters && event.pathParameters.id;
  console.log('asked for ' + id);
  await new Promise((resolve) => setTimeout(resolve, Number(id) || 0));
  return { statusCode: 200, body: process.env.V || 'none' };
};`;

const running: RunningCommand[] = [];
let directory: string;

beforeEach(() => {
  directory = newDirectory();
  write('1');
});

afterEach(async () => {
  for (const { child, ended } of running.splice(0)) {
    child.kill('SIGKILL');
    await ended;
  }
});

test.each([
  [['--api-key', 'Nope=x'], 3, '--api-key is "Nope"; expected Dev, Open [OPTION_INVALID]'],
  [['--parameters', 'parameters.json'], 3, '--parameters is "parameters.json"; expected a template; an assembly, spec or OpenAPI document has no parameters [OPTION_INVALID]'],
  [['--parameter', 'A=1'], 3, '--parameter is "A"; expected a template; an assembly, spec or OpenAPI document has no parameters [OPTION_INVALID]'],
  [['--value-from', 'env.V=NOT_SET'], 3, '--value-from is "env.V=NOT_SET"; expected store=VARIABLE without --store, '],
  [['--host', ''], 3, '--host is ""; expected a non-empty string [OPTION_INVALID]'],
  [['--trusted-proxy', '300.1.1.1'], 3, '--trusted-proxy is "300.1.1.1"; expected an IP address'],
  [['--https-cert', 'nope.pem'], 3, 'nope.pem"; expected it together with --https-key, the file with its private key [OPTION_INVALID]'],
  [['--state', 'parameters.json'], 1, 'parameters.json: the state cannot be written: '],
  [['--state', 'parameters.json/x'], 1, '[STATE_NOT_WRITABLE]'],
  [['--access-log', 'parameters.json/x'], 1, 'parameters.json/x cannot be written: '],
])('what has no effect, or cannot be used, is refused: %j', async (parameters, code, message) => {
  writeAssembly(path.join(directory, 'gateway.out'), [{ ...spec('1'), apiKeys: { Dev: {}, Open: {} } }], CODE);
  writeFileSync(path.join(directory, 'parameters.json'), '{"A": "1"}');
  const result = await synthgate(directory, ['serve', 'gateway.out', '--port', '0', ...parameters]);
  expect(result).toMatchObject({ code, err: expect.stringContaining(message) as string });
  expect(result.err).not.toContain('    at ');
});

test('shows URLs, routes and calls to try, logs requests with what functions print, and stops on a signal', async () => {
  const serving = serve('gateway.out');
  const url = await urlOf(serving);
  expect((await fetch(`${url}/prod/pets/5`)).status).toBe(200);
  expect((await fetch(`${url}/prod/nothing`)).status).toBe(403);
  await serving.sees(/→ 403/);
  serving.child.kill('SIGTERM');
  expect(await serving.ended).toBe(0);
  const text = serving.printed();
  expect(text).toContain(`${url}/prod  ${fingerprintOf(spec('1')).slice(0, 12)}  as synthesized\n`);
  expect(text).toMatch(/ {2}GET {3}\/pets\/\{id\} {2}→ proxy Pets\n/);
  expect(text).toContain(`try:\n  curl ${url}/prod/pets\n`);
  expect(text).toMatch(/Pets {2}[0-9a-f]{8} │ asked for 5\n/);
  expect(text).toMatch(/GET {4}\/prod\/pets\/5 +→ 200 +\d+ ms {2}proxy Pets {2}[0-9a-f]{8}\n/);
  expect(text).toMatch(/^synthgate \d+\.\d+\.\d+ {2}ready in \d+ ms\n/);
  expect(text).not.toContain('stopping');
  expect(text).toMatch(/ stopped\n$/);
});

test('limits all APIs together as the account does, and says why to those who ask', async () => {
  const serving = serve('gateway.out', '--account-limit', '0,1', '--explain', '--value-from', 'env.V=HOME');
  const url = await urlOf(serving);
  const answer = await fetch(`${url}/prod/pets/0`);
  expect([answer.status, await answer.text()]).toEqual([200, process.env.HOME]);
  const refused = await fetch(`${url}/prod/pets/0`, { headers: { 'x-synthgate-explain': '1' } });
  expect([refused.status, await refused.text()]).toEqual([429, '{"message":"Too Many Requests"}']);
  expect(refused.headers.get('x-synthgate-explain')).toContain('RATE_EXCEEDED');
  serving.child.kill('SIGTERM');
  expect(await serving.ended).toBe(0);
});

test('lets requests in flight finish when it stops', async () => {
  const serving = serve('gateway.out');
  const url = await urlOf(serving);
  const slow = fetch(`${url}/prod/pets/1000`);
  await serving.sees(/asked for 1000/);
  serving.child.kill('SIGINT');
  await serving.sees(/stopping: 1 request in flight \(up to 30 s; Ctrl-C again stops now\)/);
  await expect(fetch(`${url}/prod/pets/0`)).rejects.toThrow();
  expect((await slow).status).toBe(200);
  expect(await serving.ended).toBe(0);
});

test('a second signal ends it at once, with the code that shells give it', async () => {
  const serving = serve('gateway.out');
  const slow = fetch(`${await urlOf(serving)}/prod/pets/20000`).catch(() => 'cut off');
  await serving.sees(/asked for 20000/);
  serving.child.kill('SIGTERM');
  await serving.sees(/stopping: 1 request in flight \(up to 30 s; Ctrl-C again stops now\)/);
  const again = setInterval(() => serving.child.kill('SIGINT'), 100);
  expect(await serving.ended).toBe(130);
  clearInterval(again);
  expect(serving.printed()).toContain('stopped now, 1 request cut');
  expect(await slow).toBe('cut off');
});

test('drains on a signal: it says so and in /readyz, still answers, and ends with 0', async () => {
  const serving = serve('gateway.out', '--drain', '2', '--health-port', '0');
  const url = await urlOf(serving);
  const [, ready = ''] = await serving.sees(/health:\n {2}(http:\S+\/readyz)/);
  for (let isReady = false; !isReady;) isReady = (await fetch(ready)).ok;
  serving.child.kill('SIGTERM');
  await serving.sees(/draining: not ready, but accepting requests for 2 s; Ctrl-C again stops now/);
  expect(await (await fetch(ready)).text()).toBe('draining\n');
  expect((await fetch(`${url}/prod/pets/0`)).headers.get('connection')).toBe('close');
  expect(await serving.ended).toBe(0);
});

test('--access-log has a line for each request of all processes, and SIGUSR2 begins a new file after a rotation', async () => {
  const [file, rotated] = ['logs/access.log', 'logs/access.log.1'].map((name) => path.join(directory, name));
  const serving = serve('gateway.out', '--processes', '2', '--access-log', 'logs/access.log', '--json-logs');
  const [, url] = await serving.sees(/"url":"(http:[^"]+)"/);
  const lines = (name: string): readonly string[] => (existsSync(name) ? readFileSync(name, 'utf8').split('\n').slice(0, -1) : []);
  const call = async (count: number): Promise<void> => { await Promise.all(Array.from({ length: count }, () => fetch(`${url}/prod/pets/0`))); };
  await call(5);
  await until(() => lines(file).length === 5 || undefined);
  renameSync(file, rotated);
  // a signal for all of its processes must not end the workers
  const [, workers = ''] = await serving.sees(/"processes":\[([\d,]+)\]/);
  for (const pid of [serving.child.pid ?? 0, ...workers.split(',').map(Number)]) process.kill(pid, 'SIGUSR2');
  let sent = 5;
  for (; lines(file).length === 0; sent += 1) await call(1);
  serving.child.kill('SIGTERM');
  expect(await serving.ended).toBe(0);
  expect([...lines(rotated), ...lines(file)].map((line) => (JSON.parse(line) as Record<string, unknown>)['http.route'])).toEqual(Array(sent).fill('/prod/pets/{id}'));
  expect(serving.printed()).not.toMatch(/"level":"(?:warn|error)"/);
});

test('a second signal while it drains ends it at once', async () => {
  const serving = serve('gateway.out', '--drain', '600', '--json-logs');
  await serving.sees(/"serving"/);
  serving.child.kill('SIGTERM');
  await serving.sees(/draining: not ready/);
  const again = setInterval(() => serving.child.kill('SIGTERM'), 100);
  expect(await serving.ended).toBe(143);
  clearInterval(again);
});

test('reloads after a deploy and a rollback without losing a request, and says when a stage is behind', async () => {
  await deploy();
  write('2');
  const serving = serve('gateway.out');
  const url = await urlOf(serving);
  expect(serving.printed()).toContain('definition changed since this deployment; to serve the change, run: synthgate deploy Pets --stage prod');
  const load = callAllTheTime(`${url}/prod/pets/0`);
  await load.sees('1');
  await deploy();
  await load.sees('2');
  expect((await synthgate(directory, ['rollback', '--stage', 'prod'])).code).toBe(0);
  await load.sees('1', 2);
  expect(await load.stop()).toEqual([]);
  serving.child.kill('SIGTERM');
  expect(await serving.ended).toBe(0);
});

test('logs JSON only with --json-logs', async () => {
  const serving = serve('gateway.out', '--json-logs');
  const [, url] = await serving.sees(/"url":"(http:[^"]+)"/);
  await fetch(`${url}/prod/pets/0`);
  await serving.sees(/"status":200/);
  serving.child.kill('SIGTERM');
  await serving.ended;
  const entries = serving.printed().trimEnd().split('\n').map((line) => JSON.parse(line) as Record<string, unknown>);
  const [first, ...others] = entries.map(({ message }) => message);
  // the function's output comes over a pipe of its own, before or after the line about its request
  expect([first, others.slice(0, 2).sort(), ...others.slice(2)])
    .toEqual(['serving', ['asked for 0', 'request'], 'stopped']);
  expect(entries[0]).toMatchObject({ apis: [{ name: 'Pets', stages: [{ name: 'prod', source: 'assembly' }] }] });
  expect(entries.find(({ message }) => message === 'request')).toMatchObject({ method: 'GET', path: '/prod/pets/0', status: 200, target: 'proxy Pets' });
});

test('runs an app first when it is given one', async () => {
  const serving = serve('--app', 'cp -r gateway.out own.out && touch own.out/manifest.json', '--output', 'own.out');
  expect((await fetch(`${await urlOf(serving)}/prod/pets/0`)).status).toBe(200);
});

test('runs the configured app first, so that an edited definition is served', async () => {
  writeFileSync(path.join(directory, 'synthgate.json'), '{"app": "cp -r gateway.out own.out && touch own.out/manifest.json", "output": "own.out"}');
  expect((await fetch(`${await urlOf(serve())}/prod/pets/0`)).status).toBe(200);
});

test.each(['--watch', '-w', '--hot', '--live', '--reload', '--hot-reload', '--live-reload'])('SERVE_FOLLOWS_NO_EDITS: %s leads to dev', async (flag) => {
  const { code, err } = await synthgate(directory, ['serve', 'gateway.out', flag]);
  expect([code, err]).toEqual([3, expect.stringMatching(/SERVE_FOLLOWS_NO_EDITS[^]*synthgate dev/)]);
});

test('says that it serves an older synthesis, where no app is found to run', async () => {
  const serving = serve();
  await serving.sees(/warn gateway\.out is served as it was written at \d{4}-\d\d-\d\d \d\d:\d\d:\d\d; no app was found to run\. Name it in synthgate\.json, or run: synthgate dev <app>/);
});

test('says that the app was edited since its output was written', async () => {
  writeFileSync(path.join(directory, 'app.js'), "require('synthgate')");
  utimesSync(path.join(directory, 'gateway.out/manifest.json'), 1_000_000_000, 1_000_000_000);
  await serve('gateway.out').sees(/served as it was written at 2001-09-0\d .*, and app\.js was edited since\. To serve the edit: synthgate serve, or synthgate dev/);
  utimesSync(path.join(directory, 'app.js'), 900_000_000, 900_000_000);
  const upToDate = serve('gateway.out', '--state', 'other.state');
  await urlOf(upToDate);
  expect(upToDate.printed()).not.toContain('as it was written');
});

test('functions get variables that are not in the definition', async () => {
  const serving = serve('gateway.out', '--env', 'V=given');
  expect(await (await fetch(`${await urlOf(serving)}/prod/pets/0`)).text()).toBe('given');
});

test('a port that is taken is named', async () => {
  const blocker = createServer();
  const port = await new Promise<number>((resolve) => {
    blocker.listen(0, '127.0.0.1', () => resolve((blocker.address() as AddressInfo).port));
  });
  const serving = startCommand(directory, ['serve', 'gateway.out', '--port', String(port)]);
  running.push(serving);
  expect(await serving.ended).toBe(1);
  expect(serving.printed()).toMatch(new RegExp(`error: port ${port} of 127\\.0\\.0\\.1 is already in use by \\S+ \\(pid \\d+\\) \\[PORT_IN_USE\\]`));
  await new Promise((resolve) => { blocker.close(resolve); });
});

const CREDENTIALS = '[{"accessKeyId": "AKIDEXAMPLE", "secretAccessKey": "a-secret"}]';

test.each(['{', '{}', '[{"accessKeyId": "AKIDEXAMPLE"}]', CREDENTIALS.replace('}', ', "expires": 1}')])('a file without credentials is refused, and not shown: %s', async (text) => {
  writeFileSync(path.join(directory, 'credentials.json'), text);
  const { code, err } = await synthgate(directory, ['serve', 'gateway.out', '--credentials', 'credentials.json']);
  expect([code, err]).toEqual([3, expect.stringContaining('[OPTION_INVALID]')]);
  expect(err).not.toContain('a-secret');
});

test('the given credentials may sign requests', async () => {
  const authorization = { type: 'AWS_IAM' as const };
  const methods = { GET: { authorization, integration: { type: 'proxy' as const, function: 'Pets' } } };
  writeAssembly(path.join(directory, 'gateway.out'), [petsSpec({ resources: { '/pets': { id: 'pets', methods } } })], CODE);
  writeFileSync(path.join(directory, 'credentials.json'), CREDENTIALS);
  const url = new URL(`${await urlOf(serve('gateway.out', '--credentials', 'credentials.json'))}/prod/pets`);
  expect((await fetch(url)).status).toBe(403);
  const signed = aws4.sign({ host: url.host, path: url.pathname, service: 'execute-api', region: 'us-east-1' }, { accessKeyId: 'AKIDEXAMPLE', secretAccessKey: 'a-secret' });
  const { Host: _, ...headers } = signed.headers ?? {};
  expect((await fetch(url, { headers: headers as Record<string, string> })).status).toBe(200);
});

test.each(['{', '[1]', '{"a": 1}'])('a file without token values is refused: %s', async (text) => {
  writeFileSync(path.join(directory, 'values.json'), text);
  const { code, err } = await synthgate(directory, ['serve', 'gateway.out', '--token-values', 'values.json']);
  expect([code, err]).toEqual([3, expect.stringContaining('[OPTION_INVALID]')]);
});

describe('what only a deployment knows', () => {
  beforeEach(() => { write('${token:Shop/Table.Ref} of ${token:Shop/Bucket.Arn}'); });

  test('is listed all at once with what needs it; the method that needs it answers 503; local names are listed, too', async () => {
    const said = { values: { 'Shop/Bucket.Arn': 'arn:local' }, local: ['Shop/Bucket.Arn'], names: [] };
    writeFileSync(path.join(directory, 'gateway.out', 'token-values.json'), JSON.stringify(said));
    const serving = serve('gateway.out', '--write-token-values', 'missing.json');
    const response = await fetch(`${await urlOf(serving)}/prod/pets`);
    expect([response.status, await response.text()]).toEqual([503, '{"message": "Internal server error"}']);
    expect(JSON.parse(readFileSync(path.join(directory, 'missing.json'), 'utf8'))).toEqual({
      '// Shop/Table.Ref': 'function Pets, environment V', 'Shop/Table.Ref': '',
      '// Shop/Bucket.Arn': 'arn:local unless given: function Pets, environment V', 'Shop/Bucket.Arn': '',
    });
    await serving.sees(/local names of .*:\n {2}Shop\/Bucket\.Arn {2}arn:local {2}function Pets, environment V\n/);
    const { out, err } = await synthgate(directory, ['invoke', 'GET /pets', '--assembly', 'gateway.out']);
    expect(out).toMatch(/^503 /);
    expect(err).toContain('FUNCTION_VALUE_MISSING');
  });

  test('is given by a file, and over it one by one', async () => {
    writeFileSync(path.join(directory, 'values.json'), JSON.stringify({ 'Shop/Table.Ref': 'from-file', 'Shop/Bucket.Arn': 'arn:file' }));
    const values = ['--token-values', 'values.json', '--token-value', 'Shop/Table.Ref=pets-here'];
    const url = await urlOf(serve('gateway.out', ...values));
    expect(await (await fetch(`${url}/prod/pets`)).text()).toContain('pets-here of arn:file');
    const invoked = await synthgate(directory, ['invoke', 'GET /pets', '--assembly', 'gateway.out', ...values]);
    expect([invoked.code, invoked.out]).toEqual([0, expect.stringContaining('pets-here of arn:file')]);
  });
});

function spec(value: string) {
  return petsSpec({}, { V: value });
}

function write(value: string): void {
  writeAssembly(path.join(directory, 'gateway.out'), [spec(value)], CODE);
}

async function deploy(): Promise<void> {
  expect((await synthgate(directory, ['deploy', '--stage', 'prod'])).code).toBe(0);
}

function serve(...parameters: string[]): RunningCommand {
  const started = startCommand(directory, ['serve', '--port', '0', ...parameters]);
  running.push(started);
  return started;
}

async function urlOf(serving: RunningCommand): Promise<string> {
  const [, url] = await serving.sees(/try:\n[^]*(http:\/\/127\.0\.0\.1:\d+)\/prod {2}[^]*\n\n/);
  return url;
}

/** Calls one after the other, keeping what is not 200. */
function callAllTheTime(url: string) {
  const failures: unknown[] = [];
  const answers: string[] = [];
  let isStopped = false;
  const calling = (async () => {
    while (!isStopped) {
      const answer = await fetch(url).then(
        async (response) => ({ status: response.status, text: await response.text() }),
        (error: unknown) => ({ status: 0, text: String(error) }),
      );
      if (answer.status !== 200) failures.push(answer);
      if (answers.at(-1) !== answer.text) answers.push(answer.text);
    }
  })();
  return {
    /** Waits for an answer, the `count`th time that it comes after another one. */
    sees: async (text: string, count = 1): Promise<void> => {
      while (answers.filter((answer) => answer === text).length < count) await new Promise((resolve) => { setImmediate(resolve); });
    },
    stop: async (): Promise<unknown[]> => {
      isStopped = true;
      await calling;
      return failures;
    },
  };
}
