// How the gateway does over time: `npm run soak -- --minutes 20`. Clients send all kinds of requests, one fault a second is
// injected, code is reloaded and deployments come and go meanwhile. Beside it, disks fill and empty, clocks jump and signals come.
//   --minutes n   how long the load goes on; default 20
//   --seconds n   the same, for a short run
//   --seed n      the order of everything that is chosen at random; default: one that is printed
// At the end: availability of what is healthy, slope of the memory, descriptors, threads and processes that are left.
import { loadavg } from 'node:os';
import { MACHINE_CASES, playMachine } from '../faults/machine/machine';
import { isRunning, stopGateway } from '../faults/serve-gateway';
import { loadNeighbor } from '../faults/neighbor';
import { UsageError, type Suite, type SuiteArguments, type SuiteRun } from '../suite';
import { until } from '../until';
import { startBackend } from './backend';
import { deployFirst, startChanges, type Changes } from './changes';
import { startFaults, type InjectedFaults } from './faults';
import { KINDS, type RequestContext } from './kinds';
import { errorText, startLoad, type Load } from './load';
import { figuresOf, printReport, verdictsOf, type SoakReport } from './report';
import { heldMB, resourcesOf, resourcesText, startSampler } from './resources';
import { startGateway, type SoakGateway } from './serve-gateway';
import { settled, settledAs } from './settle';
import { randomOf } from './statistics';

/** How often the held memory is measured; each time everything is collected. */
const HELD_SAMPLES = 60;
const ROUND_MS = 600_000;
const MAX_CHANGE_EVERY_MS = 15_000;
const PROGRESS_MS = 60_000;

export const soak: Suite = { usage: '[--minutes n | --seconds n] [--seed n]', options: ['minutes', 'seconds', 'seed'], run };

interface Plan {
  readonly durationMs: number;
  readonly seed: number;
}

async function run({ option }: SuiteArguments): Promise<SuiteRun> {
  const plan = readPlan(option);
  console.log(`${plan.durationMs / 60_000} min, seed ${plan.seed}`);
  const backend = await startBackend();
  let gateway: SoakGateway | undefined;
  let report: SoakReport | undefined;
  let left: readonly string[] = [];
  let isOver = false;
  // on a gateway of their own: what a full disk does to all is not to be told from a defect
  const machine = playMachine(MACHINE_CASES, () => isOver);
  try {
    gateway = await startGateway(backend.url);
    report = await measure(gateway, plan, () => { isOver = true; });
  } finally {
    isOver = true;
    if (gateway !== undefined) {
      const { processes, files } = await stopGateway(gateway);
      left = [...processes, ...files];
    }
    await backend.close();
  }
  printReport(report);
  const { results, played } = await machine;
  console.log(`faults of the machine: ${played} played`);
  const figures = { ...plan, figures: figuresOf(report), counts: Object.fromEntries(report.counts) };
  return { results: [...verdictsOf(report, left), ...results], figures };
}

function readPlan(option: SuiteArguments['option']): Plan {
  const seconds = Number(option('seconds') ?? Number(option('minutes') ?? '20') * 60);
  const seed = Number(option('seed') ?? Math.floor(Math.random() * 1e6));
  if (!(seconds >= 5) || !Number.isSafeInteger(seed)) throw new UsageError('at least 5 seconds, and a whole number as seed');
  return { durationMs: seconds * 1_000, seed };
}

/** @param loaded - the time of the load is over */
async function measure(gateway: SoakGateway, { durationMs, seed }: Plan, loaded: () => void): Promise<SoakReport> {
  const mixed = { ...gateway.api('Mixed'), versions: new Set([1]) };
  const deployed = { ...gateway.api('Deployed'), versions: new Set([1]) };
  const routes = { http: gateway.api('Http'), socket: gateway.api('Socket') };
  const random = randomOf(seed);
  await deployFirst(gateway);
  const firstProblems = await sendEachOnce({ mixed, deployed, ...routes, random });
  const before = await settled(gateway.pid);
  const heldBeforeMB = await heldMB(gateway.child);
  if (before !== undefined) console.log(`before: ${resourcesText(before)}`);

  const sampler = startSampler(gateway.child, durationMs / HELD_SAMPLES);
  const load = startLoad({ mixed, deployed, ...routes }, random);
  const neighborLoad = loadNeighbor(gateway);
  const faults = startFaults(gateway, randomOf(seed + 1));
  // a short run has all kinds of changes as well
  const changes = startChanges(gateway, { mixed, deployed }, Math.min(MAX_CHANGE_EVERY_MS, durationMs / 8));
  await waitFor(durationMs, gateway, { load, faults, changes });
  loaded();
  await faults.stop();
  await until(() => changes.hasBeenRound() || gateway.exit() !== undefined, ROUND_MS);
  sampler.stop();
  await changes.stop();
  const neighbor = await neighborLoad.stop();
  await load.stop();
  const after = await settledAs(gateway.pid, before);
  if (after !== undefined) console.log(`after: ${resourcesText(after)}`);
  const isAlive = isRunning(gateway.pid);
  const { defects, lines } = gateway;
  return {
    durationMs, firstProblems, before, after, heldBeforeMB, isAlive, defects, lines, neighbor,
    heldAfterMB: isAlive ? await heldMB(gateway.child) : undefined,
    samples: sampler.samples, held: sampler.held, peakMB: sampler.peakMB(), peakDescriptors: sampler.peakDescriptors(),
    exit: gateway.exit(), errors: gateway.errors(), counts: load.counts, faults: faults.seen, changes: changes.seen,
  };
}

/** Sends one request of each kind, so that code loaded by the first request does not count as a leak. */
async function sendEachOnce(context: RequestContext): Promise<readonly string[]> {
  const problems: string[] = [];
  for (const { kind, send } of KINDS) {
    const problem = await send(context).catch(errorText);
    if (problem !== undefined) problems.push(`${kind}: ${problem}`);
  }
  return problems;
}

interface Activity {
  readonly load: Load;
  readonly faults: InjectedFaults;
  readonly changes: Changes;
}

/** Waits and prints the progress once a minute; ends early when the gateway does. */
async function waitFor(durationMs: number, gateway: SoakGateway, activity: Activity): Promise<void> {
  const startedAt = performance.now();
  const passedMs = () => performance.now() - startedAt;
  while (passedMs() < durationMs && gateway.exit() === undefined) {
    await new Promise((resolve) => setTimeout(resolve, Math.min(PROGRESS_MS, durationMs - passedMs())));
    console.log(progressText(passedMs(), gateway.pid, activity));
  }
}

function progressText(passedMs: number, pid: number, { load, faults, changes }: Activity): string {
  const all = [...load.counts.values()];
  const sum = (key: 'sent' | 'failed') => all.reduce((total, one) => total + one[key], 0);
  const { reloads, deployments, rollbacks } = changes.seen;
  const resources = resourcesOf(pid);
  return [
    `${(passedMs / 60_000).toFixed(1)} min: ${sum('sent')} requests, ${sum('failed')} not as expected`,
    `${faults.seen.injected} faults, ${faults.seen.failed} not as expected`,
    `${reloads} reloads, ${deployments} deployments, ${rollbacks} rollbacks`,
    ...(resources === undefined ? [] : [resourcesText(resources)]),
    `load ${(loadavg()[0] ?? 0).toFixed(1)}`,
  ].join('; ');
}
