import { processCount } from '../../../lib/runtime/hosting/process-count';
import { SERVE_OPTIONS, type ServeOptions } from '../../../lib/runtime/hosting/serve-options';
import type { ServeOption } from '../../../lib/runtime/options/serve-option';
import { SERVER_LIMIT_OPTIONS } from '../../../lib/runtime/server/server-limits';

/** A value of each option that needs a single process. */
const VALUES: Partial<ServeOptions> = {
  isolation: 'thread', inspect: { port: 0 }, dashboard: true, now: () => 0, monotonicNow: () => 0, invokeMiddleware: (invoke) => invoke,
};
const SINGLE = Object.entries<ServeOption>(SERVE_OPTIONS).filter(([, { workers }]) => typeof workers !== 'string').map(([name]) => name);

const countOf = (options: Partial<ServeOptions>) => processCount({ source: 'out', ...options });
const refusal = (allowed: unknown) => expect.objectContaining({ code: 'OPTION_INVALID', details: expect.objectContaining({ option: 'processes', allowed }) });

test('one process, or as many as are asked for', () => {
  expect([countOf({}), countOf({ processes: 1 }), countOf({ processes: 4 })]).toEqual([1, 1, 4]);
});

test('the options that need a single process are those with a value here', () => {
  expect(SINGLE.sort()).toEqual(Object.keys(VALUES).sort());
});

test.each(SINGLE)('%s is refused with several processes, by its name', (name) => {
  const options = { [name]: VALUES[name as keyof ServeOptions] };
  expect(countOf(options)).toBe(1);
  expect(() => countOf({ ...options, processes: 2 })).toThrow(refusal(expect.stringMatching(new RegExp(`^1 with (the option )?${name}\\b`))));
});

test('their messages say why', () => {
  expect(() => countOf({ processes: 2, monotonicNow: () => 0 })).toThrow(refusal('1 with the option monotonicNow: it is a function of this process'));
  expect(() => countOf({ processes: 2, dashboard: true })).toThrow(refusal('1 with the option dashboard, which records in this process'));
  expect(() => countOf({ processes: 2, isolation: 'thread' })).toThrow(refusal('1 with isolation thread, which is for tests'));
});

test('their defaults are not refused', () => {
  expect(countOf({ processes: 2, dashboard: false, isolation: 'process', inspect: undefined })).toBe(2);
});

/* A share that is rounded down would be nothing. */
test.each(Object.entries(SERVER_LIMIT_OPTIONS).filter(([, row]) => row.sharedByWorkers === 'rounded-down').map(([name]) => name))(
  'more processes than %s are refused', (name) => {
    expect(countOf({ processes: 2, serverLimits: { [name]: 2 } })).toBe(2);
    expect(() => countOf({ processes: 3, serverLimits: { [name]: 2 } })).toThrow(refusal('at most as many as connections, 2'));
  });
