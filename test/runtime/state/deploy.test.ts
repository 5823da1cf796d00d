import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { deploy, rollback } from '../../../lib/runtime/state/deploy';
import { listDeployments, verifyDeployment } from '../../../lib/runtime/state/deployment-store';
import { loadApis } from '../../../lib/runtime/state/load';
import { underLock } from '../../../lib/runtime/state/lock';
import { readStageRecord } from '../../../lib/runtime/state/stage-records';
import type { GatewaySpecInput } from '../../../lib/spec';
import { codeOfError, fingerprintOf, petsSpec, writeAssembly } from '../../support/assembly';
import { deployerIn, outputOf } from '../../support/deployer';
import { newDirectory } from '../../support/temporary-directory';

const now = (): number => 1_700_000_000_000;
let source: string;
let stateDirectory: string;

beforeEach(() => {
  const directory = newDirectory();
  source = writeAssembly(path.join(directory, 'gateway.out'), [version(1)]);
  stateDirectory = path.join(directory, 'gateway.state');
});

describe('deploy', () => {
  test('stores the definition under its fingerprint and points the stage at it', () => {
    const change = deployVersion(1);
    expect(change).toEqual({ api: 'Pets', stage: 'prod', deployment: fingerprintOf(version(1)), previous: undefined, isChanged: true, kept: [] });
    expect(current()).toBe(fingerprintOf(version(1)));
    expect(readdirSync(path.join(stateDirectory, 'deployments'))).toEqual([fingerprintOf(version(1))]);
    expect(readdirSync(stateDirectory).sort()).toEqual(['deployments', 'stages']);
  });

  test('of the same definition and code changes nothing', () => {
    deployVersion(1);
    expect(deployVersion(1)).toMatchObject({ isChanged: false });
    expect(readStageRecord(stateDirectory, 'Pets', 'prod')?.history).toHaveLength(1);
  });

  test('to the default stage of an HTTP API, which has no segment in URLs', () => {
    const http: GatewaySpecInput = {
      format: 'synthgate/1', protocol: 'http', api: { id: 'shop', name: 'Shop' }, functions: { Pets: { code: 'pets', handler: 'index.handler' } },
      resources: { '/pets': { id: 'pets', methods: { GET: { integration: { type: 'proxy', function: 'Pets' } } } } }, stages: { $default: {} },
    };
    writeAssembly(source, [http]);
    const { deployment } = deploy({ source, stateDirectory, api: 'Shop', stage: '$default', now });
    expect(readStageRecord(stateDirectory, 'Shop', '$default')?.current).toBe(deployment);
    expect(loadApis({ source, stateDirectory })[0].stages).toMatchObject([{ name: '$default', fingerprint: deployment, source: 'state' }]);
  });

  test('of the same definition with other code is another deployment', () => {
    deployVersion(1);
    writeAssembly(source, [version(1)], 'exports.handler = async () => "two";');
    const { deployment, previous } = deployStage('prod');
    expect(deployment).toMatch(new RegExp(`^${fingerprintOf(version(1))}\\.[0-9a-f]{12}$`));
    expect(previous).toBe(fingerprintOf(version(1)));
    expect(readFileSync(path.join(loadedProd().code.Pets.directory, 'index.js'), 'utf8')).toContain('two');
    expect(listDeployments(stateDirectory)).toHaveLength(2);
  });

  test('leaves other stages where they are', () => {
    deployVersion(1, 'prod');
    deployVersion(2, 'test');
    deployVersion(3, 'test');
    expect(current('prod')).toBe(fingerprintOf(version(1)));
    expect(readStageRecord(stateDirectory, 'Pets', 'prod')?.history).toHaveLength(1);
    expect(current('test')).toBe(fingerprintOf(version(3)));
  });

  test('records other stages that were served as synthesized, so that the next synthesis leaves them there', () => {
    const stages = { prod: {}, dev: { variables: { V: '1' } }, stable: { deployment: fingerprintOf(version(1)) } };
    writeAssembly(source, [{ ...version(1), stages }]);
    expect(deployStage('prod').kept).toEqual([{ stage: 'dev', deployment: fingerprintOf(version(1)) }]);
    expect(readStageRecord(stateDirectory, 'Pets', 'dev')).toMatchObject({ variables: { V: '1' }, history: [{ action: 'synth' }] });
    expect(readStageRecord(stateDirectory, 'Pets', 'stable')).toBeUndefined();
    writeAssembly(source, [{ ...version(2), stages: { ...stages, dev: { variables: { V: '2' } } } }]);
    expect(deployStage('prod').kept).toEqual([]);
    expect(loadApis({ source, stateDirectory })[0].stages).toMatchObject([
      { name: 'dev', fingerprint: fingerprintOf(version(1)), variables: { V: '1' } },
      { name: 'prod', fingerprint: fingerprintOf(version(2)) },
      { name: 'stable', fingerprint: fingerprintOf(version(1)) },
    ]);
  });

  test('of a stage that the definition pins points it at what it is pinned to', () => {
    deployVersion(1);
    writeAssembly(source, [{ ...version(2), stages: { prod: { deployment: fingerprintOf(version(1)), variables: { V: '2' } } } }]);
    expect(deployStage('prod')).toMatchObject({ deployment: fingerprintOf(version(1)), isChanged: true });
    expect(loadedProd()).toMatchObject({ fingerprint: fingerprintOf(version(1)), variables: { V: '2' } });
  });

  test('refuses what it cannot write with a code, and changes nothing', () => {
    writeFileSync(path.join(path.dirname(source), 'file'), '');
    expect(codeOfError(() => deploy({ source, stateDirectory: path.join(path.dirname(source), 'file', 'state'), api: 'Pets', stage: 'prod', now })))
      .toBe('STATE_NOT_WRITABLE');
  });

  test.each(['../prod', '.hidden', 'a/b', '', 'x'.repeat(200)])('refuses the stage name %j', (stage) => {
    expect(codeOfError(() => deployStage(stage))).toBe('STATE_NAME_INVALID');
  });

  test('refuses an API that is not there', () => {
    expect(codeOfError(() => deploy({ source, api: 'Cats', stage: 'prod', now }))).toBe('API_UNKNOWN');
  });

  test('does not trust a stored deployment that was changed', () => {
    deployVersion(1);
    writeFileSync(path.join(loadedProd().code.Pets.directory, 'index.js'), 'exports.handler = async () => ({ statusCode: 200, body: "???" });');
    deployVersion(2);
    expect(() => deployVersion(1)).toThrow(/STATE_DAMAGED.*index\.js: .*changed after it was stored/);
    expect(codeOfError(() => rollback({ stateDirectory, api: 'Pets', stage: 'prod', now }))).toBe('STATE_DAMAGED');
    expect(current()).toBe(fingerprintOf(version(2)));
  });

  test('leaves a damaged stage and everything else alone', () => {
    deployVersion(1, 'test');
    deployVersion(1, 'prod');
    const file = path.join(stateDirectory, 'stages', 'Pets', 'prod.json');
    writeFileSync(file, '{"version": 1');
    expect(codeOfError(() => deployVersion(2, 'prod'))).toBe('STATE_DAMAGED');
    expect(readFileSync(file, 'utf8')).toBe('{"version": 1');
    expect(deployVersion(2, 'test').isChanged).toBe(true);
  });
});

