import { completeLimits, SERVER_LIMIT_DEFAULTS, SERVER_LIMIT_OPTIONS, workerLimits, type ServerLimitOption, type ServerLimits } from '../../../lib/runtime/server/server-limits';

const { sharedByWorkers, ...option } = SERVER_LIMIT_OPTIONS.maxConnections;
/* The compiler refuses a limit that does not say what workers make of it (`npm test` checks types). */
export const COMPLETE: ServerLimitOption = { ...option, sharedByWorkers };
// @ts-expect-error: whether workers share it
export const WITHOUT_SHARE: ServerLimitOption = option;

const ROWS = Object.entries(SERVER_LIMIT_OPTIONS) as [keyof ServerLimits, ServerLimitOption][];
const shared = ROWS.filter(([, row]) => row.sharedByWorkers !== false);
const whole = ROWS.filter(([, row]) => row.sharedByWorkers === false);

test('what is given wins over the defaults; undefined gives nothing', () => {
  expect(completeLimits({ idleTimeoutMs: 5, maxConnections: undefined })).toEqual({ ...SERVER_LIMIT_DEFAULTS, idleTimeoutMs: 5 });
});

test('what all connections take together is shared; the limits of one connection are not', () => {
  expect(shared.map(([name]) => name)).toEqual(['maxConnections', 'maxConnectionsPerAddress', 'requestBytesInFlight', 'responseBytesInFlight']);
});

test.each(shared)('%s is divided among workers, by default and if given', (name, { sharedByWorkers: rounded }) => {
  expect(workerLimits({ [name]: 100 }, 3)[name]).toBe(rounded === 'rounded-down' ? 33 : 34);
  expect(workerLimits(undefined, 4)[name]).toBe(SERVER_LIMIT_DEFAULTS[name] / 4);
  expect(workerLimits({ [name]: undefined }, 4)[name]).toBe(SERVER_LIMIT_DEFAULTS[name] / 4);
});

test.each(whole)('%s is the same in each worker', (name) => {
  expect(workerLimits({ [name]: 100 }, 3)[name]).toBe(100);
  expect(workerLimits(undefined, 3)[name]).toBe(SERVER_LIMIT_DEFAULTS[name]);
});
