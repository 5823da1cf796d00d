import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { serve, type Serving } from 'synthgate/runtime';
import { sendRequest } from './support/http-client';
import { until } from './support/until';

/** `requests.json` of an example. */
interface Replay {
  readonly requests: readonly ReplayedRequest[];
  readonly apiKeys?: Readonly<Record<string, string>>;
  readonly values?: Readonly<Record<string, string>>;
  readonly deadLetters?: readonly object[];
}

interface ReplayedRequest {
  readonly about: string;
  /** Default: the only API. */
  readonly api?: string;
  readonly method?: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly expect: {
    readonly status: number;
    readonly headers?: Readonly<Record<string, string>>;
    readonly present?: readonly string[];
    readonly absent?: readonly string[];
    readonly json?: unknown;
    readonly text?: string;
  };
}

const root = path.resolve(__dirname, '..');
const examples = readdirSync(path.join(root, 'examples')).filter((name) => /^\d\d-/.test(name)).sort();
const fileOf = (example: string, ...parts: string[]) => path.join(root, 'examples', example, ...parts);
/** All files below a directory by their paths in it. */
const filesIn = (directory: string) => readdirSync(directory, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => path.relative(directory, path.join(entry.parentPath, entry.name)))
  .sort();
const lines = (file: string) => readFileSync(file, 'utf8').trimEnd().split('\n').length;

const folder = mkdtempSync(path.join(tmpdir(), 'synthgate-examples-'));
afterAll(() => rmSync(folder, { recursive: true }));

describe.each(examples)('example %s', (example) => {
  const assembly = path.join(folder, example, 'gateway.out');
  const replay = JSON.parse(readFileSync(fileOf(example, 'requests.json'), 'utf8')) as Replay;
  let serving: Serving | undefined;

  beforeAll(async () => {
    synth(example, assembly);
    serving = await serve({ source: assembly, port: 0, watch: false, apiKeys: replay.apiKeys, tokenValues: replay.values });
  });
  afterAll(() => serving?.close());

  test('is short enough to be read at once', () => {
    expect(lines(fileOf(example, 'app.ts'))).toBeLessThan(60);
  });

  test('becomes exactly the expected specs and documents', () => {
    const written = filesIn(assembly).filter((name) => name.endsWith('.gateway.json') || name.startsWith('openapi/'));
    expect(written).toEqual(existsSync(fileOf(example, 'expected')) ? filesIn(fileOf(example, 'expected')) : []);
    for (const name of written) {
      expect(readFileSync(path.join(assembly, name), 'utf8')).toBe(readFileSync(fileOf(example, 'expected', name), 'utf8'));
    }
  });

  test.each(replay.requests.map((request) => [request.about, request] as const))('answers: %s', async (_, request) => {
    const api = serving?.apis.find(({ name }) => request.api === undefined || name === request.api);
    const answer = await sendRequest(`${api?.url}${request.path}`, request);
    const { status, headers = {}, present = [], absent = [], json, text } = request.expect;
    expect(answer.status).toBe(status);
    for (const [name, value] of Object.entries(headers)) expect([name, answer.headers[name.toLowerCase()]]).toEqual([name, value]);
    expect(present.filter((name) => !(name.toLowerCase() in answer.headers))).toEqual([]);
    expect(absent.filter((name) => name.toLowerCase() in answer.headers)).toEqual([]);
    if (json !== undefined) expect(answer.json()).toEqual(json);
    if (text !== undefined) expect(answer.text).toBe(text);
  });

  if (existsSync(fileOf(example, 'gateway.test.ts'))) {
    test('passes its own tests, and no snapshot of it is written here', () => {
      const vitest = path.join(root, 'node_modules', 'vitest', 'vitest.mjs');
      const env = { ...process.env, CI: 'true', NO_COLOR: '1' };
      // It fails with what vitest says.
      const { status, stdout, stderr } = spawnSync(process.execPath, [vitest, 'run', '--root', fileOf(example)], { cwd: folder, env, encoding: 'utf8' });
      expect([status, `${stdout}${stderr}`]).toEqual([0, expect.stringMatching(/Tests {2}\d+ passed/)]);
    });
  }

  const { deadLetters } = replay;
  if (deadLetters === undefined) return;

  test('leaves the expected dead letters', async () => {
    const directory = path.join(folder, example, 'gateway.state', 'dead-letters');
    const names = await until(() => {
      const files = existsSync(directory) ? readdirSync(directory).filter((name) => name.endsWith('.json')) : [];
      return files.length >= deadLetters.length ? files.sort() : undefined;
    });
    expect(names.map((name) => JSON.parse(readFileSync(path.join(directory, name), 'utf8')) as unknown)).toMatchObject(deadLetters);
  });
});

/** As a user does it, from elsewhere: nothing in an example may depend on the working directory. */
function synth(example: string, output: string): void {
  const env = { ...process.env, CDK_OUTDIR: path.join(folder, example, 'cdk.out') };
  const parameters = [path.join(root, 'bin', 'synthgate'), 'synth', '--app', fileOf(example, 'app.ts'), '--output', output];
  execFileSync(process.execPath, parameters, { cwd: folder, env, stdio: 'pipe' });
}
