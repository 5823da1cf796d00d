// `npm run bench`: every file next to this one is a benchmark, run with its peers. Absolute figures depend on the machine;
// trust the ratios.
import { writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { setup } from '../scripts/setup.mjs';
import { HELP, readOptions } from './support/options.mjs';
import { chosen, benchmarkNames } from './support/benchmarks.mjs';
import { targetTable } from './support/targets.mjs';

const EXIT_BROKEN = 1;
const EXIT_USAGE = 2;

const options = optionsOrExit();
if (options.help) {
  console.log(HELP(benchmarkNames()));
} else {
  await main(options);
}

function optionsOrExit() {
  try {
    return readOptions(process.argv.slice(2), benchmarkNames());
  } catch (error) {
    console.error(error.message);
    process.exit(EXIT_USAGE);
  }
}

/** Continues after a failed benchmark; a missed target is not an error. */
async function main({ names, isQuick, json }) {
  setup();
  const entries = [];
  console.log(`Node ${process.version}, ${cpus().length} × ${cpus()[0].model}, load ${loadavg()[0].toFixed(2)} at start`);
  for (const name of chosen(names)) {
    try {
      const { title, run } = await import(`./${name}.mjs`);
      console.log(`\n## ${title}\n`);
      const answer = await run({ isQuick });
      const { text, entries: more = [] } = typeof answer === 'string' ? { text: answer } : answer;
      console.log(text);
      entries.push(...more.map(withComparison));
    } catch (error) {
      console.error(`benchmark ${name} failed: ${error.stack}`);
      process.exitCode = EXIT_BROKEN;
    }
  }
  if (entries.length > 0) console.log(`\n## Targets\n\n${targetTable(entries)}`);
  if (json !== undefined) writeFileSync(json, `${JSON.stringify(entries, undefined, 2)}\n`);
  console.log(`\nload ${loadavg()[0].toFixed(2)} at the end; above ${cpus().length} on ${cpus().length} cores, others were at work`);
}

/** A benchmark may give its target as the number that the ratio must reach. */
function withComparison(entry) {
  return typeof entry.target === 'number' ? { ...entry, target: `>= ${entry.target} x` } : entry;
}
