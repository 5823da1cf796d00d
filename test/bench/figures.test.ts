import { callExport, callExports } from '../support/scripts/call-exports';

const STATISTICS = 'bench/support/statistics.mjs';
const TARGETS = 'bench/support/targets.mjs';

describe('statistics', () => {
  test('the median is the middle value, or the mean of the two in the middle', () => {
    const medians = callExports(STATISTICS, [[3, 1, 2], [4, 1, 3, 2], [10, 9, 100], [7]].map((values) => ['median', values]));
    expect(medians.map(({ value }) => value)).toEqual([2, 2.5, 10, 7]);
  });

  test('a percentile is a value that was seen, and not exceeded by its share of all', () => {
    const values = Array.from({ length: 20 }, (_, index) => 20 - index);
    expect(callExports(STATISTICS, [0.05, 0.5, 0.95, 0.96, 1].map((share) => ['percentile', values, share])).map(({ value }) => value))
      .toEqual([1, 10, 19, 20, 20]);
    expect(callExport(STATISTICS, 'percentile', [5], 0.95)).toBe(5);
  });

  test('a round in which the machine was busy for both moves the ratio of rounds little', () => {
    expect(callExport(STATISTICS, 'ratioOfRounds', [100, 10, 102], [50, 5, 50])).toBe(2);
    expect(callExports(STATISTICS, [['ratioOfRounds', [1, 2], [1]]])[0]?.error).toMatch(/2 rounds cannot be compared with 1/);
  });

  test('numbers have three digits that matter, and none is a dash', () => {
    expect(callExports(STATISTICS, [12345.6, 99.94, 9.876, 0.01234, null].map((value) => ['short', value])).map(({ value }) => value))
      .toEqual(['12,346', '99.9', '9.9', '0.012', '–']);
  });
});

describe('targets', () => {
  test('compare with a peer of the same run', () => {
    expect(callExport(TARGETS, 'compared', { name: 'requests/s', ours: 90, peer: 30, atLeast: 3 }))
      .toEqual({ name: 'requests/s', ours: 90, peer: 30, ratio: 3, target: '>= 3 x', ok: true });
  });

  test('are reached at their bound where it belongs to them, and above or below it', () => {
    const bounds = [
      { atLeast: 3 }, { atLeast: 3.1 }, { above: 3 }, { above: 2.9 }, { atMost: 3 }, { atMost: 2 }, { below: 3 }, { below: 3.1 },
    ];
    const compared = callExports(TARGETS, bounds.map((bound) => ['compared', { name: 'a', ours: 90, peer: 30, ...bound }]));
    expect(compared.map(({ value }) => (value as { ok: boolean }).ok)).toEqual([true, false, false, true, true, false, false, true]);
  });

  test('take the ratio of rounds where it is given', () => {
    expect(callExport(TARGETS, 'compared', { name: 'a', ours: 90, peer: 30, ratio: 0.9, atLeast: 1 })).toMatchObject({ ratio: 0.9, ok: false });
  });

  test('are open without the peer: not reached, whatever our figure is', () => {
    expect(callExport(TARGETS, 'compared', { name: 'a', ours: 90, peer: null, atMost: 1 }))
      .toMatchObject({ ours: 90, peer: null, ratio: null, ok: false });
  });

  test('are a bound of our own figure where there is no peer', () => {
    expect(callExport(TARGETS, 'measured', { name: 'first answer, ms', ours: 249.96, below: 250, unit: 'ms' }))
      .toEqual({ name: 'first answer, ms', ours: 250, peer: null, ratio: null, target: '< 250 ms', ok: true });
    expect(callExport(TARGETS, 'measured', { name: 'a', ours: 250, below: 250, unit: 'ms' })).toMatchObject({ ok: false });
    expect(callExport(TARGETS, 'measured', { name: 'a', ours: null, below: 250, unit: 'ms' })).toMatchObject({ ours: null, ok: false });
  });

  test('refuse no bound, two bounds, and a misspelt one', () => {
    const refused = callExports(TARGETS, [{}, { atLeast: 1, atMost: 2 }, { atleast: 1 }].map((bound) => ['compared', { name: 'a', ours: 1, peer: 1, ...bound }]));
    for (const { error } of refused) expect(error).toMatch(/a target has one of atLeast, above, atMost, below/);
  });
});

describe('CPU time', () => {
  test('is read though the name of the program has spaces and parentheses', () => {
    const text = '4242 (a) R (b c) S 17 4242 4242 0 -1 4194560 1 2 3 4 100 20 30 4 20 0 1 0 99 1 2 3';
    expect(callExport('bench/support/process-tree.mjs', 'parseStat', text)).toEqual({ pid: 4242, ppid: 17, ticks: 154, ownTicks: 120 });
  });

  test('of this process grows and is a number', () => {
    const [first, second] = callExports('bench/support/process-tree.mjs', [['cpuMs', process.pid], ['cpuMs', process.pid]]).map(({ value }) => value);
    if (process.platform !== 'linux') return;
    expect(first).toBeGreaterThan(0);
    expect(second).toBeGreaterThanOrEqual(first as number);
  });
});

test('the diagnostics of the compiler are read in seconds and megabytes', () => {
  const text = 'Types:             36293\nInstantiations:   275035\nMemory used:     143257K\nCheck time:        3.51s\nTotal time:        4.57s\n';
  expect(callExport('bench/contracts.mjs', 'readDiagnostics', text)).toEqual({ checkS: 3.51, totalS: 4.57, instantiations: 275_035, memoryMB: 143.257 });
});

test.each(['interfaces', 'hand', 'contract', 'orpc', 'hono', 'trpc'])('the program of %s calls every route once', (form) => {
  const { 'index.ts': index = '', ...groups } = callExport('bench/support/contract-programs.mjs', 'programOf', form, 12) as Record<string, string>;
  expect([Object.keys(groups), index.match(/await (?:call|client)/g)?.length]).toEqual([['group0.ts', 'group1.ts'], 12]);
});

describe('what wrk writes', () => {
  const OUTPUT = `Running 2s test @ http://127.0.0.1:1/
  1 threads and 64 connections
  Latency Distribution
     50%  980.00us
     75%    1.20ms
     90%    2.00ms
     99%    1.01s
  90000 requests in 2.00s, 11.00MB read
  Socket errors: connect 1, read 2, write 3, timeout 4
  Non-2xx or 3xx responses: 5
Requests/sec:  45000.12
Transfer/sec:      5.50MB
`;

  test('is read with its units, and everything that is not 200 is a failure', () => {
    expect(callExport('bench/support/load.mjs', 'readWrk', OUTPUT)).toEqual({ requests: 90_000, perSecond: 45_000.12, p50: 0.98, p99: 1_010, failures: 15 });
    expect(callExport('bench/support/load.mjs', 'readWrk', OUTPUT.replace(/^ {2}(Socket|Non).*\n/gm, ''))).toMatchObject({ failures: 0 });
  });

  test('is shown when it is something else', () => {
    expect(callExports('bench/support/load.mjs', [['readWrk', 'unable to connect']])[0]?.error).toMatch('wrk wrote: unable to connect');
  });
});
