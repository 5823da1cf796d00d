import Ajv from 'ajv/dist/2020';
import { Api, FunctionRuntime, ProxyFunction, type ApiProps } from '../../lib/constructs';
import { deployedSpec, fingerprint, readSpecText } from '../../lib/spec';
import { App } from '../../lib/synth';
import { sourceMember, withSourcesFrom } from '../../lib/synth/assembly';
import { newProject } from '../support/project';

const SOURCE = 'export const handler = async () => ({ statusCode: 200 });';

const synthIn = (props: ApiProps = {}, source = SOURCE) => {
  const project = newProject({ 'src/a.ts': source });
  const app = new App({ outdir: project.file('gateway.out') });
  const api = new Api(app, 'Pets', props);
  api.root.addMethod('GET', new ProxyFunction(app, 'One', { entry: project.file('src/a.ts') }));
  api.root.addMethod('PUT', new ProxyFunction(app, 'Two', { entry: project.file('src/a.ts') }));
  app.synth();
  return project.read('gateway.out');
};

test('has a manifest, a spec for each API, their schema, and code under its digest', () => {
  const files = synthIn();
  const code: unknown = JSON.parse(files['code.json'] ?? '');
  const [asset = ''] = Object.keys(files).filter((name) => name.endsWith('/index.js'));
  const [, digest] = /^assets\/asset\.([0-9a-f]{64})\/index\.js$/.exec(asset) ?? [];
  expect(Object.keys(files).sort()).toEqual([
    'Pets.gateway.json', `assets/asset.${digest}/index.js`, `assets/asset.${digest}/index.js.map`, `assets/asset.${digest}/package.json`,
    'code.json', 'gateway.schema.json', 'manifest.json',
  ]);
  const entry = { asset: `assets/asset.${digest}`, digest, handler: 'index.handler' };
  expect(code).toEqual({ functions: { One: entry, Two: entry } });
  const { spec } = readSpecText(files['Pets.gateway.json'] ?? '', 'Pets');
  expect(JSON.parse(files['manifest.json'] ?? '')).toEqual({
    version: '1.0.0',
    apis: { Pets: { spec: 'Pets.gateway.json', apiId: spec.api.id, fingerprint: fingerprint(deployedSpec(spec)) } },
    schema: 'gateway.schema.json',
    code: 'code.json',
  });
});

test('has the same bytes in every directory', () => {
  expect(synthIn()).toEqual(synthIn());
});

test('says where code in another language was copied from, and nothing else of this machine', () => {
  const synth = (outdir: string) => {
    const project = newProject({ 'functions/pets/app.py': 'def main(event, context): pass\n' });
    const app = new App({ outdir: project.file(outdir) });
    const fn = new ProxyFunction(app, 'Pets', { code: project.file('functions/pets'), handler: 'app.main', runtime: FunctionRuntime.PYTHON_3_13 });
    new Api(app, 'Shop').root.addMethod('GET', fn);
    app.synth();
    return { directory: project.directory, files: project.read(outdir) };
  };
  const { directory, files } = synth('gateway.out');
  expect(JSON.parse(files['code.json'] ?? '')).toMatchObject({ functions: { Pets: { handler: 'app.main', source: 'functions/pets' } } });
  expect(Object.keys(files).filter((name) => name.startsWith('assets/')).map((name) => name.split('/').slice(2).join('/'))).toEqual(['app.py']);
  expect(JSON.stringify(files)).not.toContain(directory);
  expect(synth('gateway.out').files).toEqual(files);
  expect(JSON.parse(synth('build/out').files['code.json'] ?? '')).toMatchObject({ functions: { Pets: { source: '../functions/pets' } } });
});

test('sources are those of before in an assembly that is moved', () => {
  const project = newProject({ 'src/app.py': '' });
  const [from, to] = [project.file('gateway.out'), project.file('deep/down/gateway.out')];
  const functions = { Pets: { digest: 'd', ...sourceMember(from, project.file('src')) }, Node: { digest: 'n' } };
  expect(functions.Pets).toEqual({ digest: 'd', source: 'src' });
  expect(withSourcesFrom(functions, from, to)).toEqual({ Pets: { digest: 'd', source: '../../src' }, Node: { digest: 'n' } });
});

test('changes the code file only when only code changes', () => {
  const [before, after] = [synthIn(), synthIn({}, `${SOURCE}\nconsole.log('more');`)];
  expect(after['code.json']).not.toBe(before['code.json']);
  for (const name of ['manifest.json', 'Pets.gateway.json', 'gateway.schema.json']) expect(after[name]).toBe(before[name]);
});

test('the schema accepts the spec, and refuses anything else', () => {
  const files = synthIn();
  const validate = new Ajv({ strict: false, validateFormats: false }).compile(JSON.parse(files['gateway.schema.json'] ?? '') as object); // a JSON Schema
  expect(validate(JSON.parse(files['Pets.gateway.json'] ?? ''))).toBe(true);
  expect(validate({ format: 'synthgate/1' })).toBe(false);
});

test('a name that cannot be a file name gets one that can', () => {
  const files = synthIn({ apiName: '../Pets & more' });
  const name = Object.keys(files).find((one) => one.endsWith('.gateway.json'));
  expect(name).toMatch(/^___Pets___more-[a-z0-9]{10}\.gateway\.json$/);
  expect(JSON.parse(files['manifest.json'] ?? '')).toMatchObject({ apis: { '../Pets & more': { spec: name } } });
});
