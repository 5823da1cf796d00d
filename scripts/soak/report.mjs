// What came of a soak: tables for people, and verdicts, each a sentence and what speaks against it.
import { table } from '../../bench/support/statistics.mjs';
import { availability, blocksOf, slopeOf } from './statistics.mjs';

/** The first part of a run, in which code is loaded and compiled, says nothing about growth. */
const WARM_UP_SHARE = 0.2;
const BLOCKS = 20;
/** Runs shorter than this are too short for a slope. */
const SLOPE_MIN_MS = 300_000;
/** Of what is held after a collection: below it, an hour of everything going wrong at once costs nothing. */
const MAX_SLOPE_MB_PER_HOUR = 10;
/** What the gateway may have resident more than before when all is over: the collector keeps what it may need again. */
const MAX_GROWTH_MB = 150;
/** Node starts threads of its own when it needs them. */
const MAX_MORE_THREADS = 4;
const SHOWN = 10;

/** Prints the tables. */
export function printReport(report, { isVerbose }) {
  if (report.counts === undefined) return;
  const row = ([kind, { asked, failed, totalMs, slowestMs }]) => [
    kind, asked, failed, availability(asked, failed), asked === 0 ? '–' : (totalMs / asked).toFixed(1), slowestMs.toFixed(0),
  ];
  const head = ['', 'asked', 'not as expected', 'availability', 'mean ms', 'slowest ms'];
  const ofKind = (isBad) => [...report.counts].filter(([, one]) => one.isBad === isBad).map(row);
  const { requests, errors, slowestMs } = report.neighbour;
  console.log(`\n${table(head, [...ofKind(false), ['neighbour of the faults', requests, errors.length, availability(requests, errors.length), '–', slowestMs]])}`);
  console.log(`\n${table(['clients and backends that do wrong', ...head.slice(1)], ofKind(true))}\n`);
  for (const { name, value } of figuresOf(report)) console.log(`${name}: ${value}`);
  for (const { name, problems } of verdictsOf(report)) {
    if (problems.length === 0) continue;
    console.log(`FAILED ${name}\n${problems.slice(0, isVerbose ? undefined : SHOWN).map((problem) => `    ${problem}`).join('\n')}`);
    if (!isVerbose && problems.length > SHOWN) console.log(`    and ${problems.length - SHOWN} more`);
  }
}

/** `N passed, N failed` of the verdicts. */
export function summaryLine(verdicts) {
  const failed = verdicts.filter(({ problems }) => problems.length > 0).length;
  return `${verdicts.length - failed} passed, ${failed} failed`;
}

/** The promises of a soak. A run that never began has kept none of them. */
export function verdictsOf(report) {
  if (report.counts === undefined) return [{ name: 'the soak begins', problems: ['it did not'] }];
  const problemsOf = (isBad) => [...report.counts].flatMap(([kind, one]) => (one.isBad === isBad ? one.problems.map((text) => `${kind}: ${text}`) : []));
  const idle = [...report.counts].flatMap(([kind, { asked }]) => (asked === 0 && !isShort(report) ? [`${kind} was never asked`] : []));
  return [
    { name: 'the gateway lives', problems: report.isAlive ? [] : [`it ended with ${report.ended}: ${report.errors.slice(-2_000)}`] },
    { name: 'what is well is answered, all of it', problems: [...report.firstProblems, ...problemsOf(false), ...report.neighbour.errors.map((text) => `neighbour of the faults: ${text}`)] },
    { name: 'all kinds were asked', problems: idle },
    { name: 'clients that do wrong get what they should', problems: problemsOf(true) },
    { name: 'every fault has its answer', problems: report.faults.injected === 0 ? ['none was injected'] : report.faults.problems },
    { name: 'reloads, deployments and rollbacks are picked up', problems: changesOf(report) },
    { name: 'the log tells of no defect', problems: report.defects },
    { name: 'memory is bounded', problems: memoryProblems(report) },
    { name: 'no descriptors are left', problems: moreThan(report, 'descriptors', ({ descriptors }) => descriptors.count, 0) },
    { name: 'no processes are left while it runs', problems: moreThan(report, 'processes', ({ children }) => children, 0) },
    { name: 'no threads are left', problems: moreThan(report, 'threads', ({ threads }) => threads, MAX_MORE_THREADS) },
    { name: 'nothing is left behind', problems: report.left },
  ];
}

