import { Testing } from 'cdk8s';
import { readAssembly } from 'synthgate/runtime';
import { GatewayChart } from 'synthgate/k8s';
import path from 'node:path';
import { renderKubernetes } from '../../lib/kubernetes';
import { petsSpec, writeAssembly } from '../support/assembly';
import { newDirectory } from '../support/temporary-directory';

const assembly = writeAssembly(path.join(newDirectory(), 'gateway.out'), [petsSpec()]);
const options = { image: 'registry.example.com/pets', namespace: 'shop', gateway: 'edge/public' };

test('a chart has the objects of the command, with what they do not express', () => {
  const chart = new GatewayChart(Testing.app(), 'Pets', { assembly, ...options });
  const { objects, issues } = renderKubernetes(readAssembly(assembly), options);
  // cdk8s sorts by dependencies and gives plain data
  expect(Testing.synth(chart)).toEqual(JSON.parse(JSON.stringify(objects)));
  expect(chart.warnings).toEqual(issues);
  expect(chart.node.findChild('Deployment')).toBeDefined();
});

test('two gateways are two charts', () => {
  const app = Testing.app();
  const names = ['Blue', 'Green'].map((id) => new GatewayChart(app, id, { assembly, ...options, name: id.toLowerCase() }));
  expect(names.flatMap((chart) => Testing.synth(chart).map(({ metadata }) => metadata.name))).toEqual([...Array(7).fill('blue'), ...Array(7).fill('green')]);
});

test.each([
  [{ ...options, image: 'pets:latest' }, 'OPTION_INVALID'],
  [{ ...options, apis: ['Cats'] }, 'API_UNKNOWN'],
  [{ ...options, replica: 2 }, 'OPTION_UNKNOWN'],
])('%j is refused with %s', (given, code) => {
  expect(() => new GatewayChart(Testing.app(), 'Pets', { assembly, ...given })).toThrow(expect.objectContaining({ code }));
});
