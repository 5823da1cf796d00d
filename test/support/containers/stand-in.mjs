/*
 * A stand-in for the program of a container engine, with what synthgate calls of it. Containers are processes that do not end with
 * the program; images are copies of their build contexts. It refuses options that it does not know, as engines do.
 * Called with the directory of its state first.
 */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { appendFileSync, cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const [state, ...line] = process.argv.slice(2);
const images = path.join(state, 'images');
const containers = path.join(state, 'containers');
for (const directory of [images, containers]) mkdirSync(directory, { recursive: true });
appendFileSync(path.join(state, 'commands'), `${JSON.stringify(line)}\n`);

const fail = (text, code = 1) => {
  process.stderr.write(`${text}\n`);
  process.exit(code);
};

if (existsSync(path.join(state, 'hangs'))) setInterval(() => undefined, 1000);
else if (existsSync(path.join(state, 'down'))) fail('Cannot connect to the Docker daemon at unix:///var/run/docker.sock. Is the docker daemon running?');
else answer();

function answer() {
  const [command, ...rest] = line;
  if (command === 'version') process.stdout.write(existsSync(path.join(state, 'version')) ? readFileSync(path.join(state, 'version')) : 'Client:\n Version: 1\n\nServer:\n Engine:\n  Version: 1\n');
  else if (command === 'build') build(rest);
  else if (command === 'image' && rest[0] === 'inspect') inspect(rest.slice(1));
  else if (command === 'run') run(rest);
  else if (command === 'rm') remove(rest);
  else if (command === 'ps') list(rest);
  else fail(`docker: '${command}' is not a docker command.`);
}

/** Options with a value, options without one, and the words after them. */
function read(words, withValue, without = []) {
  const options = [];
  let at = 0;
  for (; at < words.length && words[at].startsWith('-'); at += 1) {
    const [name, value] = words[at].split(/=(.*)/s);
    if (without.includes(name)) options.push([name, true]);
    else if (!withValue.includes(name)) fail(`unknown flag: ${name}`, 125);
    else options.push([name, value ?? words[at += 1]]);
  }
  const all = (name) => options.filter(([known]) => known === name).map(([, value]) => value);
  return { all, get: (name) => all(name).at(-1), words: words.slice(at) };
}

function build(words) {
  const { all, get, words: [context] } = read(words, ['-f', '--file', '--iidfile', '--build-arg', '--target', '--platform', '--network', '--secret', '--ssh']);
  const config = { Env: [], Cmd: null, Entrypoint: null, WorkingDir: '', args: all('--build-arg'), platform: get('--platform') };
  let stage = '';
  for (const text of readFileSync(get('-f') ?? get('--file'), 'utf8').split('\n')) {
    const [, verb = '', parameter = ''] = /^([A-Z]+)\s+(.*)$/.exec(text) ?? [];
    if (verb === 'FROM' && stage !== '' && stage === get('--target')) break;
    if (verb === 'FROM') stage = / AS (\w+)/i.exec(parameter)?.[1] ?? '';
    if (verb === 'RUN' && parameter === 'false') fail('#5 [2/2] RUN false\nERROR: process "/bin/sh -c false" did not complete successfully: exit code: 1');
    if (verb === 'ENV') config.Env.push(parameter);
    if (verb === 'WORKDIR') config.WorkingDir = parameter;
    if (verb === 'ENTRYPOINT') config.Entrypoint = JSON.parse(parameter);
    if (verb === 'CMD') config.Cmd = JSON.parse(parameter);
  }
  const hash = createHash('sha256').update(JSON.stringify(config));
  for (const file of readdirSync(context, { recursive: true, withFileTypes: true })) {
    if (file.isFile()) hash.update(file.name).update(readFileSync(path.join(file.parentPath, file.name)));
  }
  const id = hash.digest('hex');
  cpSync(context, path.join(images, id), { recursive: true });
  writeFileSync(path.join(images, `${id}.json`), JSON.stringify(config));
  process.stderr.write('#1 building\n');
  writeFileSync(get('--iidfile'), `sha256:${id}`);
}

/** The id of an image by its id or its tag: a file of that name. */
function imageOf(name) {
  const tag = path.join(images, `${encodeURIComponent(name)}.tag`);
  const id = name.startsWith('sha256:') ? name.slice(7) : existsSync(tag) ? readFileSync(tag, 'utf8') : undefined;
  return id !== undefined && existsSync(path.join(images, `${id}.json`)) ? id : undefined;
}

function inspect(words) {
  const { get, words: [name] } = read(words, ['--format']);
  const id = imageOf(name);
  if (id === undefined) fail(`Error: No such image: ${name}`);
  const config = JSON.parse(readFileSync(path.join(images, `${id}.json`)));
  const values = { '{{.Id}}': `sha256:${id}`, '{{json .Config.Cmd}}': JSON.stringify(config.Cmd) };
  process.stdout.write(`${values[get('--format')] ?? fail('template parsing error')}\n`);
}

function run(words) {
  const { get, all, words: [name, ...command] } = read(words, [
    '--pull', '--name', '--network', '--add-host', '--memory', '--memory-swap', '--cap-drop', '--security-opt', '--tmpfs', '--workdir', '--entrypoint', '-e',
  ], ['--rm', '--init', '--read-only']);
  const id = imageOf(name);
  if (id === undefined) fail(`docker: Error response from daemon: No such image: ${name}.`, 125);
  const config = JSON.parse(readFileSync(path.join(images, `${id}.json`)));
  const entry = get('--entrypoint') === undefined ? config.Entrypoint ?? [] : [get('--entrypoint')];
  const ofImage = get('--entrypoint') === undefined && command.length === 0 ? config.Cmd ?? [] : [];
  const [program, ...parameters] = [...entry, ...ofImage, ...command];
  const pairs = [...config.Env, ...all('-e').map((text) => (text.includes('=') ? text : `${text}=${process.env[text] ?? ''}`))];
  const environment = Object.fromEntries(pairs.map((pair) => pair.split(/=(.*)/s).slice(0, 2)));
  const child = spawn(program, parameters, {
    cwd: path.join(images, id, get('--workdir') ?? config.WorkingDir),
    env: { PATH: `${path.dirname(process.execPath)}:/usr/bin:/bin`, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'], detached: true,
  });
  const file = path.join(containers, get('--name'));
  writeFileSync(file, String(child.pid));
  child.stdout.pipe(process.stdout);
  child.stderr.pipe(process.stderr);
  child.once('error', (error) => {
    rmSync(file, { force: true });
    fail(`docker: Error response from daemon: failed to create task: exec: ${error.message}`, 127);
  });
  child.once('close', (code, signal) => {
    rmSync(file, { force: true });
    process.exitCode = signal === null ? code : 137;
  });
}

function isRunning(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

function pidOf(name) {
  return Number(readFileSync(path.join(containers, name), 'utf8'));
}

function remove(words) {
  for (const name of read(words, [], ['-f']).words) {
    if (!existsSync(path.join(containers, name))) fail(`Error response from daemon: No such container: ${name}`);
    if (isRunning(pidOf(name))) process.kill(-pidOf(name), 'SIGKILL');
    rmSync(path.join(containers, name), { force: true });
    process.stdout.write(`${name}\n`);
  }
}

function list(words) {
  const filter = read(words, ['--filter', '--format'], ['-a']).get('--filter').replace('name=', '');
  for (const name of readdirSync(containers)) if (name.includes(filter) && isRunning(pidOf(name))) process.stdout.write(`${name}\n`);
}
