import * as z from 'zod';
import { readServeOptions, SERVE_OPTIONS, testOptions, workerOptions, type ServeOptions } from '../../../lib/runtime/hosting/serve-options';
import { text } from '../../../lib/runtime/options/option';
import type { ServeOption } from '../../../lib/runtime/options/serve-option';
import { SERVER_LIMIT_OPTIONS } from '../../../lib/runtime/server/server-limits';

const POSITION = { ...text(), description: 'an option', default: { without: 'none' }, isSecret: false, workers: 'copied', tests: 'given', flag: 'none' } as const;
const { description, default: byDefault, isSecret, workers, tests, flag, ...accepted } = POSITION;

/* The compiler refuses a row that lacks a position: without the error, `@ts-expect-error` is one (`npm test` checks types). */
export const COMPLETE: ServeOption = POSITION;
// @ts-expect-error: whether workers get a copy
export const WITHOUT_WORKERS: ServeOption = { ...accepted, description, default: byDefault, isSecret, tests, flag };
// @ts-expect-error: whether tests may give it
export const WITHOUT_TESTS: ServeOption = { ...accepted, description, default: byDefault, isSecret, workers, flag };
// @ts-expect-error: whether it has a flag
export const WITHOUT_FLAG: ServeOption = { ...accepted, description, default: byDefault, isSecret, workers, tests };
// @ts-expect-error: whether messages may repeat it
export const WITHOUT_SECRECY: ServeOption = { ...accepted, description, default: byDefault, workers, tests, flag };
// @ts-expect-error: what happens without it
export const WITHOUT_DEFAULT: ServeOption = { ...accepted, description, isSecret, workers, tests, flag };

const POSITIONS = ['schema', 'expected', 'description', 'default', 'isSecret', 'workers', 'tests', 'flag'];
const ROWS: readonly (readonly [string, ServeOption])[] = [...Object.entries(SERVE_OPTIONS), ...Object.entries(SERVER_LIMIT_OPTIONS)];

test.each(ROWS)('%s takes every position', (_, row) => {
  expect(Object.keys(row)).toEqual(expect.arrayContaining(POSITIONS));
  expect(row.description).not.toBe('');
});

test('a default is a value that its option accepts', () => {
  const wrong = ROWS.filter(([, row]) => 'value' in row.default && !row.schema.safeParse(row.default.value).success);
  expect(wrong.map(([name]) => name)).toEqual([]);
});

test('numbers of the command line have a range', () => {
  const numbers = ROWS.filter(([, row]) => row.flag !== 'none' && ['number', 'seconds'].includes(row.flag.reads));
  expect(numbers.length).toBeGreaterThan(5);
  expect(numbers.filter(([, { range }]) => range === undefined).map(([name]) => name)).toEqual([]);
});

describe('the copy of a worker', () => {
  const sample: ServeOptions = {
    source: 'out', host: '::1', accountId: '1', apiKeys: { a: 'b' }, trustedProxies: ['::1'], serverLimits: { maxConnections: 5 }, processes: 2, log: () => undefined,
    now: () => 0,
  };

  test('has the options that are copied, and no others', () => {
    expect(workerOptions(sample)).toEqual({ host: '::1', accountId: '1', apiKeys: { a: 'b' }, trustedProxies: ['::1'], serverLimits: { maxConnections: 5 } });
  });

  test('can be sent: none of its options is a function', () => {
    const copied = ROWS.filter(([, row]) => row.workers === 'copied');
    expect(copied.filter(([, { schema }]) => schema instanceof z.ZodCustom).map(([name]) => name)).toEqual([]);
  });
});

test('a test gateway takes the options that tests may give', () => {
  expect(Object.keys(testOptions()).sort()).toEqual([
    'accountId', 'accountLimit', 'apiKeys', 'awsEndpoints', 'awsProfile', 'basePaths', 'credentials', 'explain', 'functionEndpoints', 'functionEnvironment', 'functionPermissions', 'functionQueue', 'inspect', 'install', 'isolation', 'lambdaEndpoint', 'localApiKeys', 'localIssuer', 'region', 'retryDelaysMs', 'sandbox', 'stateDirectory', 'strictRuntimes', 'tokenValues', 'userPools', 'vpcLinks',
  ]);
});

test.each([
  [{ prot: 3000 }, 'prot'],
  [{ accountLimit: { rateLimit: 1, burstlimit: 1 } }, 'accountLimit.burstlimit'],
  [{ serverLimits: { maxConnection: 1 } }, 'serverLimits.maxConnection'],
  [{ logLines: { format: 'text', colors: true, write: () => undefined } }, 'logLines.colors'],
  [{ credentials: [{ accessKeyId: 'a', secretAccesKey: 'b' }] }, 'credentials.0.secretAccesKey'],
])('OPTION_UNKNOWN: %j', (options, option) => {
  expect(() => readServeOptions({ source: 'out', ...options })).toThrow(
    expect.objectContaining({ code: 'OPTION_UNKNOWN', details: expect.objectContaining({ option }) }),
  );
});

test.each([
  [{ serverLimits: { headersTimeoutMs: 0 } }, 'serverLimits.headersTimeoutMs'],
  [{ serverLimits: { maxConnections: Number.NaN } }, 'serverLimits.maxConnections'],
  [{ serverLimits: { responseBytesInFlight: 1.5 } }, 'serverLimits.responseBytesInFlight'],
  [{ trustedProxies: ['10.0.0.0/8', 'proxy.test'] }, 'trustedProxies.1'],
  [{ accountLimit: { rateLimit: -1, burstLimit: 1 } }, 'accountLimit.rateLimit'],
  [{ accountLimit: { rateLimit: 1 } }, 'accountLimit.burstLimit'],
  [{ accountLimit: { rateLimit: NaN, burstLimit: 1 } }, 'accountLimit.rateLimit'],
  [{ functionPermissions: { Pets: ['wasm'] } }, 'functionPermissions.Pets.0'],
  [{ retryDelaysMs: [-1] }, 'retryDelaysMs.0'],
  [{ port: 65_536 }, 'port'],
  [{ processes: 0 }, 'processes'],
  [{ functionQueue: -1 }, 'functionQueue'],
  [{ isolation: 'vm' }, 'isolation'],
  [{ watch: 'no' }, 'watch'],
  [{ log: 'stdout' }, 'log'],
])('OPTION_INVALID: %j', (options, option) => {
  expect(() => readServeOptions({ source: 'out', ...options })).toThrow(
    expect.objectContaining({ code: 'OPTION_INVALID', details: expect.objectContaining({ option }) }),
  );
});
