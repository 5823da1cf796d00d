// The report of a soak: tables for people, and verdicts, each a promise and what breaks it.
import type { CaseResult } from '../suite';
import type { ChangeCounts } from './changes';
import type { FaultCounts } from './faults';
import type { KindCount } from './load';
import type { Resources } from './resources';
import { availability, blocksOf, slopeOf, type Sample, type Slope } from './statistics';

/** The first part of a run, in which code is loaded and compiled, says nothing about growth. */
const WARM_UP_SHARE = 0.2;
const BLOCKS = 20;
/** Runs shorter than this are too short for a slope. */
const SLOPE_MIN_MS = 300_000;
/** Limit on the growth of the memory held after a garbage collection; below it, an hour of simultaneous faults counts as no growth. */
const MAX_SLOPE_MB_PER_HOUR = 10;
/** Limit on the growth of the gateway's resident memory over the run: the garbage collector keeps memory that it may need again. */
const MAX_GROWTH_MB = 150;
/** Node starts threads of its own when it needs them. */
const MAX_MORE_THREADS = 4;

/** A promise about something that was not measured is not kept. */
const NOT_MEASURED = 'it was not measured before or after the run';

/** Everything that was measured. */
export interface SoakReport {
  readonly durationMs: number;
  readonly firstProblems: readonly string[];
  readonly before: Resources | undefined;
  readonly after: Resources | undefined;
  readonly heldBeforeMB: number;
  readonly heldAfterMB: number | undefined;
  readonly samples: readonly Sample[];
  readonly held: readonly Sample[];
  readonly peakMB: number;
  readonly peakDescriptors: number;
  readonly isAlive: boolean;
  readonly exit: number | string | undefined;
  readonly errors: string;
  readonly defects: readonly string[];
  readonly lines: number;
  readonly counts: ReadonlyMap<string, KindCount>;
  readonly neighbor: { readonly requests: number; readonly errors: readonly string[]; readonly slowestMs: number };
  readonly faults: FaultCounts;
  readonly changes: ChangeCounts;
}

/** Prints the tables. */
export function printReport(report: SoakReport): void {
  const row = ([kind, { sent, failed, totalMs, slowestMs }]: [string, KindCount]): string[] => [
    kind, String(sent), String(failed), availability(sent, failed), sent === 0 ? '–' : (totalMs / sent).toFixed(1), slowestMs.toFixed(0),
  ];
  const head = ['sent', 'not as expected', 'availability', 'mean ms', 'slowest ms'];
  const ofKind = (isBad: boolean) => [...report.counts].filter(([, one]) => one.isBad === isBad).map(row);
  const { requests, errors, slowestMs } = report.neighbor;
  const neighbor = ['neighbor of the faults', String(requests), String(errors.length), availability(requests, errors.length), '–', String(slowestMs)];
  console.log(`\n${table(['', ...head], [...ofKind(false), neighbor])}`);
  console.log(`\n${table(['clients and backends that misbehave', ...head], ofKind(true))}\n`);
  for (const { name, value } of figuresOf(report)) console.log(`${name}: ${value}`);
}

/** The promises of a soak. A run that never began has kept none of them. */
export function verdictsOf(report: SoakReport | undefined, left: readonly string[]): readonly CaseResult[] {
  if (report === undefined) return [{ name: 'the soak begins', problems: ['it did not'] }];
  const problemsOf = (isBad: boolean) => [...report.counts].flatMap(([kind, one]) => (one.isBad === isBad ? one.problems.map((text) => `${kind}: ${text}`) : []));
  const idle = [...report.counts].flatMap(([kind, { sent }]) => (sent === 0 && !isShort(report) ? [`${kind} was never sent`] : []));
  const neighbor = report.neighbor.errors.map((text) => `neighbor of the faults: ${text}`);
  return [
    { name: 'the gateway lives', problems: report.isAlive ? [] : [`it ended with ${report.exit}: ${report.errors.slice(-2_000)}`] },
    { name: 'what is healthy answers, all of it', problems: [...report.firstProblems, ...problemsOf(false), ...neighbor] },
    { name: 'all kinds were sent', problems: idle },
    { name: 'clients that misbehave get what they should', problems: problemsOf(true) },
    { name: 'every fault has its response', problems: report.faults.injected === 0 ? ['none was injected'] : report.faults.problems },
    { name: 'reloads, deployments and rollbacks are picked up', problems: changesOf(report) },
    { name: 'the log contains no defect', problems: report.defects },
    { name: 'memory is bounded', problems: memoryProblems(report) },
    { name: 'no descriptors are left', problems: moreThan(report, { what: 'descriptors', count: ({ descriptors }) => descriptors.count }) },
    { name: 'no processes are left while it runs', problems: moreThan(report, { what: 'processes', count: ({ children }) => children }) },
    { name: 'no threads are left', problems: moreThan(report, { what: 'threads', allowed: MAX_MORE_THREADS, count: ({ threads }) => threads }) },
    { name: 'nothing is left behind', problems: left },
  ];
}

