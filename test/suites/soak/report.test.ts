import { choose, type KindCount } from './load';
import { memorySlope, verdictsOf, type SoakReport } from './report';
import type { Resources } from './resources';
import { availability, blocksOf, slopeOf } from './statistics';

/* Conclusions of the soak from its samples: the parts of it that can be wrong without anybody noticing. */

const line = (count: number, value: (at: number) => number) => Array.from({ length: count }, (_, at) => ({ at, value: value(at) }));

describe('the slope', () => {
  test('of a straight line is that of the line, without doubt', () => {
    expect(slopeOf(line(5, (at) => 100 + 3 * at))).toEqual({ slope: 3, low: 3, high: 3 });
  });

  test('is the one of least squares, and its interval that of Student', () => {
    const values = [2, 4, 3, 6, 5];
    const { slope, low, high } = known(slopeOf(values.map((value, at) => ({ at, value }))));
    // by hand: the products of both deviations sum to 8, the squares of the first to 10
    expect(slope).toBeCloseTo(0.8, 10);
    // the residuals' sum of squares is 3.6, by 3 degrees of freedom and a spread of 10; t is 3.182
    expect(high - slope).toBeCloseTo(Math.sqrt(3.6 / 3 / 10) * 3.182, 10);
    expect(slope - low).toBeCloseTo(high - slope, 10);
  });

  test('of too few samples, or of one moment, is unknown', () => {
    expect(slopeOf(line(2, (at) => at))).toBeUndefined();
    expect(slopeOf([{ at: 1, value: 1 }, { at: 1, value: 2 }, { at: 1, value: 3 }])).toBeUndefined();
  });

  test('of a saw is perhaps zero, of a saw that climbs it is the climb', () => {
    const saw = (climb: number) => line(1_000, (at) => 200 + (at % 7) + climb * at);
    const flat = known(memorySlope(saw(0)));
    expect(flat.low).toBeLessThanOrEqual(0);
    expect(flat.high).toBeGreaterThanOrEqual(0);
    const climbing = known(memorySlope(saw(1)));
    expect(climbing.low).toBeGreaterThan(0.99);
    expect(climbing.high).toBeLessThan(1.01);
  });
});

test('blocks are means of equal durations, and the last sample is in the last of them', () => {
  expect(blocksOf(line(9, (at) => at), 2)).toEqual([{ at: 1.5, value: 1.5 }, { at: 6, value: 6 }]);
  expect(blocksOf([], 2)).toEqual([]);
  expect(blocksOf([{ at: 3, value: 4 }], 2)).toEqual([{ at: 3, value: 4 }]);
});

test('the availability is 100 % only where nothing is wrong, and never rounded up', () => {
  const counts: readonly (readonly [sent: number, failed: number])[] = [[0, 0], [10, 0], [1_000_000, 1], [10_000_000, 1], [3, 1]];
  expect(counts.map(([sent, failed]) => availability(sent, failed))).toEqual(['nothing sent', '100 %', '99.9999 %', '99.9999 %', '66.6666 %']);
});

test('the kind that is sent is the one at a position, as wide as its share', () => {
  const kinds = [{ kind: 'a', share: 1 }, { kind: 'b', share: 3 }];
  expect([0, 0.24, 0.26, 0.999, 1].map((position) => choose(kinds, position).kind)).toEqual(['a', 'a', 'b', 'b', 'b']);
});

