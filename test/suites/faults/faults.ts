// Faults of functions, each in a function of its own, while a neighboring function is called all the time: `npm run faults`.
// At the end the gateway must be alive, hold little memory, have answered the neighbor without an error, and leave nothing
// behind.
import path from 'node:path';
import { inParallel } from '../in-parallel';
import { repository } from '../repository';
import type { CaseResult, Suite, SuiteArguments, SuiteRun } from '../suite';
import { until } from '../until';
import type { FaultCase } from './fault-case';
import { FUNCTION_CASES } from './functions';
import { LANGUAGE_CASES } from './languages';
import { MACHINE_CASES, playMachine } from './machine/machine';
import { loadNeighbor } from './neighbor';
import { RESULT_CASES } from './results';
import { residentMiB, startGateway, stopGateway, type FaultGateway } from './serve-gateway';

/** Faults that happen at the same time. */
const CONCURRENCY = 4;
/** Limit on the growth of the gateway's memory during the faults. */
const MAX_GROWTH_MIB = 96;
const WARM_UP_REQUESTS = 500;

export const faults: Suite = { usage: '', options: [], run };

async function run({ isSelected }: SuiteArguments): Promise<SuiteRun> {
  const selected = (cases: readonly FaultCase[]) => cases.filter(({ id }) => isSelected(id));
  const [machine, functions] = await Promise.all([
    playMachine(MACHINE_CASES.filter(({ id }) => isSelected(id))), playFunctions('app.ts', selected([...FUNCTION_CASES, ...RESULT_CASES])),
  ]);
  const languages = await playFunctions('languages.ts', selected(LANGUAGE_CASES));
  const results = [machine, functions, languages].flatMap((played) => played.results);
  return { results, figures: { ...functions.figures, languages: languages.figures } };
}

/** Plays cases on a gateway of their own. */
async function playFunctions(app: string, cases: readonly FaultCase[]): Promise<Played> {
  const results: CaseResult[] = [];
  if (cases.length === 0) return { results, figures: {} };
  let figures: Figures = {};
  const gateway = await startGateway(path.join(repository, 'test', 'suites', 'faults', 'gateway', app));
  try {
    figures = await playAll(gateway, cases, results);
  } finally {
    const left = await stopGateway(gateway);
    results.push({ name: 'nothing is left behind', problems: [...left.processes, ...left.files] });
  }
  return { results: app === 'app.ts' ? results : results.map((result) => ({ ...result, name: `languages: ${result.name}` })), figures };
}

type Figures = Readonly<Record<string, unknown>>;

interface Played {
  readonly results: readonly CaseResult[];
  readonly figures: Figures;
}

async function playAll(gateway: FaultGateway, cases: readonly FaultCase[], results: CaseResult[]): Promise<Figures> {
  const neighbor = loadNeighbor(gateway);
  await until(() => neighbor.seen.requests >= WARM_UP_REQUESTS || gateway.exit() !== undefined, Infinity);
  const restMiB = residentMiB(gateway.pid);
  const playOne = async (one: FaultCase): Promise<void> => {
    results.push({ name: `${one.id} ${one.title}`, problems: await problemsOf(one, gateway) });
  };
  await inParallel(cases.filter(({ isAlone }) => isAlone !== true), CONCURRENCY, playOne);
  await inParallel(cases.filter(({ isAlone }) => isAlone === true), 1, playOne);
  const { requests, errors, slowestMs } = await neighbor.stop();
  const growthMiB = residentMiB(gateway.pid) - restMiB;
  console.log(`neighbor: ${requests} requests, ${errors.length} errors, slowest ${slowestMs} ms; gateway: ${restMiB} MiB and ${growthMiB} more`);
  const exit = gateway.exit();
  results.push(
    { name: 'gateway lives', problems: exit === undefined ? [] : [`it ended with ${exit}: ${gateway.errors().slice(-2000)}`] },
    { name: 'neighbor is well', problems: [...new Set(errors)].slice(0, 5) },
    { name: 'memory is bounded', problems: growthMiB > MAX_GROWTH_MIB ? [`${growthMiB} MiB more than before; at most ${MAX_GROWTH_MIB} are expected`] : [] },
  );
  return { neighbor: { requests, errors: errors.length, slowestMs }, restMiB, growthMiB };
}

async function problemsOf({ run: play }: FaultCase, gateway: FaultGateway): Promise<readonly string[]> {
  try {
    return await play(gateway);
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)];
  }
}
