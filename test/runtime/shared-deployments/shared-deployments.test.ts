import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Api, MockIntegration, type App } from 'synthgate';
import type { LogEntry } from '../../../lib/runtime/ports';
import { StageDocuments } from '../../../lib/runtime/shared-deployments/documents';
import { SharedDeployments } from '../../../lib/runtime/shared-deployments/shared-deployments';
import { readAssembly } from '../../../lib/runtime/state/assembly';
import { deploy, rollback } from '../../../lib/runtime/state/deploy';
import { storeDefinition } from '../../../lib/runtime/state/pin-existing-stages';
import { readStageRecord } from '../../../lib/runtime/state/stage-records';
import { openUrlClient } from '../../../lib/runtime/store/ioredis-client';
import { StoreConnection } from '../../../lib/runtime/store/store-connection';
import { readStoreUrl } from '../../../lib/runtime/store/store-url';
import { synthesize } from '../../support/declared-gateway';
import { startStoreServer, type StoreServer } from '../../support/store-server';
import { newDirectory } from '../../support/temporary-directory';

let server: StoreServer;
let connection: StoreConnection;
let close: (() => void) | undefined;
beforeAll(async () => {
  server = await startStoreServer();
  const address = readStoreUrl(server.url);
  if (address === undefined) throw new Error('no URL');
  const client = openUrlClient(address);
  await client.connect();
  close = client.close;
  connection = new StoreConnection({ client, timeoutMs: 5_000, changed: () => undefined });
});
beforeEach(() => server.client.flushall());
afterAll(async () => {
  close?.();
  await server.close();
});

const API = 'Shop';
const declare = (version: string) => (app: App): void => {
  const api = new Api(app, API);
  api.root.addResource(version).addMethod('GET', new MockIntegration());
};

/** Assemblies of two versions, made once. */
const assemblies = newDirectory();
const versions = { v1: path.join(assemblies, 'v1.out'), v2: path.join(assemblies, 'v2.out'), v3: path.join(assemblies, 'v3.out') };
const ALL = ['v1', 'v2', 'v3'] as const;
beforeAll(() => { for (const [name, directory] of Object.entries(versions)) synthesize(directory, declare(name)); });

let ids = 0;

/** A machine with a gateway, whose assembly is a version; its state directory has the others. */
function machine(assembly: keyof typeof versions, ...others: readonly (keyof typeof versions)[]) {
  const folder = newDirectory();
  const [source, stateDirectory] = [path.join(folder, 'gateway.out'), path.join(folder, 'gateway.state')];
  cpSync(versions[assembly], source, { recursive: true });
  for (const version of others) for (const api of readAssembly(versions[version])) storeDefinition(api, { stateDirectory, at: '' });
  const log: LogEntry[] = [];
  let changes = 0;
  const sharing = () => new SharedDeployments({
    documents: new StageDocuments(connection, 'synthgate:{test}:stages'), source, stateDirectory, apis: [API],
    signature: async () => String(changes++), newId: () => String(ids++), now: () => 0, log: (entry) => void log.push(entry),
  });
  let { sync } = sharing();
  const to = (version: keyof typeof versions) => deploy({ source: versions[version], stateDirectory, api: API, stage: 'prod', now: () => changes });
  return {
    log, stateDirectory,
    sync: async () => sync(),
    restart: () => ({ sync } = sharing()),
    deploy: (version: keyof typeof versions) => to(version).deployment,
    rollback: () => rollback({ stateDirectory, api: API, stage: 'prod', now: () => 1 }),
    serves: () => readStageRecord(stateDirectory, API, 'prod')?.current,
    codes: () => log.flatMap(({ code }) => code ?? []),
  };
}

test('a deploy and a rollback of one gateway are served by another, and by one that comes later, with their history', async () => {
  const [first, second] = [machine('v1'), machine('v2')];
  const [v1, v2] = [first.deploy('v1'), first.deploy('v2')];
  await first.sync();
  await second.sync();
  expect([second.serves(), second.log]).toEqual([v2, [{ level: 'info', message: `Shop prod serves ${v2} now, which another gateway deployed` }]]);
  first.rollback();
  await first.sync();
  const third = machine('v1');
  await third.sync();
  expect([third.serves(), readStageRecord(third.stateDirectory, API, 'prod')]).toEqual([v1, readStageRecord(first.stateDirectory, API, 'prod')]);
});

