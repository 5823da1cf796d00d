import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseAllDocuments } from 'yaml';
import { petsSpec, writeAssembly } from '../../support/assembly';
import { synthgate } from '../../support/command-line';
import { newDirectory } from '../../support/temporary-directory';

const image = ['--image', 'registry.example.com/pets'];
const shop = petsSpec({ api: { id: 'shop', name: 'Shop' }, functions: {}, resources: { '/': { id: 'root' } } });
const project = (): string => path.dirname(writeAssembly(path.join(newDirectory(), 'gateway.out'), [petsSpec(), shop]));
const kindsIn = (text: string): unknown[] => parseAllDocuments(text).map((document) => document.get('kind'));

test('prints the objects as YAML, and says on standard error what they do not express', async () => {
  const { code, out, err } = await synthgate(project(), ['k8s', 'gateway.out', '--api', 'Pets', ...image, '--gateway', 'edge/public', '--service-monitor']);
  expect(code).toBe(0);
  expect(kindsIn(out)).toEqual([
    'ServiceAccount', 'NetworkPolicy', 'Deployment', 'Service', 'HorizontalPodAutoscaler', 'PodDisruptionBudget', 'HTTPRoute', 'ServiceMonitor',
  ]);
  expect(err).toMatch(/^warning: pets: the network policy does not know [^]*function Pets \[KUBERNETES_CALLS_UNKNOWN\]\n {4}Allow [^]*\n$/);
});

test('writes a file, the same bytes each time', async () => {
  const directory = project();
  const write = () => synthgate(directory, [
    'k8s', 'gateway.out', ...image, '--file', 'deploy/k8s.yaml', '--gateway', 'public', '--base-path', 'Pets=pets', '--base-path', 'Shop=shop',
    '--replicas', '3', '--drain', '10', '--secret-env', 'Pets.TOKEN=pets/token', '--egress', '10.1.0.0/16:5432', '-n', 'shop',
  ]);
  expect(await write()).toEqual({ code: 0, out: '', err: '' });
  const text = readFileSync(path.join(directory, 'deploy/k8s.yaml'), 'utf8');
  await write();
  expect(readFileSync(path.join(directory, 'deploy/k8s.yaml'), 'utf8')).toBe(text);
  expect(text).toContain('terminationGracePeriodSeconds: 75\n');
  expect(text).toContain('value: /pets/prod\n');
});

test.each([
  [[], '--image is "undefined"; expected an image such as registry.example.com/pets [OPTION_INVALID]'],
  [['--image', 'pets:latest'], '--image is "pets:latest"; expected a tag that stays'],
  [[...image, '--replicas', 'many'], '--replicas is "many"; expected a whole number from 1 to 1000 [OPTION_INVALID]'],
  [[...image, '--egress', '10.0.0.1'], '--egress is "10.0.0.1"; expected ranges of addresses'],
  [[...image, '--secret-env', 'TOKEN=token'], '--secret-env TOKEN is "token"; expected '],
  [[...image, '--base-path', 'Pet=pets'], 'no API "Pet"; APIs: Pets, Shop [OPTION_NAME_UNKNOWN]'],
])('%j is refused by the name of its flag', async (parameters, message) => {
  const result = await synthgate(project(), ['k8s', 'gateway.out', ...parameters]);
  expect([result.code, result.out]).toEqual([3, '']);
  expect(result.err).toContain(message);
});

test('texts that YAML 1.1 takes for other values are quoted, and others are not', async () => {
  for (const name of ['on', 'no', 'y']) {
    const { out } = await synthgate(project(), ['k8s', 'gateway.out', '--api', 'Pets', ...image, '--name', name, '--gateway', 'edge/public']);
    expect(out).toContain(`\n  name: "${name}"\n`);
    expect(out).not.toMatch(/: (?:on|no|y)$/m);
    expect(out).toContain('image: registry.example.com/pets:');
    expect(parseAllDocuments(out)[0]?.getIn(['metadata', 'name'])).toBe(name);
  }
});

