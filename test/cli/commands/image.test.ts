import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, realpathSync, renameSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { dockerfile, FIRST_LINE } from '../../../lib/cli/image/dockerfile';
import { gatewayVersion } from '../../../lib/kubernetes';
import { readAssembly } from '../../../lib/runtime';
import { petsSpec, writeAssembly } from '../../support/assembly';
import { synthgate } from '../../support/command-line';
import { newDirectory } from '../../support/temporary-directory';

const DIGEST = `node:24-slim@sha256:${'a'.repeat(64)}`;

/** Says who runs it, and whether it can write beside the gateway. */
const CODE = `const { writeFileSync } = require('node:fs');
exports.handler = async () => {
  let isWritten = true;
  try { writeFileSync('/app/changed', ''); } catch { isWritten = false; }
  return { statusCode: 200, body: JSON.stringify({ uid: process.getuid(), isWritten }) };
};`;

function project(specs = [petsSpec()]): string {
  return path.dirname(writeAssembly(path.join(newDirectory(), 'gateway.out'), specs, CODE));
}

test('writes a Dockerfile with the version as label and tag, the same bytes each time', async () => {
  const directory = project();
  const version = gatewayVersion(readAssembly(path.join(directory, 'gateway.out')));
  const write = () => synthgate(directory, ['image', 'gateway.out', '--base', DIGEST, '--tag', 'registry.example.com/pets']);
  expect(await write()).toEqual({ code: 0, err: '', out: `docker build --tag 'registry.example.com/pets:${version.slice(0, 12)}' 'image.out'\n` });
  const text = readFileSync(path.join(directory, 'image.out/Dockerfile'), 'utf8');
  expect(text).toContain(`ARG BASE=${DIGEST}\nFROM \${BASE}\n`);
  expect(text).toContain(`synthgate.gateway="${version}"`);
  expect(text).toMatch(/\nUSER 65532:65532\nEXPOSE 8080 9000\n/);
  expect(text).not.toMatch(/^(RUN|ADD) /m);
  expect((await write()).code).toBe(0);
  expect(readFileSync(path.join(directory, 'image.out/Dockerfile'), 'utf8')).toBe(text);
  expect(existsSync(path.join(directory, 'image.out/app/node_modules/synthgate/build/index.d.ts'))).toBe(false);
});

test('the tag is the one that the Deployment names', async () => {
  const directory = project();
  const { out } = await synthgate(directory, ['image', 'gateway.out', '--base', DIGEST, '--tag', 'registry.example.com/pets']);
  const [, tagged = ''] = /--tag '([^']+)'/.exec(out) ?? [];
  expect((await synthgate(directory, ['k8s', 'gateway.out', '--image', 'registry.example.com/pets'])).out).toContain(`image: ${tagged}\n`);
});

test('says what the image lacks, and that its base may change', async () => {
  const python = { code: 'pets', handler: 'index.handler', runtime: 'python3.13' };
  const { code, err } = await synthgate(project([petsSpec({ functions: { Pets: python } })]), ['image', 'gateway.out']);
  expect(code).toBe(0);
  expect(err).toContain('the image is built on node:24-slim, which changes: another build of the same definition may be another image [IMAGE_BASE_NOT_PINNED]');
  expect(err).toContain('these functions need another program: Pets (python3.13) [IMAGE_RUNTIMES_MISSING]');
});

test.each<[runtime: string, base: string, isWarned: boolean]>([
  ['provided.al2023', 'node:24-slim', false],
  ['python3.13', 'docker.io/library/node:24-slim', true],
  ['python3.13', 'public.ecr.aws/docker/library/node', true],
  ['python3.13', 'registry.example.com/node-python:24', false],
])('%s on %s: %s', async (runtime, base, isWarned) => {
  const { err } = await synthgate(project([petsSpec({ functions: { Pets: { code: 'pets', handler: 'index.handler', runtime } } })]), ['image', 'gateway.out', '--base', base]);
  expect(err.includes('IMAGE_RUNTIMES_MISSING')).toBe(isWarned);
});

test('has the client of a store if it is asked for, with its dependencies', async () => {
  const directory = project();
  const { code } = await synthgate(directory, ['image', 'gateway.out', '--base', DIGEST, '--store']);
  const program = "require('ioredis'); console.log(Object.keys(require.cache).every((file) => file.startsWith(process.cwd())))";
  const { stdout } = spawnSync(process.execPath, ['-e', program], { cwd: path.join(directory, 'image.out/app'), encoding: 'utf8' });
  expect([code, stdout]).toEqual([0, 'true\n']);
});