test('a gateway that cannot serve what another deployed goes on, says so once, and takes it when its code arrives: DEPLOYMENT_NOT_HERE', async () => {
  const [first, second] = [machine('v1'), machine('v1')];
  const v1 = first.deploy('v1');
  await first.sync();
  await second.sync();
  const v2 = first.deploy('v2');
  await first.sync();
  await second.sync();
  await second.sync();
  expect([second.serves(), second.codes()]).toEqual([v1, ['DEPLOYMENT_NOT_HERE']]);
  cpSync(path.join(first.stateDirectory, 'deployments', v2), path.join(second.stateDirectory, 'deployments', v2), { recursive: true });
  await second.sync();
  expect(second.serves()).toBe(v2);
});

test('the same definition with other code is not what was deployed: DEPLOYMENT_NOT_HERE', async () => {
  const [first, second] = [machine('v1'), machine('v1')];
  const v1 = first.deploy('v1');
  await first.sync();
  const [text = ''] = await server.client.hmget('synthgate:{test}:stages', '["Shop","prod"]');
  await server.client.hset('synthgate:{test}:stages', '["Shop","prod"]', (text ?? '').replace(/"codeDigest":"\w{8}/, '"codeDigest":"00000000'));
  await second.sync();
  expect([v1 === second.serves(), second.codes()]).toEqual([false, ['DEPLOYMENT_NOT_HERE']]);
});

test('of two deploys at the same time the one that is shared first stays, on both gateways: DEPLOY_SUPERSEDED', async () => {
  const [first, second] = [machine(...ALL), machine(...ALL)];
  first.deploy('v1');
  for (const { sync } of [first, second]) await sync();
  first.deploy('v2');
  second.deploy('v3');
  for (let times = 0; times < 2; times++) await Promise.all([first.sync(), second.sync()]);
  const [one, other] = [first, second].map(({ stateDirectory }) => readFileSync(path.join(stateDirectory, 'stages/Shop/prod.json'), 'utf8'));
  expect([one === other, [...first.codes(), ...second.codes()]]).toEqual([true, ['DEPLOY_SUPERSEDED']]);
});

test('a gateway that was cut off or stopped catches up; its own deploy meanwhile counts only if nobody else made one', async () => {
  const [first, second] = [machine(...ALL), machine(...ALL)];
  first.deploy('v1');
  for (const { sync } of [first, second]) await sync();
  const v2 = second.deploy('v2');
  second.restart();
  for (const { sync } of [second, first]) await sync();
  expect(first.serves()).toBe(v2);
  second.deploy('v3');
  const v1 = first.deploy('v1');
  await first.sync();
  second.restart();
  await second.sync();
  expect([second.serves(), second.codes(), first.codes()]).toEqual([v1, ['DEPLOY_SUPERSEDED'], []]);
});

test('after the store lost its data, the newest deployment that a gateway has is shared again', async () => {
  const [first, second] = [machine(...ALL), machine(...ALL)];
  first.deploy('v1');
  for (const { sync } of [first, second]) await sync();
  const v2 = first.deploy('v2');
  await first.sync();
  await server.client.flushall();
  for (const { sync } of [second, first, second]) await sync();
  expect([first.serves(), second.serves(), first.codes(), second.codes()]).toEqual([v2, v2, [], []]);
});

test('a text in the store that is no document changes nothing, and a damaged state directory is reported: STATE_DAMAGED', async () => {
  const only = machine('v1');
  const v1 = only.deploy('v1');
  await only.sync();
  await server.client.hset('synthgate:{test}:stages', '["Shop","prod"]', '9 {"record":{}}', 'revision', 'x');
  await only.sync();
  expect(only.serves()).toBe(v1);
  writeFileSync(path.join(only.stateDirectory, 'shared-stages.json'), '{');
  await only.sync();
  expect(only.codes()).toEqual(['STATE_DAMAGED']);
});
