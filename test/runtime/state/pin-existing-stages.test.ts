import { existsSync, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { pinExistingStages, servableApis } from '../../../lib/runtime/state/pin-existing-stages';
import { underLock } from '../../../lib/runtime/state/lock';
import { readStageRecord } from '../../../lib/runtime/state/stage-records';
import { codeOfError, fingerprintOf, petsSpec, writeAssembly } from '../../support/assembly';
import { newDirectory } from '../../support/temporary-directory';

const stages = { prod: {}, dev: { variables: { V: '1' } }, stable: { deployment: fingerprintOf(petsSpec()) } };
let source: string;
let stateDirectory: string;
beforeEach(() => {
  const directory = newDirectory();
  source = writeAssembly(path.join(directory, 'gateway.out'), [petsSpec({ stages })]);
  stateDirectory = path.join(directory, 'gateway.state');
});

test('records every stage that follows the assembly once, with its variables, and leaves pinned ones alone', () => {
  const deployment = fingerprintOf(petsSpec());
  expect(keep()).toEqual([{ stage: 'dev', deployment }, { stage: 'prod', deployment }]);
  expect(readStageRecord(stateDirectory, 'Pets', 'dev')).toMatchObject({ current: deployment, variables: { V: '1' }, history: [{ action: 'synth' }] });
  expect(readStageRecord(stateDirectory, 'Pets', 'stable')).toBeUndefined();
  expect(readdirSync(stateDirectory).sort()).toEqual(['deployments', 'stages']);
  writeAssembly(source, [petsSpec({ stages }, { V: '2' })]);
  expect(keep()).toEqual([]);
});

test('writes nothing where no stage follows the assembly', () => {
  writeAssembly(source, [petsSpec({ stages: { stable: stages.stable } })]);
  expect(keep()).toEqual([]);
  expect(existsSync(stateDirectory)).toBe(false);
});

test('is refused while another deploy is at work', () => {
  keep();
  writeAssembly(source, [petsSpec({ stages: { ...stages, beta: {} } })]);
  underLock(path.join(stateDirectory, 'lock'), () => expect(codeOfError(keep)).toBe('DEPLOY_IN_PROGRESS'));
  expect(keep()).toMatchObject([{ stage: 'beta' }]);
});

test('an assembly that cannot be read, or is without its code, serves nothing', () => {
  rmSync(path.join(source, 'assets'), { recursive: true });
  expect(servableApis(source)).toEqual([]);
  expect(servableApis(path.join(source, 'nowhere'))).toEqual([]);
});

function keep() {
  const [api] = servableApis(source);
  return pinExistingStages({ api, stateDirectory, now: () => 0 });
}
