import { chmodSync, existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import ownManifest from '../../../package.json';
import { synthgate } from '../../support/command-line';
import { newProject, type Project } from '../../support/project';

const manifestOf = (project: Project, directory = '.') => JSON.parse(readFileSync(project.file(path.join(directory, 'package.json')), 'utf8')) as {
  readonly name: string;
  readonly scripts: Record<string, string>;
  readonly dependencies?: Record<string, string>;
  readonly devDependencies: Record<string, string>;
};

test('an empty directory becomes a project, and the next commands are printed', async () => {
  const project = newProject();
  const { code, out } = await synthgate(project.directory, ['init', 'My Pets']);
  expect(code).toBe(0);
  expect(out.split('\n').filter((line) => line.startsWith('  +')).map((line) => line.slice(4))).toEqual([
    'package.json', '.vscode/launch.json', 'AGENTS.md', 'tsconfig.json', 'app.ts', '.gitignore', 'src/pets.ts', 'synthgate.json', 'test/pets.test.ts',
  ]);
  expect(out).toMatch(/\nnext:\n {2}cd My Pets\n {2}npm install\n {2}npm run dev\n {2}npm test\n$/);
  const { name, scripts, devDependencies } = manifestOf(project, 'My Pets');
  expect([name, scripts.dev, devDependencies.synthgate]).toEqual(['my-pets', 'synthgate dev', `^${ownManifest.version}`]);
});

test('a project with functions in Python has no types of JavaScript handlers', async () => {
  const project = newProject();
  const { code, out } = await synthgate(project.directory, ['init', 'pets', '--template', 'python']);
  expect(code).toBe(0);
  expect(out.split('\n').filter((line) => line.startsWith('  +')).map((line) => line.slice(4))).toEqual([
    'package.json', '.vscode/launch.json', 'AGENTS.md', 'tsconfig.json', 'app.ts', 'functions/pets.py', '.gitignore', 'synthgate.json', 'test/pets.test.ts',
  ]);
  expect(Object.keys(manifestOf(project, 'pets').devDependencies).sort()).toEqual(['@types/node', 'constructs', 'esbuild', 'synthgate', 'typescript', 'vitest']);
});

test('a project with functions in Go gets its packages from Go', async () => {
  const project = newProject();
  const { code, out } = await synthgate(project.directory, ['init', 'pets', '--template', 'go']);
  expect([code, out]).toEqual([0, expect.stringMatching(/\nnext:\n {2}cd pets\n {2}npm install\n {2}\(cd functions\/pets && go mod tidy\)\n {2}npm run dev\n/)]);
});

test('templates ask for the versions that this package is tested with', async () => {
  const project = newProject();
  await synthgate(project.directory, ['init', 'hello']);
  await synthgate(project.directory, ['init', 'cdk', '--template', 'cdk']);
  const wanted = [manifestOf(project, 'hello'), manifestOf(project, 'cdk')].flatMap(({ dependencies, devDependencies }) => Object.entries({ ...dependencies, ...devDependencies }));
  const tested: Record<string, string> = { ...ownManifest.devDependencies, ...ownManifest.peerDependencies };
  for (const [name, range] of wanted.filter(([one]) => one in tested)) expect(`${name}@${range}`).toBe(`${name}@${tested[name].replace(/^(?=\d)/, '^')}`);
  expect(wanted.filter(([name]) => !(name in tested)).map(([name]) => name).sort()).toEqual(['aws-cdk', 'synthgate', 'synthgate']);
});

test('a file that exists is not replaced without --force, and then nothing is written', async () => {
  const project = newProject({ 'app.ts': '// mine\n' });
  const { code, err } = await synthgate(project.directory, ['init']);
  expect(code).toBe(1);
  expect(err).toMatch(/^error: \. already has app\.ts; nothing was written \[INIT_FILES_EXIST\]\n {4}Choose another directory, or replace these files with --force/);
  expect(Object.keys(project.read('.')).sort()).toEqual(['app.ts', 'package.json']);
  expect((await synthgate(project.directory, ['init', '--force'])).code).toBe(0);
  expect(project.read('.')['app.ts']).toContain('PetsApi');
});

test.each([['a file in place of the directory', 'pets'], ['a directory in place of a file', 'other']])('%s is refused', async (_, directory) => {
  const project = newProject({ 'pets': '', 'other/app.ts/x': '' });
  const { err } = await synthgate(project.directory, ['init', directory]);
  expect(err).toContain('[INIT_FILES_EXIST]');
});

test('in a project, settings are kept, package.json and .gitignore completed, and a second run changes nothing', async () => {
  const project = newProject({
    'package.json': JSON.stringify({ name: 'shop', type: 'module', scripts: { dev: 'vite', test: 'echo "Error: no test specified" && exit 1' }, devDependencies: { esbuild: '0.25.0' } }),
    '.gitignore': '/node_modules\n*.log', 'tsconfig.json': '{}', 'yarn.lock': '',
  });
  const { out } = await synthgate(project.directory, ['init']);
  expect(out).toContain('  = tsconfig.json        kept');
  expect(out).toMatch(/next:\n {2}yarn install\n {2}npx synthgate dev\n {2}yarn test\n/);
  expect(project.read('.')['.gitignore']).toBe('/node_modules\n*.log\ngateway.out/\ngateway.state/\n.env.local\n');
  expect(project.read('.')['AGENTS.md']).toContain('| `yarn run dev` |');
  expect(manifestOf(project)).toMatchObject({ name: 'shop', type: 'module', scripts: { dev: 'vite', test: 'vitest run' }, devDependencies: { esbuild: '0.25.0' } });
  const before = project.read('.');
  expect((await synthgate(project.directory, ['init'])).code).toBe(0);
  expect(project.read('.')).toEqual(before);
});

test('a CDK project gets a stack beside its own: its app stays, its test runner too', async () => {
  const project = newProject({
    'package.json': JSON.stringify({ name: 'shop', dependencies: { 'aws-cdk-lib': '2.250.0', 'constructs': '^10.0.0' }, devDependencies: { '@types/jest': '^30', 'jest': '^30', 'ts-node': '^10' } }),
    'cdk.json': '{"app": "npx ts-node --prefer-ts-exts bin/shop.ts", "watch": {}}', 'bin/shop.ts': '// mine\n', 'pnpm-lock.yaml': '',
  });
  const { code, out } = await synthgate(project.directory, ['init']);
  expect(code).toBe(0);
  expect(out).toContain("add to bin/shop.ts:\n  import { PetsStack } from '../lib/pets-stack';\n  new PetsStack(app, 'PetsStack');\n");
  expect(out).toContain('pnpm run dev');
  const files = project.read('.');
  expect([files['bin/shop.ts'], files['bin/app.ts'], files['cdk.json']]).toEqual(['// mine\n', undefined, '{"app": "npx ts-node --prefer-ts-exts bin/shop.ts", "watch": {}}']);
  expect(JSON.parse(files['synthgate.json'] ?? '')).toMatchObject({ app: 'bin/shop.ts' });
  expect(files['test/pets.test.ts']).not.toContain('vitest');
  expect(JSON.parse(files['tsconfig.json'] ?? '')).toMatchObject({ compilerOptions: { types: ['node', 'jest'] } });
  const { dependencies, devDependencies, scripts } = manifestOf(project);
  expect(scripts.test).toBe('jest');
  expect(dependencies).toEqual({ 'aws-cdk-lib': '2.250.0', 'constructs': '^10.0.0' });
  expect(Object.keys(devDependencies)).not.toEqual(expect.arrayContaining(['vitest']));
  expect(devDependencies.tsx).toBeUndefined();
});

test('an app of the CDK that is not a single file is named by cdk.json alone', async () => {
  const project = newProject({ 'cdk.json': '{"app": "npm run app"}' });
  await synthgate(project.directory, ['init']);
  expect(existsSync(project.file('synthgate.json'))).toBe(false);
});

test('a package.json that cannot be read is an error with its location', async () => {
  const project = newProject({ 'package.json': '{' });
  const { code, err } = await synthgate(project.directory, ['init']);
  expect([code, err]).toEqual([3, expect.stringMatching(/package\.json.*\[CONFIG_INVALID\]/)]);
});

describe('in a terminal', () => {
  const asked: string[] = [];
  const answering = (...answers: string[]) => (question: string) => {
    asked.push(question);
    return Promise.resolve(answers.shift() ?? '');
  };
  beforeEach(() => asked.splice(0));

  test('template and installation are asked, with a default', async () => {
    const project = newProject();
    const { out } = await synthgate(project.directory, ['init', 'shop'], {}, answering('cdk', 'n'));
    expect(asked).toEqual(['template: hello, cdk, python or go [hello] ', 'run npm install? [Y/n] ']);
    expect(out).toContain('template cdk');
    expect((await synthgate(project.directory, ['init', 'other', '--no-install'], {}, answering(''))).out).toContain('template hello');
  });

  test('an answer that is not a template is refused', async () => {
    const { err } = await synthgate(newProject().directory, ['init'], {}, answering('helo'));
    expect(err).toContain('--template is "helo"; expected hello, cdk, python or go [OPTION_INVALID]');
  });
});

test('--install runs the package manager that runs this; its exit code is that of the command', async () => {
  const project = newProject({ 'bin/pnpm': '#!/bin/sh\npwd > ../installed\nexit 7\n' });
  chmodSync(project.file('bin/pnpm'), 0o755);
  const environment = { PATH: `${project.file('bin')}:${process.env.PATH}`, npm_config_user_agent: 'pnpm/9.1.0 npm/? node/v20.19.0' };
  expect((await synthgate(project.directory, ['init', 'pets', '--install'], environment)).code).toBe(7);
  expect(readFileSync(project.file('installed'), 'utf8')).toBe(`${project.file('pets')}\n`);
});