test('a directory with other files is left as it is', async () => {
  const directory = project();
  mkdirSync(path.join(directory, 'image.out'));
  writeFileSync(path.join(directory, 'image.out/Dockerfile'), 'FROM scratch\n');
  const { code, err } = await synthgate(directory, ['image', 'gateway.out', '--base', DIGEST]);
  expect([code, err]).toEqual([1, expect.stringContaining('[IMAGE_CONTEXT_TAKEN]')]);
  expect(readFileSync(path.join(directory, 'image.out/Dockerfile'), 'utf8')).toBe('FROM scratch\n');
});

test.each([
  ['notes.md', 'notes.md'], ['src/main.ts', 'src'], ['app/page.tsx', 'app/page.tsx'], ['state/pets.db', 'state/pets.db'],
])('a context with %s is left as it is', async (file, named) => {
  const directory = project();
  const context = path.join(directory, 'image.out');
  mkdirSync(path.dirname(path.join(context, file)), { recursive: true });
  writeFileSync(path.join(context, 'Dockerfile'), FIRST_LINE);
  writeFileSync(path.join(context, file), 'mine');
  const { code, err } = await synthgate(directory, ['image', 'gateway.out', '--base', DIGEST]);
  expect([code, err]).toEqual([1, expect.stringContaining(`has files that synthgate image did not write: ${named} [IMAGE_CONTEXT_TAKEN]`)]);
  expect([readFileSync(path.join(context, file), 'utf8'), readFileSync(path.join(context, 'Dockerfile'), 'utf8')]).toEqual(['mine', FIRST_LINE]);
});

test('a context may not hold what is read', async () => {
  const directory = project();
  const inner = path.join(directory, 'image.out/app/gateway.out');
  mkdirSync(path.dirname(inner), { recursive: true });
  writeFileSync(path.join(directory, 'image.out/Dockerfile'), FIRST_LINE);
  renameSync(path.join(directory, 'gateway.out'), inner);
  symlinkSync('image.out', path.join(directory, 'linked'));
  for (const parameters of [[], ['-c', '.'], ['-c', 'linked'], ['-c', 'image.out/app/gateway.out/new']]) {
    const { code, err } = await synthgate(directory, ['image', 'image.out/app/gateway.out', '--base', DIGEST, ...parameters]);
    expect([code, err]).toEqual([3, expect.stringContaining('expected a directory outside the assembly that has neither it nor the working directory in it [OPTION_INVALID]')]);
  }
  expect(existsSync(path.join(inner, 'manifest.json'))).toBe(true);
});

test('others may read its files, whatever the rights of the sources', async () => {
  const directory = project();
  const umask = process.umask(0o077);
  try {
    for (const entry of readdirSync(directory, { recursive: true, withFileTypes: true })) {
      chmodSync(path.join(entry.parentPath, entry.name), entry.isDirectory() ? 0o700 : 0o600);
    }
    await synthgate(directory, ['image', 'gateway.out', '--base', DIGEST]);
  } finally {
    process.umask(umask);
  }
  const app = path.join(directory, 'image.out/app');
  const modes = [app, ...readdirSync(app, { recursive: true, encoding: 'utf8' }).map((file) => path.join(app, file))].map((file) => statSync(file));
  expect(modes.filter((stats) => (stats.mode & 0o555) !== (stats.isDirectory() ? 0o555 : (stats.mode & 0o111) | 0o444))).toEqual([]);
  expect(statSync(path.join(app, 'node_modules/synthgate/bin/synthgate')).mode & 0o777).toBe(0o755);
});

test.each([
  ['registry.example.com:5000/pets:1.4', /^docker build --tag 'registry\.example\.com:5000\/pets:1\.4' 'image\.out'\n$/],
  ['registry.example.com:5000/pets', /^docker build --tag 'registry\.example\.com:5000\/pets:[0-9a-f]{12}' /],
])('--tag %s is printed with one tag', async (tag, line) => {
  expect((await synthgate(project(), ['image', 'gateway.out', '--base', DIGEST, '--tag', tag])).out).toMatch(line);
});

test.each([
  ['--base', 'Node Image', 'an image'], ['--tag', 'registry.example.com/Pets', 'a name in lower case'], ['--tag', DIGEST, 'a name in lower case'], ['--tag', 'pets/', 'a name in lower case'],
])('%s %s is refused', async (flag, given, allowed) => {
  const { code, err } = await synthgate(project(), ['image', 'gateway.out', flag, given]);
  expect([code, err]).toEqual([3, expect.stringContaining(`${flag} is "${given}"; expected ${allowed}`)]);
});

test('Docker replaces nothing in a label', () => {
  const text = dockerfile({ base: DIGEST, ports: 1, labels: { title: 'Pets ${PATH} "x" $HOME' } });
  expect(text).toContain('LABEL title="Pets \\${PATH} \\"x\\" \\$HOME"\n');
});

