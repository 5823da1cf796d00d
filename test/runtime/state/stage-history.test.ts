import { recordDeploy, recordRollback, recordRollbackTo, recordServed, stageRecordSchema, type StageRecord } from '../../../lib/runtime/state/stage-history';

const NAME = { api: 'Pets', stage: 'prod' };

test('a stage that was never deployed starts with its first deployment', () => {
  const record = deployed(undefined, 'a', { TABLE: 'pets' });
  expect(record).toMatchObject({ ...NAME, current: 'a', variables: { TABLE: 'pets' }, history: [{ action: 'deploy', deployment: 'a' }] });
  expect(stageRecordSchema.parse(record)).toEqual(record);
});

test('deploying the same again changes nothing; other variables do', () => {
  const record = deployed(undefined, 'a', { TABLE: 'pets' });
  expect(deployed(record, 'a', { TABLE: 'pets' })).toBe(record);
  expect(deployed(record, 'a', { TABLE: 'cats' }).history).toHaveLength(2);
  expect(deployed(record, 'a', {}).history).toHaveLength(2);
});

test('each rollback goes one deployment further back, variables included, until none is left', () => {
  const record = deployed(deployed(deployed(undefined, 'a', { V: '1' }), 'b', { V: '2' }), 'c', { V: '3' });
  const once = recordRollback(record, 'now');
  expect(once).toMatchObject({ current: 'b', variables: { V: '2' } });
  const twice = recordRollback(once!, 'now');
  expect(twice).toMatchObject({ current: 'a', variables: { V: '1' } });
  expect(recordRollback(twice!, 'now')).toBeUndefined();
  expect(twice!.history.map(({ action }) => action)).toEqual(['deploy', 'deploy', 'deploy', 'rollback', 'rollback']);
});

test('after a rollback and another deploy, a rollback goes to what that deploy replaced', () => {
  const back = recordRollback(deployed(deployed(undefined, 'a'), 'b'), 'now')!;
  const again = deployed(back, 'c');
  const rolledBack = recordRollback(again, 'now')!;
  expect(rolledBack.current).toBe('a');
  expect(recordRollback(rolledBack, 'now')).toBeUndefined();
});

test('further rollbacks start from the deployment that was rolled back to', () => {
  const record = deployed(deployed(deployed(undefined, 'a', { V: '1' }), 'b'), 'c');
  expect(recordRollbackTo(record, 'a', 'now')).toMatchObject({ current: 'a', variables: { V: '1' } });
  expect(recordRollback(recordRollbackTo(record, 'b', 'now'), 'now')?.current).toBe('a');
  expect(recordRollbackTo(record, 'c', 'now')).toBe(record);
});

test('a rollback to a deployment of another stage keeps the variables and can be taken back', () => {
  const record = recordRollbackTo(deployed(undefined, 'a', { V: '1' }), 'elsewhere', 'now');
  expect(record).toMatchObject({ current: 'elsewhere', variables: { V: '1' } });
  expect(recordRollback(record, 'now')?.current).toBe('a');
});

test.each<[string, Partial<StageRecord>]>([
  ['whose current is not its last entry', { current: 'z' }],
  ['that goes back to the future', { history: [{ action: 'deploy', deployment: 'a', variables: {}, at: 'now', back: 0 }] }],
  ['without history', { history: [] }],
])('refuses a record %s', (_, change) => {
  expect(stageRecordSchema.safeParse({ ...deployed(undefined, 'a'), ...change }).success).toBe(false);
});

function deployed(record: StageRecord | undefined, deployment: string, variables: Record<string, string> = {}): StageRecord {
  return recordDeploy(record, NAME, { deployment, variables, at: '2025-01-01T00:00:00.000Z' });
}

describe('a stage that was served as synthesized', () => {
  const served = recordServed(NAME, { deployment: 'a', variables: { TABLE: 'pets' }, at: '2025-01-01T00:00:00.000Z' });

  test('goes back to that after its first deploy', () => {
    const back = recordRollback(recordDeploy(served, NAME, { deployment: 'b', variables: {}, at: 'later' }), 'now');
    expect(back).toMatchObject({ current: 'a', variables: { TABLE: 'pets' }, history: [{ action: 'synth' }, { action: 'deploy', back: 0 }, { action: 'rollback' }] });
    expect(stageRecordSchema.safeParse(back).success).toBe(true);
  });

  test('is deployed once when the same is deployed, and has nothing to go back to', () => {
    const entry = { deployment: 'a', variables: { TABLE: 'pets' }, at: 'later' };
    const deployed = recordDeploy(served, NAME, entry);
    expect(deployed.history.map(({ action }) => action)).toEqual(['synth', 'deploy']);
    expect(recordDeploy(deployed, NAME, entry)).toBe(deployed);
    expect(recordRollback(deployed, 'now')).toBeUndefined();
  });
});
