import { readFileSync } from 'node:fs';
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

test('objects that cannot be are an error, and nothing is printed', async () => {
  const { code, out, err } = await synthgate(project(), ['k8s', 'gateway.out', ...image, '--gateway', 'public']);
  expect([code, out]).toEqual([1, '']);
  expect(err).toContain('requests to /prod are for several stages: Pets prod, Shop prod [KUBERNETES_ROUTES_EQUAL]');
});
