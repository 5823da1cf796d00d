import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import packageJson from '../../package.json';
import { pack } from '../support/package/consumer';

const LONG_MS = 600_000;
const root = path.resolve(__dirname, '..', '..');
const modules = path.join(root, 'node_modules');
let temporary: string;
let generated: string;

/** The package as it is published, unpacked, with its peers beside it: what is generated comes from what users get. */
beforeAll(() => {
  temporary = mkdtempSync(path.join(tmpdir(), 'synthgate-bindings-'));
  generated = path.join(temporary, 'dist');
  const tarball = pack(temporary);
  execFileSync('tar', ['-xzf', tarball.file, '-C', temporary]);
  const unpacked = path.join(temporary, 'package');
  for (const name of Object.keys(packageJson.peerDependencies)) {
    mkdirSync(path.join(unpacked, 'node_modules'), { recursive: true });
    symlinkSync(path.join(modules, name), path.join(unpacked, 'node_modules', name));
  }
  cpSync(path.join(root, 'package.json'), path.join(unpacked, 'package.json'));
  const targets = ['python', 'java', 'dotnet', 'go'].flatMap((target) => ['--target', target]);
  const pacmak = path.join(modules, 'jsii-pacmak', 'bin', 'jsii-pacmak');
  execFileSync(process.execPath, [pacmak, '--code-only', '--no-npmignore', ...targets, '--outdir', generated, unpacked], {
    env: { ...process.env, JSII_SILENCE_WARNING_END_OF_LIFE_NODE_VERSION: '20' }, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'],
  });
}, LONG_MS);
afterAll(() => rmSync(temporary, { recursive: true, force: true }));

/** Every public type of the assembly: `Api`, `CorsOptions`, … */
const types = Object.values((JSON.parse(readFileSync(path.join(root, '.jsii'), 'utf8')) as { types: Record<string, { name: string; namespace?: string; kind: string }> }).types);
const names = types.filter(({ namespace }) => namespace === undefined).map(({ name }) => name);

test('the assembly has the constructs', () => {
  expect(names).toEqual(expect.arrayContaining(['Api', 'App', 'CorsOptions', 'HttpMethod', 'IDuration', 'ProxyFunction']));
});

test('Python: every type is in the module, and the module is valid Python', () => {
  const directory = path.join(generated, 'python', 'src', 'synthgate');
  const text = readFileSync(path.join(directory, '__init__.py'), 'utf8');
  expect(names.filter((name) => !new RegExp(`^class ${name}\\b`, 'm').test(text))).toEqual([]);
  execFileSync('python3', ['-m', 'compileall', '-q', path.join(generated, 'python', 'src')], { env: { ...process.env, PYTHONPYCACHEPREFIX: path.join(temporary, 'pycache') } });
  expect(text).toContain('def add_resource(');
  // the command comes along
  expect(readFileSync(path.join(generated, 'python', 'setup.py'), 'utf8')).toContain('bin/synthgate');
});

test('Java: every type is a file of the package', () => {
  const files = filesOf(path.join(generated, 'java'));
  expect(names.filter((name) => !files.includes(`src/main/java/io/github/synthgate/${name}.java`))).toEqual([]);
  expect(files).toContain('pom.xml');
});

test('.NET: every type is a file of the namespace', () => {
  const files = filesOf(path.join(generated, 'dotnet'));
  expect(names.filter((name) => !files.some((file) => file === `Synthgate/Synthgate/${name}.cs` || file === `Synthgate/Synthgate/I${name}.cs`))).toEqual([]);
  expect(files).toContain('Synthgate/Synthgate.csproj');
});

test('Go: every type is declared in the module', () => {
  const files = filesOf(path.join(generated, 'go')).filter((file) => file.endsWith('.go'));
  const text = files.map((file) => readFileSync(path.join(generated, 'go', file), 'utf8')).join('\n');
  expect(names.filter((name) => !new RegExp(`^type ${name} (interface|struct|string)`, 'm').test(text))).toEqual([]);
  expect(readFileSync(path.join(generated, 'go', 'synthgate', 'go.mod'), 'utf8')).toMatch(/^module github\.com\/synthgate\/synthgate-go\/synthgate/m);
});

function filesOf(directory: string): string[] {
  return readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(directory, path.join(entry.parentPath, entry.name)));
}
