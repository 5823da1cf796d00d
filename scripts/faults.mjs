// What functions do wrong, each in a function of its own, while a function beside them is asked all the time: `npm run faults`.
//   --id x      only the cases whose id is or starts with x (repeatable)
//   --verbose   also prints what passed
// At the end the gateway must live, hold little memory, have answered the neighbour without an error, and leave nothing
// behind. Last line: `N passed, N failed`.
import path from 'node:path';
import { parseArgs } from 'node:util';
import { FUNCTION_CASES } from './faults/functions.mjs';
import { residentMiB, startGateway, stopGateway } from './faults/gateway.mjs';
import { loadNeighbour } from './faults/neighbour.mjs';
import { RESULT_CASES } from './faults/results.mjs';

/** Faults that happen at the same time. */
const AT_THE_SAME_TIME = 4;
/** What the gateway's memory may grow by while all that happens. */
const MAX_GROWTH_MIB = 96;
const WARM_UP_REQUESTS = 500;

const { values } = parseArgs({ options: { id: { type: 'string', multiple: true }, verbose: { type: 'boolean' } } });
const isWanted = ({ id }) => values.id === undefined || values.id.some((wanted) => id.startsWith(wanted));
const cases = [...FUNCTION_CASES, ...RESULT_CASES].filter(isWanted);
const results = [];

const startedAt = performance.now();
const gateway = await startGateway(path.resolve(import.meta.dirname, '../test/faults/app.ts'));
try {
  const load = loadNeighbour(gateway);
  while (load.seen.requests < WARM_UP_REQUESTS && gateway.ended === undefined) await new Promise((resolve) => setTimeout(resolve, 20));
  const restMiB = residentMiB(gateway.child.pid);
  await playAll(cases.filter(({ isAlone }) => isAlone !== true), AT_THE_SAME_TIME);
  await playAll(cases.filter(({ isAlone }) => isAlone === true), 1);
  const seen = await load.stop();
  const growthMiB = residentMiB(gateway.child.pid) - restMiB;
  console.log(`neighbour: ${seen.requests} requests, ${seen.errors.length} errors, slowest ${seen.slowestMs} ms; gateway: ${restMiB} MiB and ${growthMiB} more`);
  note('gateway lives', gateway.ended === undefined ? [] : [`it ended with ${gateway.ended}: ${gateway.errors.slice(-2000)}`]);
  note('neighbour is well', [...new Set(seen.errors)].slice(0, 5));
  note('memory is bounded', growthMiB > MAX_GROWTH_MIB ? [`${growthMiB} MiB more than before; at most ${MAX_GROWTH_MIB} are allowed`] : []);
} finally {
  const left = await stopGateway(gateway);
  note('nothing is left behind', [...left.processes, ...left.files]);
}
print();

async function playAll(all, atTheSameTime) {
  const waiting = [...all];
  const worker = async () => {
    for (let one = waiting.shift(); one !== undefined; one = waiting.shift()) note(`${one.id} ${one.title}`, await problemsOf(one));
  };
  await Promise.all(Array.from({ length: atTheSameTime }, worker));
}

async function problemsOf({ run }) {
  try {
    return await run(gateway);
  } catch (error) {
    return [error.message];
  }
}

function note(name, problems) {
  results.push({ name, problems });
  if (problems.length > 0) console.log(`FAILED ${name}\n${problems.map((problem) => `    ${problem}`).join('\n')}`);
  else if (values.verbose) console.log(`ok     ${name}`);
}

function print() {
  const failed = results.filter(({ problems }) => problems.length > 0).length;
  console.log(`${((performance.now() - startedAt) / 1000).toFixed(1)} s`);
  console.log(`${results.length - failed} passed, ${failed} failed`);
  process.exitCode = failed === 0 && cases.length > 0 ? 0 : 1;
}
