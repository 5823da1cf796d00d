import { compose, type ComposeOptions, type OwnParts } from '../../../lib/runtime/hosting/compose';
import { createThrottling } from '../../../lib/runtime/throttling/throttling';
import { readSources } from '../../support/architecture/source';
import { ports } from '../../support/exchange';
import { compileContext } from '../../support/integrations';

const throttling = createThrottling(undefined, { read: () => new Map(), changed: () => undefined }, ports());
const composed = (options: ComposeOptions = {}, own: Partial<OwnParts> = {}) => compose(options, { ports: ports(), throttling, ...own });

test('local values are the pseudo parameters of account and region, and those that were given; endpoints of services are found', () => {
  const options = { accountId: '1', region: 'eu-west-1', tokenValues: { 'AWS::Region': 'mars-1', 'Shop/Table.Ref': 'Pets' }, awsEndpoints: { '*': 'http://emulator.test' } };
  const { values, services } = composed(options).compileOptions;
  expect(values).toMatchObject({ 'AWS::AccountId': '1', 'AWS::Region': 'mars-1', 'AWS::Partition': 'aws', 'Shop/Table.Ref': 'Pets' });
  expect(services.endpointOf(['SQS'])).toBe('http://emulator.test');
});

test('every process compiles with everything that the options say, or its default', () => {
  const { compileOptions } = composed();
  expect(compileOptions).toMatchObject({
    accountId: '123456789012', region: 'us-east-1', apiKeys: {}, credentials: [], sources: { given: {}, local: undefined }, explains: false,
    functionEnvironment: {},
  });
  expect(Object.entries(compileOptions).filter(([, value]) => value === undefined)).toEqual([]);
  const options = composed({ credentials: [{ accessKeyId: 'A', secretAccessKey: 'b' }], userPools: { Pool: 'http://127.0.0.1:1/pool' }, explain: 'always' });
  expect(options.compileOptions).toMatchObject({
    credentials: [{ accessKeyId: 'A' }], sources: { given: { Pool: { issuer: 'http://127.0.0.1:1/pool' } } }, explains: 'always',
  });
});

test('variables that replace those of the options are compiled from then on', async () => {
  const { compileOptions, variables } = composed({ functionEnvironment: { '*': { A: '1' } } });
  expect(compileOptions.functionEnvironment).toEqual({ '*': { A: '1' } });
  await variables.replacedBy({ '*': { A: '2' } }, () => Promise.resolve());
  expect({ ...compileOptions }.functionEnvironment).toEqual({ '*': { A: '2' } });
});

test('calls go to the engine of this process, or to whom a process of its own asks', async () => {
  const { engine, compileOptions, close } = composed();
  expect(compileOptions.engine).toBe(engine);
  const { engine: other } = compileContext();
  const worker = composed({}, { callsOf: () => other });
  expect(worker.compileOptions.engine).toBe(other);
  expect(worker.engine).not.toBe(other);
  await Promise.all([close(0), worker.close(0)]);
});

test('nothing else of hosting composes a process', () => {
  const parts = ['createFunctionEngine', 'SandboxWorkers', 'limitBacktracking', 'variableMask', 'awsServices', 'pseudoParameters'];
  const users = readSources('lib').filter(({ file, text }) => file.startsWith('runtime/hosting/') && parts.some((part) => new RegExp(`\\b${part}\\b`).test(text)));
  expect(users.map(({ file }) => file).sort()).toEqual(['runtime/hosting/compose.ts', 'runtime/hosting/given-variables.ts']); // the latter masks values
});