test('synthgate.json gives the options of serve that the objects have; others are named', async () => {
  const directory = project();
  const config = { app: 'app.ts', drain: 10, shutdownTimeout: 20, basePath: { Pets: 'pets' }, trustedProxy: ['10.0.0.0/8'], api: ['Pets'], port: 4000, env: { A: '1' }, idleTimeout: 30 };
  writeFileSync(path.join(directory, 'synthgate.json'), JSON.stringify(config));
  const { out, err } = await synthgate(directory, ['k8s', 'gateway.out', ...image, '--shutdown-timeout', '25', '--base-path', 'Pets=cats', '--gateway', 'public']);
  expect(out).toContain('terminationGracePeriodSeconds: 70\n');
  expect(out).toContain('value: /cats/prod\n');
  expect(out).toContain('- 10.0.0.0/8\n');
  expect(err).toContain('synthgate.json: these options of serve are not in the arguments of the pods: env, idleTimeout [SERVE_OPTIONS_LEFT_OUT]');
  expect((await synthgate(directory, ['image', 'gateway.out'])).err).toContain('not in the command of the image: api, basePath, drain, env, idleTimeout, shutdownTimeout, trustedProxy [');
});

/** The tag that a command names for a source of the project. */
async function tagIn(files: Readonly<Record<string, string>>, commands: readonly (readonly string[])[]): Promise<readonly unknown[]> {
  const directory = newDirectory();
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(directory, name)), { recursive: true });
    writeFileSync(path.join(directory, name), text);
  }
  const texts = [];
  for (const parameters of commands) texts.push((await synthgate(directory, parameters)).out);
  return texts.map((text) => /pets:([0-9a-f]{12})/.exec(text)?.[1]);
}

const built = (program: string) => ({
  'template.yaml': `Transform: AWS::Serverless-2016-10-31
Resources:
  Built:
    Type: AWS::Serverless::Function
    Metadata: { BuildMethod: makefile }
    Properties: { CodeUri: src, Runtime: provided.al2023, Handler: bootstrap, Events: { Get: { Type: Api, Properties: { Path: /, Method: get } } } }`,
  'src/Makefile': `build-Built:\n\tprintf '#!/bin/sh\\n# ${program}\\n' > $(ARTIFACTS_DIR)/bootstrap\n\tchmod +x $(ARTIFACTS_DIR)/bootstrap\n`,
});

test('the tag is that of image for code that is built and for a source without a stage, and changes with the code', async () => {
  const k8s = ['k8s', 'template.yaml', ...image];
  const [first, ofImage] = await tagIn(built('one'), [k8s, ['image', 'template.yaml', '--tag', 'registry.example.com/pets']]);
  expect(first).toMatch(/./);
  expect(ofImage).toBe(first);
  expect(await tagIn(built('two'), [k8s])).not.toEqual([first]);
  const open = JSON.stringify({ openapi: '3.0.1', info: { title: 'Pets', version: '1' }, paths: { '/': { get: { 'responses': {}, 'x-amazon-apigateway-integration': { type: 'mock' } } } } });
  const [plain, plainImage] = await tagIn({ 'openapi.json': open }, [['k8s', 'openapi.json', ...image], ['image', 'openapi.json', '--tag', 'registry.example.com/pets']]);
  expect([plain, plainImage]).toEqual([plainImage, expect.stringMatching(/./)]);
});

test('objects that cannot be are an error, and nothing is printed', async () => {
  const { code, out, err } = await synthgate(project(), ['k8s', 'gateway.out', ...image, '--gateway', 'public']);
  expect([code, out]).toEqual([1, '']);
  expect(err).toContain('requests to /prod are for several stages: Pets prod, Shop prod [KUBERNETES_ROUTES_EQUAL]');
});
