import { execFile, execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import path from 'node:path';
import { parse } from 'yaml';
import { writeAssembly } from './support/assembly';
import { newProject, type Project } from './support/project';
import { complete, specInput } from './support/spec';

/* The steps of `action/action.yml`, run as GitHub runs them, beside a stand-in for its API. */

interface Step {
  readonly id?: string;
  readonly if?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly run: string;
}

interface Action {
  readonly inputs: Readonly<Record<string, { readonly default: string }>>;
  readonly runs: { readonly steps: readonly Step[] };
}

const root = path.resolve(__dirname, '..');
const action = parse(readFileSync(path.join(root, 'action', 'action.yml'), 'utf8')) as Action; // our own file

const orders = (apiKeyRequired: boolean) => complete(specInput({
  api: { id: 'orders', name: 'Orders' },
  resources: { '/orders': { id: 'r0', methods: { POST: { apiKeyRequired, integration: { type: 'mock', responses: [] } } } } },
}));

/** The comments of the pull request, and every request to the API. */
let comments: { id: number; body: string }[];
let requests: string[];
let refuses: boolean;
let server: Server;
let project: Project;

beforeAll(async () => {
  server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk)).on('end', () => {
      const { method = '', url = '', headers } = request;
      requests.push(`${method} ${url} ${String(headers.authorization)}`);
      const { body = '' } = chunks.length === 0 ? {} : JSON.parse(Buffer.concat(chunks).toString()) as { readonly body?: string }; // of the script
      const [, id] = /comments\/(\d+)$/.exec(url) ?? [];
      const page = Number(new URL(url, 'http://localhost').searchParams.get('page'));
      if (method === 'POST') comments.push({ id: comments.length + 1, body });
      for (const comment of comments) if (method === 'PATCH' && comment.id === Number(id)) comment.body = body;
      response.writeHead(refuses ? 403 : 200, { 'content-type': 'application/json' });
      response.end(JSON.stringify(refuses ? { message: 'Resource not accessible by integration' } : method === 'GET' ? comments.slice(100 * (page - 1), 100 * page) : {}));
    });
  });
  await new Promise<void>((resolve) => { server.listen(0, '127.0.0.1', resolve); });
});
afterAll(() => new Promise((resolve) => { server.close(resolve); }));

beforeEach(() => {
  [comments, requests, refuses] = [[], [], false];
  project = newProject({
    'synthgate.json': '{ "app": "node app.cjs" }', '.gitignore': 'node_modules\n',
    'app.cjs': 'require("node:fs").cpSync("prepared", process.env.SYNTHGATE_OUTDIR, { recursive: true });',
  });
  writeAssembly(path.join(project.directory, 'prepared'), [orders(false)]);
  mkdirSync(project.file('node_modules/.bin'), { recursive: true });
  symlinkSync(path.join(root, 'bin', 'synthgate'), project.file('node_modules/.bin/synthgate'));
  const git = (...parameters: string[]) => execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.com', ...parameters], { cwd: project.directory });
  git('init', '-q', '-b', 'main');
  git('add', '.');
  git('commit', '-q', '-m', 'first');
  git('remote', 'add', 'origin', project.directory);
});

interface Run {
  readonly code: number;
  readonly output: string;
  readonly summary: string;
}

