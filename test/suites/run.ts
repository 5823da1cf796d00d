// The runner of all suites: `npm run cases|hostile|faults|fuzz|soak|rolling|store|strangers|parity -- [options]`, by scripts/suite.mjs.
//   --id x        only the cases whose id is or starts with x (repeatable)
//   --json FILE   writes a report as JSON
//   --verbose     also prints the cases that passed, and all problems of a case
// The last line is `N passed, N failed`, and how many cases were left out if some were. A suite without a single case fails.
import { parseArgs } from 'node:util';
import { faults } from './faults/faults';
import { fuzz } from './fuzz/fuzz';
import { hostile } from './hostile/hostile';
import { parity } from './parity/parity';
import { recorded } from './recorded/recorded';
import { printResults, writeReport } from './report';
import { rolling } from './rolling/rolling';
import { soak } from './soak/soak';
import { store } from './store/store';
import { strangers } from './strangers/strangers';
import { UsageError, type Suite, type SuiteArguments } from './suite';

const SUITES: Readonly<Record<string, Suite>> = { recorded, hostile, fuzz, faults, soak, rolling, store, strangers, parity };
const EXIT_USAGE = 2;

/** Runs the suite that the first argument names; the exit code of the process says how it went. */
export async function main([name = '', ...parameters]: readonly string[]): Promise<void> {
  const suite = SUITES[name];
  try {
    if (suite === undefined) throw new UsageError(`there is no suite "${name}"; there are ${Object.keys(SUITES).join(', ')}`);
    const { suiteArguments, json } = readArguments(suite, parameters);
    const startedMs = performance.now();
    const { results, figures } = await suite.run(suiteArguments);
    const seconds = (performance.now() - startedMs) / 1_000;
    if (json !== undefined) writeReport(json, { suite: name, seconds, results, ...(figures === undefined ? {} : { figures }) });
    const { failed } = printResults(results, suiteArguments);
    process.exitCode = failed === 0 && results.length > 0 ? 0 : 1;
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    console.error(`${error.message}\nusage: ${name} ${suite?.usage ?? ''} [--id x] [--json file] [--verbose]`);
    process.exitCode = EXIT_USAGE;
  }
}

interface Arguments {
  readonly suiteArguments: SuiteArguments;
  readonly json: string | undefined;
}

function readArguments(suite: Suite, parameters: readonly string[]): Arguments {
  const { values, positionals } = parsed(suite, parameters);
  const ids = values.id;
  const suiteArguments = {
    files: positionals,
    isVerbose: values.verbose === true,
    isSelected: (id: string) => !Array.isArray(ids) || ids.some((start) => id.startsWith(String(start))),
    option: (option: string) => textOf(values[option]),
  };
  return { suiteArguments, json: textOf(values.json) };
}

type Value = string | boolean | readonly (string | boolean)[] | undefined;

interface Parsed {
  readonly values: Readonly<Record<string, Value>>;
  readonly positionals: readonly string[];
}

function parsed(suite: Suite, parameters: readonly string[]): Parsed {
  const own = Object.fromEntries(suite.options.map((option) => [option, { type: 'string' as const }]));
  const shared = { id: { type: 'string', multiple: true }, json: { type: 'string' }, verbose: { type: 'boolean' } } as const;
  try {
    return parseArgs({ args: [...parameters], allowPositionals: true, options: { ...own, ...shared } });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

function textOf(value: Value): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