describe('rollback', () => {
  beforeEach(() => { [1, 2, 3].forEach((number) => deployVersion(number)); });

  test('goes back one deployment each time', () => {
    expect(back()).toMatchObject({ deployment: fingerprintOf(version(2)), previous: fingerprintOf(version(3)) });
    expect(back().deployment).toBe(fingerprintOf(version(1)));
    expect(loadedProd().fingerprint).toBe(fingerprintOf(version(1)));
    expect(codeOfError(back)).toBe('ROLLBACK_IMPOSSIBLE');
  });

  test('goes to a deployment by its first digits', () => {
    expect(back(fingerprintOf(version(1)).slice(0, 12)).deployment).toBe(fingerprintOf(version(1)));
    expect(back(fingerprintOf(version(3))).deployment).toBe(fingerprintOf(version(3)));
  });

  test('refuses unknown and ambiguous deployments, and stages that were never deployed', () => {
    expect(codeOfError(() => back('zz'))).toBe('DEPLOYMENT_UNKNOWN');
    expect(codeOfError(() => back(''))).toBe('DEPLOYMENT_AMBIGUOUS');
    expect(codeOfError(() => rollback({ stateDirectory, api: 'Pets', stage: 'test', now }))).toBe('STAGE_NOT_DEPLOYED');
    expect(codeOfError(() => rollback({ stateDirectory: '/nowhere', api: 'Pets', stage: 'prod', now }))).toBe('STAGE_NOT_DEPLOYED');
  });

  test('to a deployment that was taken away is refused', () => {
    const { history, ...rest } = readStageRecord(stateDirectory, 'Pets', 'prod')!;
    const entries = [{ ...history[0], deployment: 'gone' }, { ...history[1], back: 0 }];
    writeFileSync(path.join(stateDirectory, 'stages', 'Pets', 'prod.json'), JSON.stringify({ ...rest, current: entries[1].deployment, history: entries }));
    expect(codeOfError(back)).toBe('DEPLOYMENT_UNKNOWN');
  });

  function back(to?: string) {
    return rollback({ stateDirectory, api: 'Pets', stage: 'prod', to, now });
  }
});