const isShort = ({ durationMs }: SoakReport) => durationMs < SLOPE_MIN_MS;

/** The slope of memory after the warm-up in MB an hour; undefined where there are too few samples. */
export function memorySlope(samples: readonly Sample[]): Slope | undefined {
  const last = samples.at(-1)?.at ?? 0;
  return slopeOf(blocksOf(samples.filter(({ at }) => at >= last * WARM_UP_SHARE), BLOCKS));
}

interface Figure {
  readonly name: string;
  readonly value: string;
}

/** The figures of a run in words. */
export function figuresOf(report: SoakReport): readonly Figure[] {
  const { before, after, samples, held, heldBeforeMB, heldAfterMB, faults, changes, lines, peakMB, peakDescriptors } = report;
  const { reloads, deployments, rollbacks } = changes;
  const general = [
    { name: 'faults', value: `${faults.injected} injected, ${faults.left} left out because too many were going on, ${faults.slow} stopped by their time on a busy machine, ${faults.failed} not as expected` },
    { name: 'changes', value: `${reloads} reloads, ${deployments} deployments, ${rollbacks} rollbacks` },
    { name: 'log', value: `${lines} lines` },
  ];
  if (before === undefined || after === undefined) return general;
  return [
    ...general,
    { name: 'resident memory', value: `${before.rssMB.toFixed(0)} MB before, ${peakMB.toFixed(0)} MB at most, ${after.rssMB.toFixed(0)} MB after` },
    { name: 'slope of resident memory after the warm-up', value: slopeText(memorySlope(samples)) },
    { name: 'held after a collection', value: `${heldBeforeMB.toFixed(1)} MB before, ${heldAfterMB?.toFixed(1) ?? '–'} MB after` },
    { name: 'slope of what is held after the warm-up', value: slopeText(memorySlope(held)) },
    { name: 'descriptors', value: `${before.descriptors.count} before, ${peakDescriptors} at most, ${after.descriptors.count} after` },
    { name: 'threads', value: `${before.threads} before, ${after.threads} after` },
    { name: 'processes below', value: `${before.children} before, ${after.children} after` },
  ];
}

function slopeText(found: Slope | undefined): string {
  if (found === undefined) return 'too few samples';
  return `${found.slope.toFixed(1)} MB an hour, with 95 % confidence ${found.low.toFixed(1)} to ${found.high.toFixed(1)}`;
}

function changesOf({ changes }: SoakReport): readonly string[] {
  const { reloads, deployments, rollbacks, problems } = changes;
  const isComplete = reloads > 0 && deployments > 0 && rollbacks > 0;
  return [...problems, ...(isComplete ? [] : [`only ${reloads} reloads, ${deployments} deployments and ${rollbacks} rollbacks were done`])];
}

function memoryProblems(report: SoakReport): readonly string[] {
  const { before, after, held } = report;
  if (before === undefined || after === undefined) return [NOT_MEASURED];
  const growth = after.rssMB - before.rssMB;
  const slope = isShort(report) ? undefined : memorySlope(held);
  return [
    ...(Number.isFinite(growth) ? [] : [NOT_MEASURED]),
    ...(slope === undefined && !isShort(report) ? [`only ${held.length} samples of what is held: too few for a slope`] : []),
    ...(growth > MAX_GROWTH_MB ? [`${growth.toFixed(0)} MB more than before; at most ${MAX_GROWTH_MB} are expected`] : []),
    ...(slope !== undefined && slope.low > MAX_SLOPE_MB_PER_HOUR ? [`what is held grows by ${slopeText(slope)}; at most ${MAX_SLOPE_MB_PER_HOUR} are expected`] : []),
  ];
}

interface Counted {
  readonly what: string;
  readonly allowed?: number;
  readonly count: (resources: Resources) => number;
}

function moreThan({ before, after }: SoakReport, { what, allowed = 0, count }: Counted): readonly string[] {
  if (before === undefined || after === undefined) return [NOT_MEASURED];
  const more = count(after) - count(before);
  if (!Number.isFinite(more)) return [NOT_MEASURED];
  if (more <= allowed) return [];
  return [`${more} ${what} more than before (${JSON.stringify(after.descriptors.byKind)} instead of ${JSON.stringify(before.descriptors.byKind)})`];
}

/** A Markdown table with aligned columns. */
function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = head.map((_, column) => Math.max(...[head, ...rows].map((row) => row[column]?.length ?? 0)));
  const line = (cells: readonly string[]) => `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`;
  return [line(head), `|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`, ...rows.map(line)].join('\n');
}