describe('the verdict', () => {
  const count = (given: Partial<KindCount> = {}): KindCount =>
    ({ isBad: false, sent: 5, failed: 0, slowestMs: 1, totalMs: 5, problems: [], ...given });
  const resources = (given: Partial<Resources> = {}): Resources =>
    ({ rssMB: 100, threads: 11, children: 3, descriptors: { count: 20, byKind: {} }, ...given });
  const faults = (given: Partial<SoakReport['faults']> = {}) => ({ injected: 3, left: 0, slow: 0, failed: 0, problems: [], ...given });
  const report = (given: Partial<SoakReport> = {}, counts: Readonly<Record<string, KindCount>> = {}): SoakReport => ({
    durationMs: 20_000, firstProblems: [], isAlive: true, exit: undefined, errors: '', defects: [], samples: [], held: line(1_000, () => 20), lines: 1,
    heldBeforeMB: 20, heldAfterMB: 20, peakMB: 100, peakDescriptors: 20,
    counts: new Map(Object.entries({ proxy: count(), hostile: count({ isBad: true }), ...counts })),
    neighbor: { requests: 10, errors: [], slowestMs: 1 }, faults: faults(),
    changes: { reloads: 1, deployments: 1, rollbacks: 1, problems: [] }, before: resources(), after: resources(), ...given,
  });
  const broken = (given: SoakReport | undefined, left: readonly string[] = []) =>
    verdictsOf(given, left).filter(({ problems }) => problems.length > 0);

  test('of a good run passes everything', () => {
    expect(broken(report())).toEqual([]);
  });

  type Broken = readonly [name: string, given: Partial<SoakReport>, counts: Readonly<Record<string, KindCount>>, problem: RegExp];
  const BROKEN: readonly Broken[] = [
    ['the gateway lives', { isAlive: false, exit: 'SIGSEGV', errors: 'why' }, {}, /ended with SIGSEGV: why/],
    ['what is healthy answers, all of it', {}, { proxy: count({ failed: 1, problems: ['502 instead of 200'] }) }, /^proxy: 502 instead of 200$/],
    ['what is healthy answers, all of it', { neighbor: { requests: 1, errors: ['503'], slowestMs: 1 } }, {}, /^neighbor of the faults: 503$/],
    ['what is healthy answers, all of it', { firstProblems: ['mock: 500'] }, {}, /^mock: 500$/],
    ['all kinds were sent', { durationMs: 600_000 }, { proxy: count({ sent: 0 }) }, /proxy was never sent/],
    ['clients that misbehave get what they should', {}, { hostile: count({ isBad: true, problems: ['200'] }) }, /^hostile: 200$/],
    ['every fault has its response', { faults: faults({ problems: ['F01: 200'] }) }, {}, /F01: 200/],
    ['every fault has its response', { faults: faults({ injected: 0 }) }, {}, /none was injected/],
    ['reloads, deployments and rollbacks are picked up', { changes: { reloads: 1, deployments: 1, rollbacks: 0, problems: [] } }, {}, /0 rollbacks/],
    ['the log contains no defect', { defects: ['x is not a function'] }, {}, /x is not a function/],
    ['memory is bounded', { after: resources({ rssMB: 1_000 }) }, {}, /900 MB more than before/],
    ['memory is bounded', { durationMs: 600_000, held: line(1_000, (at) => at).map(({ at, value }) => ({ at: at / 3_600, value })) }, {}, /what is held grows by/],
    ['no descriptors are left', { after: resources({ descriptors: { count: 21, byKind: { sockets: 1 } } }) }, {}, /1 descriptors more/],
    ['no processes are left while it runs', { after: resources({ children: 4 }) }, {}, /1 processes more/],
    ['no threads are left', { after: resources({ threads: 16 }) }, {}, /5 threads more/],
  ];

  test('names each promise that does not hold, and no other', () => {
    expect(BROKEN.map(([, given, counts]) => broken(report(given, counts))))
      .toEqual(BROKEN.map(([name, , , problem]) => [{ name, problems: [expect.stringMatching(problem)] }]));
    expect(broken(report(), ['4242 node instance.js'])).toEqual([{ name: 'nothing is left behind', problems: ['4242 node instance.js'] }]);
  });

  test('of a run without measurements keeps none of the promises about them', () => {
    const names = ['memory is bounded', 'no descriptors are left', 'no processes are left while it runs', 'no threads are left'];
    const ofMissing = [report({ after: undefined }), report({ before: undefined })].map((one) => broken(one));
    expect(ofMissing.map((problems) => problems.map(({ name }) => name))).toEqual([names, names]);
    const ofNumbers = broken(report({ after: resources({ rssMB: Number.NaN, threads: Number.NaN }) }));
    expect(ofNumbers.map(({ name }) => name)).toEqual(['memory is bounded', 'no threads are left']);
    const unsampled = broken(report({ durationMs: 600_000, held: [] }));
    expect(unsampled).toEqual([{ name: 'memory is bounded', problems: [expect.stringMatching(/only 0 samples/)] }]);
  });

  test('of a run that did not begin is not a success', () => {
    expect(broken(undefined)).toHaveLength(1);
  });
});

function known<Value>(value: Value | undefined): Value {
  if (value === undefined) throw new Error('there is none');
  return value;
}
