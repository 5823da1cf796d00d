import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import createManifest from '../../packages/create-synthgate/package.json';
import ownManifest from '../../package.json';
import { startCommand } from '../support/served-command';
import { esbuildPackages, install, pack, packFolder, type Consumer } from '../support/package/consumer';

const root = path.resolve(__dirname, '../..');
let temporary: string;
let consumer: Consumer;
let project: string;

/** Runs `npm create synthgate pets` from tarballs; the packages that the project asks for come from here. */
beforeAll(() => {
  temporary = mkdtempSync(path.join(tmpdir(), 'synthgate-init-'));
  const tarball = pack(temporary);
  const create = packFolder(path.join(root, 'packages/create-synthgate'), temporary);
  const options = ['--offline', '--yes', '--legacy-peer-deps', '--ignore-scripts', '--no-audit', '--no-fund'];
  execFileSync('npm', ['exec', ...options, `--package=${tarball.file}`, `--package=${create}`, '--', 'create-synthgate', 'pets'], { cwd: temporary, stdio: ['ignore', 'pipe', 'pipe'] });
  project = path.join(temporary, 'pets');
  consumer = install(tarball, { copied: esbuildPackages(), linked: ['constructs', 'aws-cdk-lib', 'vitest'] });
  symlinkSync(path.join(consumer.directory, 'node_modules'), path.join(project, 'node_modules'));
  symlinkSync(path.join(consumer.directory, 'node_modules'), path.join(temporary, 'node_modules'));
  consumer.run(process.execPath, 'node_modules/synthgate/bin/synthgate', 'init', path.join(temporary, 'shop'), '--template', 'cdk');
});
afterAll(() => {
  consumer.remove();
  rmSync(temporary, { recursive: true });
});

test('npm create synthgate makes a project whose test passes; so does the test of a CDK app', () => {
  const manifest = JSON.parse(readFileSync(path.join(project, 'package.json'), 'utf8')) as { readonly scripts: { readonly test: string } };
  expect(manifest.scripts.test).toBe('vitest run');
  // one run for both, as paths of entries are relative to the working directory, and both templates have this handler
  const output = execFileSync(process.execPath, [path.join(root, 'node_modules/vitest/vitest.mjs'), 'run', '--root', temporary, '--reporter=verbose'], { cwd: project, encoding: 'utf8', env: { ...process.env, NO_COLOR: '1' } });
  expect(output).toMatch(/pets\/test\/pets\.test\.ts > finds a pet[^]*Tests {2}4 passed/);
});

test('synthgate dev serves it', async () => {
  const dev = startCommand(project, ['dev', '--port', '0', '--no-typecheck'], {}, path.join(project, 'node_modules/synthgate/bin/synthgate'));
  try {
    const [url] = await dev.sees(/http:\/\/127\.0\.0\.1:\d+\/prod/);
    expect(await (await fetch(`${url}/pets/7`)).json()).toEqual({ id: '7', stage: 'prod' });
  } finally {
    dev.child.kill('SIGTERM');
    await dev.ended;
  }
});

test('the configuration names a schema that is there', () => {
  const { $schema } = JSON.parse(readFileSync(path.join(project, 'synthgate.json'), 'utf8')) as { readonly $schema: string };
  const schema = JSON.parse(readFileSync(path.join(project, $schema), 'utf8')) as { readonly properties: object };
  expect(Object.keys(schema.properties)).toEqual(expect.arrayContaining(['$schema', 'app', 'output', 'context', 'port']));
});

test('create-synthgate has the version of synthgate, and takes its fixes', () => {
  expect([createManifest.version, createManifest.dependencies.synthgate]).toEqual([ownManifest.version, `^${ownManifest.version}`]);
});