describe('two deployers', () => {
  test('the second is refused while the first is at work', () => {
    deployVersion(1);
    underLock(path.join(stateDirectory, 'lock'), () => {
      expect(() => deployVersion(2)).toThrow(new RegExp(`DEPLOY_IN_PROGRESS.*process ${process.pid} on `));
    });
    expect(deployVersion(2).isChanged).toBe(true);
  });

  test('at the same time lose nothing', async () => {
    const directory = path.dirname(source);
    const start = deployerIn(directory);
    const children = [0, 1, 2, 3].map((index) => {
      const own = writeAssembly(path.join(directory, `own-${index}.out`), [version(1)]);
      return start({ source: own, stateDirectory, stage: 'prod', first: index * 100, count: 8, retry: true });
    });
    const results = await Promise.all(children.map((child) => outputOf(child)));
    expect(results.map(({ errors }) => errors)).toEqual(['', '', '', '']);
    expect(readStageRecord(stateDirectory, 'Pets', 'prod')?.history).toHaveLength(32);
    expect(listDeployments(stateDirectory)).toHaveLength(32);
    expect(readdirSync(stateDirectory).sort()).toEqual(['deployments', 'stages']);
  });
});

test('killed at any moment, the stage is at the old or the new deployment, and other stages are where they were', async () => {
  const ROUNDS = 30;
  deployVersion(1, 'test');
  deployVersion(0, 'prod');
  const start = deployerIn(path.dirname(source));
  const seen = { old: 0, new: 0, staleLocks: 0 };
  let acknowledged = 0;
  for (let round = 0; round < ROUNDS; round++) {
    const child = start({ source, stateDirectory, stage: 'prod', first: acknowledged + 1, count: 1_000_000 });
    let started = acknowledged;
    const { errors } = await outputOf(child, (line) => {
      const [what, number] = line.split(' ');
      if (what === 'done') acknowledged = Number(number);
      if (what !== 'start') return;
      // microseconds to milliseconds after a deploy began, never at the same place
      if (started === acknowledged) setTimeout(() => child.kill('SIGKILL'), (round * 7) % 40);
      started = Number(number);
    });
    expect(errors).toBe('');
    const at = environmentNumber();
    expect([acknowledged, acknowledged + 1]).toContain(at);
    seen[at === acknowledged ? 'old' : 'new']++;
    if (readdirSync(stateDirectory).includes('lock')) seen.staleLocks++;
    verifyDeployment(stateDirectory, current());
    expect(current('test')).toBe(fingerprintOf(version(1)));
    acknowledged = at;
  }
  // the kills did hit deploys at work, so the rounds say something
  expect(seen.staleLocks).toBeGreaterThan(0);
  writeAssembly(source, [version(acknowledged + 1)]);
  expect(deployStage('prod').isChanged).toBe(true);
  expect(readdirSync(path.join(stateDirectory, 'deployments')).filter((name) => name.startsWith('.'))).toEqual([]);
});

/** A definition that says its number, so that each has a fingerprint of its own. */
function version(number: number) {
  return petsSpec({}, { NUMBER: String(number) });
}

function deployVersion(number: number, stage = 'prod') {
  mkdirSync(source, { recursive: true });
  writeAssembly(source, [version(number)]);
  return deployStage(stage);
}

function deployStage(stage: string) {
  return deploy({ source, stateDirectory, api: 'Pets', stage, now });
}

function current(stage = 'prod'): string {
  return readStageRecord(stateDirectory, 'Pets', stage)!.current;
}

function loadedProd() {
  return loadApis({ source, stateDirectory })[0].stages.find(({ name }) => name === 'prod')!;
}

/** The number of the version that a fresh load serves: its spec was read whole, and its code is there. */
function environmentNumber(): number {
  writeAssembly(source, [version(1)]);
  return Number(loadedProd().deployed.functions.Pets.environment.NUMBER);
}
