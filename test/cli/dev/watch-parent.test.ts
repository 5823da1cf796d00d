import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { newProject } from '../../support/project';
import { until } from '../../support/until';

const program = path.resolve(__dirname, '../../../bin/synthgate');
const DOCUMENT = 'openapi: 3.0.1\ninfo: {title: Pets, version: "1"}\npaths: {/pets: {get: {x-amazon-apigateway-integration: {type: MOCK}}}}\n';
/** A process that runs a command in a shell, as npx does, and writes the command's id. */
const starter = `const { spawn } = require('node:child_process');
spawn('sh', ['-c', 'node "$1" dev openapi.yaml --port 0 & echo $! > pid; wait', 'sh', process.argv[2]], { stdio: 'inherit' });`;

let started: ReturnType<typeof start>;
afterEach(() => {
  started.child.kill('SIGKILL');
  if (isRunning(started.pid())) process.kill(started.pid(), 'SIGKILL');
});

function start(environment: Readonly<Record<string, string>>) {
  const project = newProject({ 'openapi.yaml': DOCUMENT, 'starter.js': starter });
  const { npm_config_user_agent: _, ...env } = process.env;
  const child = spawn('node', ['starter.js', program], { cwd: project.directory, env: { ...env, ...environment }, stdio: ['ignore', 'pipe', 'inherit'] });
  let printed = '';
  child.stdout.on('data', (data) => { printed += String(data); });
  const serves = () => until(() => (printed.includes('ready in') ? printed : undefined));
  const pid = () => (existsSync(project.file('pid')) ? Number(readFileSync(project.file('pid'), 'utf8')) : 0);
  return { child, serves, pid, printed: () => printed };
}

function isRunning(pid: number): boolean {
  return existsSync(`/proc/${pid}`);
}

test('dev ends with the package manager that started it through a shell, also if that was killed', async () => {
  const { child, serves, pid, printed } = started = start({ npm_config_user_agent: 'npm/10' });
  await serves();
  child.kill('SIGKILL');
  await until(() => !isRunning(pid()) || undefined);
  expect(printed()).toContain('stopping: the process that started this one has ended');
});

test('dev that a shell started goes on without it', async () => {
  const { child, serves, pid, printed } = started = start({});
  await serves();
  child.kill('SIGKILL');
  await new Promise((resolve) => { setTimeout(resolve, 1_500); });
  expect(isRunning(pid())).toBe(true);
  process.kill(pid(), 'SIGTERM');
  await until(() => !isRunning(pid()) || undefined);
  expect(printed()).not.toContain('has ended');
});
