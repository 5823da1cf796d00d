import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';
import { startCommand, type RunningCommand } from '../support/served-command';
import { newDirectory } from '../support/temporary-directory';

/*
 * SAM apps in Python as people write them, served unchanged by `synthgate dev template.yaml`: each file of the folder is an app with
 * requests and their answers.
 */

interface PythonApp {
  readonly files: Readonly<Record<string, string>>;
  /** Files of the packages of its virtual environment. */
  readonly packages?: Readonly<Record<string, string>>;
  /** The file that is served. @default template.yaml */
  readonly template?: string;
  /** Options of the command. */
  readonly options?: readonly string[];
  /** Patterns of what the command prints. */
  readonly prints?: readonly string[];
  readonly requests: readonly AppRequest[];
}

interface AppRequest {
  /** Method and path. */
  readonly send: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly status: number;
  /** The body: as JSON, as at least these members, as a text or `/pattern/`, as bytes. */
  readonly json?: unknown;
  readonly subset?: object;
  readonly text?: string;
  readonly base64?: string;
  /** Headers of the answer. */
  readonly has?: Readonly<Record<string, string>>;
}

const FOLDER = path.resolve(__dirname, '..', 'support', 'python-apps');
const APPS = readdirSync(FOLDER).map((file) => [path.basename(file, '.yaml'), parse(readFileSync(path.join(FOLDER, file), 'utf8')) as PythonApp] as const);

test('there are more than 20', () => {
  expect(APPS.length).toBeGreaterThan(20);
});

test.each(APPS)('%s', async (_, app) => {
  const directory = write(app);
  const { template = 'template.yaml', options = [], prints = [], requests } = app;
  const command = startCommand(directory, ['dev', template, '--port', '0', '--no-color', ...options]);
  try {
    const [, origin = ''] = await command.sees(/(http:\/\/127\.0\.0\.1:\d+)/);
    for (const request of requests) await check(origin, request, command);
    for (const pattern of prints) expect(command.printed()).toMatch(new RegExp(pattern.slice(1, -1)));
  } finally {
    command.child.kill('SIGTERM');
    await command.ended;
  }
});

/** The app in a directory of its own, with its virtual environment. */
function write({ files, packages }: PythonApp): string {
  const directory = newDirectory();
  writeAll(directory, files);
  if (packages === undefined) return directory;
  const libraries = path.join(directory, '.venv', 'lib');
  execFileSync('python3', ['-m', 'venv', '--without-pip', path.dirname(libraries)]);
  for (const version of readdirSync(libraries)) writeAll(path.join(libraries, version, 'site-packages'), packages);
  return directory;
}

function writeAll(directory: string, files: Readonly<Record<string, string>>): void {
  for (const [name, text] of Object.entries(files)) {
    const file = path.join(directory, name);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
}

async function check(origin: string, request: AppRequest, command: RunningCommand): Promise<void> {
  const { send, headers = {}, body, status, json, subset, text, base64, has = {} } = request;
  const [method = '', target = ''] = send.split(' ');
  const response = await fetch(origin + target, { method, headers, ...(body === undefined ? {} : { body }) });
  const bytes = Buffer.from(await response.arrayBuffer());
  const printed = (): string => command.printed().slice(-4000);
  if (response.status !== status) throw new Error(`${send}: ${response.status} ${bytes.toString()}\n${printed()}`);
  for (const [name, value] of Object.entries(has)) expect(`${name}: ${response.headers.get(name)}`).toBe(`${name}: ${value}`);
  if (json !== undefined) expect(JSON.parse(bytes.toString())).toEqual(json);
  if (subset !== undefined) expect(JSON.parse(bytes.toString())).toMatchObject(subset);
  if (text?.startsWith('/') === true) expect(bytes.toString()).toMatch(new RegExp(text.slice(1, -1)));
  else if (text !== undefined) expect(bytes.toString()).toBe(text);
  if (base64 !== undefined) expect(bytes.toString('base64')).toBe(base64);
}