const isShort = ({ durationMs }) => durationMs < SLOPE_MIN_MS;

/** The slope of memory after the warm-up in MB an hour, with its interval; undefined where there are too few samples. */
export function memorySlope(samples) {
  if (samples.length === 0) return undefined;
  const last = samples.at(-1).at;
  return slopeOf(blocksOf(samples.filter(({ at }) => at >= last * WARM_UP_SHARE), BLOCKS));
}

function figuresOf(report) {
  const { before, after, samples, held, heldBeforeMB, heldAfterMB, faults, changes, lines, peakMB, peakDescriptors } = report;
  const { reloads, deployments, rollbacks } = changes;
  return [
    { name: 'faults', value: `${faults.injected} injected, ${faults.left} left out because too many were going on, ${faults.slow} stopped by their time on a busy machine, ${faults.failed} not as expected` },
    { name: 'changes', value: `${reloads} reloads, ${deployments} deployments, ${rollbacks} rollbacks` },
    { name: 'log', value: `${lines} lines` },
    ...(before === undefined || after === undefined ? [] : [
      { name: 'resident memory', value: `${before.rssMB.toFixed(0)} MB before, ${peakMB.toFixed(0)} MB at most, ${after.rssMB.toFixed(0)} MB after` },
      { name: 'its slope after the warm-up', value: slopeText(memorySlope(samples)) },
      { name: 'held after a collection', value: `${heldBeforeMB.toFixed(1)} MB before, ${heldAfterMB?.toFixed(1) ?? '–'} MB after` },
      { name: 'its slope after the warm-up', value: slopeText(memorySlope(held)) },
      { name: 'descriptors', value: `${before.descriptors.count} before, ${peakDescriptors} at most, ${after.descriptors.count} after` },
      { name: 'threads', value: `${before.threads} before, ${after.threads} after` },
      { name: 'processes below', value: `${before.children} before, ${after.children} after` },
    ]),
  ];
}

function slopeText(found) {
  if (found === undefined) return 'too few samples';
  return `${found.slope.toFixed(1)} MB an hour, with 95 % confidence ${found.low.toFixed(1)} to ${found.high.toFixed(1)}`;
}

function changesOf({ changes }) {
  const { reloads, deployments, rollbacks, problems } = changes;
  return [...problems, ...(reloads > 0 && deployments > 0 && rollbacks > 0 ? [] : [`only ${reloads} reloads, ${deployments} deployments and ${rollbacks} rollbacks were done`])];
}

function memoryProblems(report) {
  const { before, after, held } = report;
  if (before === undefined || after === undefined) return [];
  const growth = after.rssMB - before.rssMB;
  const slope = isShort(report) ? undefined : memorySlope(held);
  return [
    ...(growth > MAX_GROWTH_MB ? [`${growth.toFixed(0)} MB more than before; at most ${MAX_GROWTH_MB} are allowed`] : []),
    ...(slope !== undefined && slope.low > MAX_SLOPE_MB_PER_HOUR ? [`what is held grows by ${slopeText(slope)}; at most ${MAX_SLOPE_MB_PER_HOUR} are allowed`] : []),
  ];
}

function moreThan({ before, after }, what, count, allowed) {
  if (before === undefined || after === undefined) return [];
  const more = count(after) - count(before);
  return more > allowed ? [`${more} ${what} more than before (${JSON.stringify(after.descriptors.byKind)} instead of ${JSON.stringify(before.descriptors.byKind)})`] : [];
}
