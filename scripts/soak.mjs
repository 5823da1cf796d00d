// How the gateway does over time: `npm run soak -- --minutes 20`. Clients ask all kinds of methods, one fault a second is
// injected, code is reloaded and deployments come and go meanwhile.
//   --minutes n   how long the load goes on; default 20
//   --seconds n   the same, for a short look
//   --seed n      the order of everything that is chosen at random; default: one that is printed
//   --verbose     also prints every problem, not only the first ones
// At the end: availability of what is well, slope of the memory, descriptors, threads and processes that are left. Last line:
// `N passed, N failed`.
import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { until } from './faults/check.mjs';
import { isRunning, stopGateway } from './faults/gateway.mjs';
import { loadNeighbour } from './faults/neighbour.mjs';
import { startBackend } from './soak/backend.mjs';
import { deployFirst, startChanges } from './soak/changes.mjs';
import { startFaults } from './soak/faults.mjs';
import { startGateway } from './soak/gateway.mjs';
import { KINDS } from './soak/kinds.mjs';
import { startLoad } from './soak/load.mjs';
import { printReport, summaryLine, verdictsOf } from './soak/report.mjs';
import { heldMB, resourcesOf, resourcesText, startSampler } from './soak/resources.mjs';
import { settled, settledAs } from './soak/settle.mjs';
import { randomOf } from './soak/statistics.mjs';

const { durationMs, seed, isVerbose } = readOptions();
/** How often the held memory is looked at; each time everything is collected. */
const HELD_SAMPLES = 60;
const ROUND_MS = 180_000;
/** So that a short run has all kinds of changes as well. */
const changeEveryMs = Math.min(15_000, durationMs / 8);

console.log(`${durationMs / 60_000} min, seed ${seed}`);
const backend = await startBackend();
const report = { durationMs, verdicts: [] };
let gateway;
try {
  gateway = await startGateway(backend.url);
  await soak();
} finally {
  const left = gateway === undefined ? { processes: [], files: [] } : await stopGateway(gateway);
  report.left = [...left.processes, ...left.files];
  await backend.close();
}
printReport(report, { isVerbose });
const verdicts = verdictsOf(report);
process.exitCode = verdicts.every(({ problems }) => problems.length === 0) ? 0 : 1;
console.log(summaryLine(verdicts));

async function soak() {
  const { pid } = gateway.child;
  const mixed = { ...gateway.apis.Mixed, versions: new Set([1]) };
  const deployed = { ...gateway.apis.Deployed, versions: new Set([1]) };
  const random = randomOf(seed);
  await deployFirst(gateway);
  report.firstProblems = await askEachOnce({ mixed, deployed, random });
  report.before = await settled(pid);
  report.heldBeforeMB = await heldMB(gateway.child);
  if (report.before !== undefined) console.log(`before: ${resourcesText(report.before)}`);

  const sampler = startSampler(gateway.child, durationMs / HELD_SAMPLES);
  const load = startLoad({ mixed, deployed }, random);
  const neighbour = loadNeighbour(gateway);
  const faults = startFaults(gateway, randomOf(seed + 1));
  const changes = startChanges(gateway, { mixed, deployed }, changeEveryMs);
  const startedAt = performance.now();
  const passedMs = () => performance.now() - startedAt;
  while (passedMs() < durationMs && gateway.ended === undefined) {
    await new Promise((resolve) => setTimeout(resolve, Math.min(60_000, durationMs - passedMs())));
    console.log(progress(passedMs(), { load, faults, changes, pid }));
  }
  // a short run goes on until each kind of change was there once
  await until(() => changes.hasBeenRound() || gateway.ended !== undefined, ROUND_MS);
  sampler.stop();
  await Promise.all([faults.stop(), changes.stop()]);
  const neighbourSeen = await neighbour.stop();
  await load.stop();
  const { samples, held, peakMB, peakDescriptors } = sampler;
  const { ended, errors, defects, lines } = gateway;
  Object.assign(report, { samples, held, peakMB, peakDescriptors, ended, errors, defects, lines });
  Object.assign(report, { counts: load.counts, neighbour: neighbourSeen, faults: faults.seen, changes: changes.seen });
  report.after = await settledAs(pid, report.before);
  if (report.after !== undefined) console.log(`after: ${resourcesText(report.after)}`);
  report.isAlive = isRunning(pid);
  if (report.isAlive) report.heldAfterMB = await heldMB(gateway.child);
}

/** What is loaded with the first request of a kind is no leak. */
async function askEachOnce(context) {
  const problems = [];
  for (const { kind, ask } of KINDS) {
    const problem = await ask(context).catch((error) => error.message);
    if (problem !== undefined) problems.push(`${kind}: ${problem}`);
  }
  return problems;
}

function progress(passedMs, { load, faults, changes, pid }) {
  const all = [...load.counts.values()];
  const sum = (key) => all.reduce((total, one) => total + one[key], 0);
  const { reloads, deployments, rollbacks } = changes.seen;
  const resources = resourcesOf(pid);
  return [
    `${(passedMs / 60_000).toFixed(1)} min: ${sum('asked')} requests, ${sum('failed')} not as expected`,
    `${faults.seen.injected} faults, ${faults.seen.failed} not as expected`,
    `${reloads} reloads, ${deployments} deployments, ${rollbacks} rollbacks`,
    ...(resources === undefined ? [] : [resourcesText(resources)]),
    `load ${loadavg()[0].toFixed(1)}`,
  ].join('; ');
}

function readOptions() {
  const { minutes, seconds = String(Number(minutes ?? '20') * 60), seed = String(Math.floor(Math.random() * 1e6)), verbose } = parsedOptions();
  if (!(Number(seconds) >= 5) || !Number.isSafeInteger(Number(seed))) refuse('at least 5 seconds, and a whole number as seed');
  return { durationMs: Number(seconds) * 1_000, seed: Number(seed), isVerbose: verbose };
}

function parsedOptions() {
  const text = { type: 'string' };
  try {
    return parseArgs({ options: { minutes: text, seconds: text, seed: text, verbose: { type: 'boolean', default: false } } }).values;
  } catch (error) {
    return refuse(error.message);
  }
}

function refuse(why) {
  console.error(`usage: npm run soak -- [--minutes n | --seconds n] [--seed n] [--verbose]: ${why}`);
  return process.exit(2);
}