/** The files of the image with the user, the read-only file system and the process namespace of a container. */
function containerOf(context: string, state: string): readonly string[] {
  const node = path.dirname(path.dirname(realpathSync(process.execPath)));
  const system = ['/usr', '/bin', '/lib', '/lib64', ...(node === '/usr' ? [] : [node])];
  return [
    'bwrap', '--unshare-user', '--uid', '65532', '--gid', '65532', '--unshare-pid', '--as-pid-1', '--die-with-parent',
    ...system.flatMap((directory) => ['--ro-bind-try', directory, directory]), '--proc', '/proc', '--dev', '/dev', '--tmpfs', '/tmp',
    '--ro-bind', path.join(context, 'app'), '/app', '--bind', state, '/var/lib/synthgate', '--remount-ro', '/', '--chdir', '/app', '--clearenv',
    '--setenv', 'HOME', '/tmp', '--setenv', 'NODE_ENV', 'production', '--info-fd', '3', '--', process.execPath,
  ];
}

/** A machine may forget to allow sandboxes; then the same files run as they are. */
function canContain(context: string, state: string): boolean {
  return spawnSync('bwrap', [...containerOf(context, state).slice(1), '-e', '0'], { stdio: ['ignore', 'ignore', 'ignore', 'ignore'] }).status === 0;
}

interface Contained {
  readonly child: ChildProcess;
  readonly lines: string[];
  readonly sees: (pattern: RegExp) => Promise<RegExpExecArray>;
}

function contained([program = '', ...parameters]: readonly string[], cwd: string): Contained {
  const child = spawn(program, parameters, { cwd, stdio: ['ignore', 'pipe', 'pipe', 'pipe'] });
  const lines: string[] = [];
  const waiting = new Set<() => void>();
  for (const output of [child.stdout, child.stderr]) {
    if (output === null) continue;
    createInterface({ input: output }).on('line', (line) => {
      lines.push(line);
      for (const look of waiting) look();
    });
  }
  const sees = (pattern: RegExp) => new Promise<RegExpExecArray>((resolve, reject) => {
    const look = (): void => {
      const match = pattern.exec(lines.join('\n'));
      if (match !== null) resolve(match);
    };
    waiting.add(look);
    child.once('exit', () => reject(new Error(`it ended: ${lines.join('\n')}`)));
    look();
  });
  return { child, lines, sees };
}

test('its files serve as a user that owns none of them, on a read-only file system, and stop on SIGTERM', async () => {
  const directory = project();
  await synthgate(directory, ['image', 'gateway.out', '--base', DIGEST]);
  const context = path.join(directory, 'image.out');
  const state = path.join(directory, 'state');
  mkdirSync(state);
  chmodSync(state, 0o777);
  const isContained = canContain(context, state);
  const [, json = '[]'] = /\nCMD (\[.*\])\n/.exec(readFileSync(path.join(context, 'Dockerfile'), 'utf8')) ?? [];
  const own: Readonly<Record<string, string>> = { '0.0.0.0': '127.0.0.1', '8080': '0', '9000': '0' };
  const places: Readonly<Record<string, string>> = isContained ? {} : { '/app/gateway.out': path.join(context, 'app/gateway.out'), '/var/lib/synthgate': state };
  const parameters = (JSON.parse(json) as string[]).map((argument) => own[argument] ?? places[argument] ?? argument); // texts, as above
  const program = `${isContained ? '/app' : path.join(context, 'app')}/node_modules/synthgate/bin/synthgate`;
  const { child, sees, lines } = contained([...(isContained ? containerOf(context, state) : [process.execPath]), program, ...parameters, '--drain', '0'], directory);
  try {
    const [, url = ''] = await sees(/"url":"(http:[^"]+)"/);
    const [, health = ''] = await sees(/"health":"(http:[^"]+)"/);
    for (let isReady = false; !isReady;) isReady = (await fetch(`${health}/readyz`)).ok;
    const answer = await (await fetch(`${url}/prod/pets`)).json() as { readonly uid: number };
    if (isContained) expect(answer).toEqual({ uid: 65_532, isWritten: false });
    if (isContained || process.getuid?.() !== 0) await sees(/ISOLATION_PARTIAL.*a user of their own/);
    expect(statSync(path.join(state)).isDirectory()).toBe(true);
    const ended = new Promise((resolve) => { child.once('exit', resolve); });
    process.kill(isContained ? await childOf(child) : child.pid ?? 0, 'SIGTERM');
    expect(await ended).toBe(0);
    expect(lines.at(-1)).toContain('"stopped"');
  } finally {
    child.kill('SIGKILL');
  }
});

/** The process in the sandbox, which bubblewrap tells. */
function childOf({ stdio: [, , , info] }: ChildProcess): Promise<number> {
  return new Promise((resolve) => {
    let text = '';
    info?.on('data', (data: Buffer) => {
      text += String(data);
      const [, pid] = /"child-pid": (\d+)/.exec(text) ?? [];
      if (pid !== undefined) resolve(Number(pid));
    });
  });
}
