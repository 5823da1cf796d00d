import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Api, App, MockIntegration } from '../../../lib';
import { gatewayMatchers, type MatcherContext } from '../../../lib/testing/snapshots/gateway-matchers';
import { gatewaySerializer } from '../../../lib/testing/snapshots/gateway-matchers';
import type { GatewaySnapshotOptions } from '../../../lib/testing/snapshots/snapshot-options';
import { codeOf } from '../../support/error-code';

let directory: string;
let environment: NodeJS.ProcessEnv;
let state: ReturnType<typeof newState>;

/** As when a runner runs the test file once more. */
const newRun = () => { state = newState(); };

beforeEach(() => {
  newRun();
  environment = { ...process.env };
  for (const name of ['CI', 'SYNTHGATE_SNAPSHOTS']) delete process.env[name];
  directory = mkdtempSync(path.join(tmpdir(), 'synthgate-snapshots-'));
});
afterEach(() => {
  process.env = environment;
  rmSync(directory, { recursive: true });
});

describe('a snapshot', () => {
  test('is two files beside the test, and is counted', () => {
    newRun();
    expect(match(declare(), {}, { snapshotState: state })).toBe('passed');
    expect(readdirSync(path.join(directory, '__snapshots__')).sort()).toEqual(['pets.test.PetsApi.gateway.json', 'pets.test.PetsApi.gateway.txt']);
    expect(read('pets.test.PetsApi.gateway.txt')).toMatch(/^PetsApi\n/);
    expect(JSON.parse(read('pets.test.PetsApi.gateway.json'))).toEqual(JSON.parse(declare().toJson()));
    expect(match(declare(), {}, { snapshotState: state })).toBe('passed');
    expect(state).toMatchObject({ added: 1, matched: 1, updated: 0, unmatched: 0 });
  });

  test('that matches is not written again, and line ends of a checkout do not matter', () => {
    match(declare());
    const file = path.join(directory, '__snapshots__', 'pets.test.PetsApi.gateway.txt');
    writeFileSync(file, readFileSync(file, 'utf8').replaceAll('\n', '\r\n'));
    utimesSync(file, 1, 1);
    expect(match(declare())).toBe('passed');
    expect(statSync(file).mtimeMs).toBe(1_000);
  });

  test('that differs fails with the difference, until it is updated', () => {
    match(declare());
    newRun();
    expect(match(withOrders(declare()), {}, { snapshotState: state })).toMatch(
      /^\[SNAPSHOT_DIFFERS\] the definition of PetsApi differs from .*pets\.test\.PetsApi\.gateway\.txt\n\nline \d+\n- .*\n\+ .*orders/,
    );
    expect(state).toMatchObject({ unmatched: 1 });
    const updating = { ...newState(), _updateSnapshot: 'all' };
    expect(match(withOrders(declare()), {}, { snapshotState: updating })).toBe('passed');
    expect(updating).toMatchObject({ updated: 1 });
    expect(match(withOrders(declare()))).toBe('passed');
  });

  test('shows the difference as the runner does', () => {
    match(declare());
    newRun();
    const utils = { diff: (expected: string, received: string) => `${expected.length > 0} ${received.includes('orders')}` };
    expect(match(withOrders(declare()), {}, { utils })).toContain('true true');
  });

  test('that is missing is not written in CI', () => {
    process.env.CI = 'true';
    process.env.SYNTHGATE_SNAPSHOTS = 'update';
    expect(match(declare(), {}, { snapshotState: { ...newState(), _updateSnapshot: 'all' } })).toMatch(/^\[SNAPSHOT_MISSING\] .*CI is set, and CI never writes/);
    expect(readdirSync(directory)).toEqual([]);
  });

  test('may have one form only, a name, and a place of its own', () => {
    expect(match(declare(), { formats: ['text'], name: 'as declared' })).toBe('passed');
    expect(match(declare(), { formats: ['json'], file: '../golden/pets' }, { testPath: path.join(directory, 'test', 'pets.test.ts') })).toBe('passed');
    expect(readdirSync(path.join(directory, '__snapshots__'))).toEqual(['pets.test.PetsApi.as-declared.gateway.txt']);
    expect(readdirSync(path.join(directory, 'golden'))).toEqual(['pets.gateway.json']);
  });

  test('is also one of the text of a spec', () => {
    match(declare());
    expect(match(declare().toJson())).toBe('passed');
  });

  test('of two definitions in one place is refused', () => {
    match(declare());
    expect(codeOf(() => run(withOrders(declare())))).toBe('SNAPSHOT_DUPLICATE_NAME');
    expect(match(withOrders(declare()), 'with orders')).toBe('passed');
  });

  test('needs a test file or a place, a definition, and no .not', () => {
    expect(codeOf(() => run(declare(), {}, { testPath: undefined }))).toBe('SNAPSHOT_LOCATION_UNKNOWN');
    expect(match(declare(), { file: path.join(directory, 'absolute') }, { testPath: undefined })).toBe('passed');
    expect(codeOf(() => run(new App()))).toBe('TEST_SUBJECT_INVALID');
    expect(codeOf(() => run(null))).toBe('TEST_SUBJECT_INVALID');
    expect(codeOf(() => run(declare(), {}, { isNot: true }))).toBe('SNAPSHOT_NEGATED');
    expect(existsSync(path.join(directory, '__snapshots__'))).toBe(false);
  });
});

test('the serializer prints an Api for snapshots of the runner', () => {
  const api = declare();
  expect([api, {}, null, api.root].map((value) => gatewaySerializer.test(value))).toEqual([true, false, false, false]);
  expect(gatewaySerializer.serialize(api)).toMatch(/^PetsApi\n[^]*GET {2}\/pets {2}→ mock/);
});

test.each([
  [{ format: ['text'] }, 'OPTION_UNKNOWN'],
  [{ formats: ['xml'] }, 'OPTION_INVALID'],
  [{ name: 5 }, 'OPTION_INVALID'],
])('%j: %s', (options, code) => {
  const api = new Api(new App(), 'PetsApi');
  expect(codeOf(() => run(api, Object.assign({}, options) as GatewaySnapshotOptions))).toBe(code); // wrong on purpose
});

/** The counters of a runner. */
function newState() {
  return { added: 0, matched: 0, updated: 0, unmatched: 0, _updateSnapshot: 'new' };
}

function run(subject: unknown, options: GatewaySnapshotOptions | string = {}, context: Partial<MatcherContext> = {}) {
  const matcher: MatcherContext = { testPath: path.join(directory, 'pets.test.ts'), currentTestName: 'a test', isNot: false, snapshotState: state, ...context };
  return gatewayMatchers.toMatchGatewaySnapshot.call(matcher, subject, options);
}

/** Returns the message of the matcher, or `passed`. */
function match(subject: unknown, options: GatewaySnapshotOptions | string = {}, context: Partial<MatcherContext> = {}): string {
  const { pass, message } = run(subject, options, context);
  return pass ? 'passed' : message();
}

function withOrders(api: Api): Api {
  api.root.addResource('orders').addMethod('GET', new MockIntegration());
  return api;
}

function read(file: string): string {
  return readFileSync(path.join(directory, '__snapshots__', file), 'utf8');
}

function declare(): Api {
  const api = new Api(new App(), 'PetsApi');
  api.root.addResource('pets').addMethod('GET', new MockIntegration());
  return api;
}
