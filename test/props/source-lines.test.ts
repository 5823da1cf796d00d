import { spawnSync } from 'node:child_process';
import { mkdirSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { synthgate } from '../support/command-line';
import { newProject, type Project } from '../support/project';

const root = path.resolve(__dirname, '..', '..');

/** Types are erased and imports rewritten, so lines of the JavaScript are not those of the source. */
const SOURCE = `import { Api, App, MockIntegration } from 'synthgate';

interface Pet {
  readonly name: string;
}

const app = new App();
const api = new Api(app, 'Pets');
const pet: Pet = { name: 'pets' };
api.root.addResource(pet.name).addMethod('GET', new MockIntegration());
  api.root.addResource(pet.name);
api.root.resourceForPath('/a/b').addMethod('GET');
app.synth();
`;
const DUPLICATE = /error: (\S+:\d+:\d+) \(first at (\S+:\d+:\d+)\): Pets\/Default\/pets#2: there is already/;
const MISSING = /error: (\S+:\d+:\d+): Pets\/Default\/a\/b\/GET: method GET has no integration/;

function placesIn(text: string): readonly (string | undefined)[] {
  const [, second, first] = DUPLICATE.exec(text) ?? [];
  return [first, second, MISSING.exec(text)?.[1]];
}

function newApp(files: Readonly<Record<string, string>>): Project {
  const project = newProject(files);
  mkdirSync(project.file('node_modules'));
  symlinkSync(root, project.file('node_modules/synthgate'));
  return project;
}

test.each(['app.ts', 'app.mts'])('the command line names the lines of %s, not of the bundle', async (name) => {
  const project = newApp({ [name]: SOURCE });
  const { err } = await synthgate(project.directory, ['synth', '--app', name]);
  expect(placesIn(err)).toEqual([`${name}:10:10`, `${name}:11:12`, `${name}:12:34`]);
});

test('a file in another directory is named by its path from the working directory', async () => {
  const project = newApp({ 'src/pets.ts': "import { Api, App } from 'synthgate';\nexport const api = new Api(new App(), 'Pets', { stage: 'x' } as object);", 'app.ts': "import './src/pets';" });
  const { err } = await synthgate(project.directory, ['synth', '--app', 'app.ts']);
  expect(err).toContain('error: src/pets.ts:2:20: Pets: unknown property "stage"');
});

test('so does ts-node', () => {
  const project = newApp({ 'app.ts': SOURCE, 'tsconfig.json': '{ "compilerOptions": { "module": "node16", "moduleResolution": "node16", "target": "es2022" } }' });
  const { stderr } = run(project, ['--require', path.join(root, 'node_modules', 'ts-node', 'register', 'transpile-only'), 'app.ts']);
  expect(placesIn(stderr)).toEqual(['app.ts:10:10', 'app.ts:11:12', 'app.ts:12:34']);
});

test('and node itself', () => {
  const javaScript = SOURCE.replace("import { Api, App, MockIntegration } from 'synthgate';", "const { Api, App, MockIntegration } = require('synthgate');")
    .replace(/interface Pet \{[^}]*\}/, '').replace('pet: Pet', 'pet');
  const { stderr } = run(newApp({ 'app.cjs': javaScript }), ['app.cjs']);
  expect(placesIn(stderr)).toEqual(['app.cjs:8:10', 'app.cjs:9:12', 'app.cjs:10:34']);
});

test('where the caller is not JavaScript, no line is named', () => {
  const project = newApp({ 'app.cjs': "const { Api, App } = require('synthgate');\nconst app = new App();\nnew Api(app, 'Pets').root.addMethod('GET');\napp.synth();" });
  expect(run(project, ['app.cjs'], { JSII_AGENT: 'Python/3' }).stderr).toContain('error: Pets/Default/GET: method GET has no integration');
});

function run({ directory }: Project, parameters: readonly string[], env: Readonly<Record<string, string>> = {}) {
  return spawnSync(process.execPath, [...parameters], { cwd: directory, env: { ...process.env, ...env }, encoding: 'utf8' });
}