/** Runs every step, as the runner does: until one fails. */
async function run(inputs: Readonly<Record<string, string>> = {}): Promise<Run> {
  const file = (name: string): string => project.file(`node_modules/${name}`);
  writeFileSync(file('event.json'), JSON.stringify({ pull_request: { number: 7 } }));
  writeFileSync(file('summary.md'), '');
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const outputs: Record<string, string> = {};
  const { PATH = '', HOME = '' } = process.env;
  const environment = {
    PATH, HOME, GITHUB_ACTION_PATH: path.join(root, 'action'), GITHUB_API_URL: `http://127.0.0.1:${port}`, GITHUB_REPOSITORY: 'ana/orders', GITHUB_BASE_REF: 'main',
    GITHUB_EVENT_PATH: file('event.json'), GITHUB_STEP_SUMMARY: file('summary.md'), RUNNER_TEMP: file('.'),
  };
  const valueOf = (text: string): string => text.replaceAll(/\$\{\{ (?:inputs|steps\.(\w+)\.outputs)\.([\w-]+) \}\}/g, (_whole, step: string | undefined, name: string) =>
    (step === undefined ? inputs[name] ?? action.inputs[name]?.default ?? '' : outputs[name] ?? '')).replace('${{ github.token }}', 'a-token');
  let output = '';
  for (const step of action.runs.steps) {
    if (step.if?.includes("inputs.comment == 'true'") === true && inputs.comment === 'false') continue;
    const target = file(`output-${step.id ?? 'none'}`);
    const own = Object.fromEntries(Object.entries(step.env ?? {}).map(([name, text]) => [name, valueOf(text)]));
    const { status, text } = await bash(step.run, { ...environment, GITHUB_OUTPUT: target, ...own });
    output += text;
    if (existsSync(target)) for (const line of readFileSync(target, 'utf8').trim().split('\n')) outputs[line.split('=', 1)[0] ?? ''] = line.slice(line.indexOf('=') + 1);
    if (status !== 0) return { code: status, output, summary: readFileSync(file('summary.md'), 'utf8') };
  }
  return { code: 0, output, summary: readFileSync(file('summary.md'), 'utf8') };
}

function bash(program: string, env: Readonly<Record<string, string>>): Promise<{ readonly status: number; readonly text: string }> {
  return new Promise((resolve) => {
    execFile('bash', ['--noprofile', '--norc', '-eo', 'pipefail', '-c', program], { cwd: project.directory, env }, (error, stdout, stderr) => {
      resolve({ status: error === null ? 0 : Number(error.code), text: stdout + stderr });
    });
  });
}

test('a breaking change is annotated, commented and fails; the next run updates the comment in place', async () => {
  comments = Array.from({ length: 120 }, (_, id) => ({ id: id + 1, body: `comment ${id}` }));
  writeAssembly(path.join(project.directory, 'prepared'), [orders(true)]);
  const first = await run();
  expect([first.code, first.output]).toEqual([2, expect.stringContaining('::error title=breaking%3A api-key-required::POST /orders apiKeyRequired: ')]);
  expect(first.summary).toContain('## API changes: 1 breaking');
  expect(comments).toHaveLength(121);
  expect(comments.at(-1)?.body).toMatch(/^<!-- synthgate diff -->\n## API changes: 1 breaking\n/);
  expect(requests).toEqual([
    'GET /repos/ana/orders/issues/7/comments?per_page=100&page=1 Bearer a-token', 'GET /repos/ana/orders/issues/7/comments?per_page=100&page=2 Bearer a-token',
    'POST /repos/ana/orders/issues/7/comments Bearer a-token',
  ]);
  writeAssembly(path.join(project.directory, 'prepared'), [orders(false)]);
  expect((await run()).code).toBe(0);
  expect(comments).toHaveLength(121);
  expect(comments.at(-1)?.body).toMatch(/^<!-- synthgate diff -->\n## API changes: none that callers notice\n/);
});

test('a pull request without changes has no comment; --fail-on and no comment are inputs', async () => {
  expect([(await run()).code, comments]).toEqual([0, []]);
  writeAssembly(path.join(project.directory, 'prepared'), [orders(true)]);
  expect([(await run({ 'fail-on': 'security', 'comment': 'false' })).code, comments]).toEqual([0, []]);
});

test('a comparison that cannot be made fails, and does not look clean', async () => {
  project.write('app.cjs', 'process.exit(9);');
  const { code, summary } = await run();
  expect([code, summary]).toEqual([1, '']);
  expect(comments.map(({ body }) => body)).toEqual(['<!-- synthgate diff -->\n## API changes: could not be compared\n\nThe log of the step says why.\n']);
});

test('a token that may only read is a warning', async () => {
  refuses = true;
  writeAssembly(path.join(project.directory, 'prepared'), [orders(true)]);
  const { code, output } = await run();
  expect([code, output]).toEqual([2, expect.stringContaining('::warning title=synthgate diff::The comment could not be written. GET /issues/7/comments')]);
});

test('values of inputs are data: no step has them in its program', () => {
  expect(action.runs.steps.filter(({ run: program }) => program.includes('${{'))).toEqual([]);
});
