import path from 'node:path';
import { driftedStages } from '../../../lib/runtime/state/stage-drift';
import { deploy } from '../../../lib/runtime/state/deploy';
import type { GatewaySpecInput } from '../../../lib/spec';
import { fingerprintOf, petsSpec, writeAssembly } from '../../support/assembly';
import { newDirectory } from '../../support/temporary-directory';

let source: string;
beforeEach(() => {
  source = path.join(newDirectory(), 'gateway.out');
  write(petsSpec());
  deploy({ source, api: 'Pets', stage: 'prod', now: () => 0 });
});

test('a stage has not drifted from the definition it was deployed from', () => {
  expect(drifted()).toEqual([]);
});

test.each<[string, GatewaySpecInput, string | undefined, string[]]>([
  ['another definition', petsSpec({}, { V: '2' }), undefined, ['definition']],
  ['other code', petsSpec(), 'exports.handler = async () => 2;', ['code']],
  ['other variables', petsSpec({ stages: { prod: { variables: { V: '2' } } } }), undefined, ['variables']],
])('%s is named', (_, spec, code, differences) => {
  write(spec, code);
  expect(drifted()).toEqual([{ api: 'Pets', stage: 'prod', differences }]);
});

test('a pinned stage has drifted only when it serves another deployment', () => {
  write({ ...petsSpec({}, { V: '2' }), stages: { prod: { deployment: fingerprintOf(petsSpec()) } } });
  expect(drifted()).toEqual([]);
  write({ ...petsSpec({}, { V: '2' }), stages: { prod: { deployment: '0'.repeat(64) } } });
  expect(drifted()).toEqual([{ api: 'Pets', stage: 'prod', differences: ['definition'] }]);
});

function write(spec: GatewaySpecInput, code?: string): void {
  writeAssembly(source, [spec], code);
}

function drifted() {
  return driftedStages(source, path.join(path.dirname(source), 'gateway.state'));
}
