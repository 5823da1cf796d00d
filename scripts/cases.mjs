// Plays recorded requests against the gateway as it is built: `npm run cases -- test/cases/recorded.json`.
//   --features a,b   only the cases of these features
//   --id x           only the cases whose id is or starts with x (repeatable)
//   --verbose        also prints what passed
// A case that the product has no means for yet fails with the reason; none is skipped. Last line: `N passed, N failed`.
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { playGroup } from './cases/play.mjs';

const AT_THE_SAME_TIME = 3;

const { values, positionals: [file] } = parseArgs({
  allowPositionals: true,
  options: { features: { type: 'string' }, id: { type: 'string', multiple: true }, verbose: { type: 'boolean' } },
});
if (file === undefined) {
  console.error('usage: npm run cases -- <file.json> [--features a,b] [--id x] [--verbose]');
  process.exit(2);
}

const cases = readCases(file).filter(isWanted);
const results = new Map();
await playAll(groupBySetup(cases));
print();

function readCases(name) {
  const value = JSON.parse(readFileSync(name, 'utf8'));
  if (!Array.isArray(value)) {
    console.error(`${name} is not an array of cases`);
    process.exit(2);
  }
  return value;
}

function isWanted({ id, feature }) {
  const isOfFeature = values.features === undefined || values.features.split(',').includes(feature);
  return isOfFeature && (values.id === undefined || values.id.some((wanted) => id.startsWith(wanted)));
}

/** Cases with an equal setup share one gateway. */
function groupBySetup(all) {
  const groups = new Map();
  for (const one of all) {
    const key = JSON.stringify(one.setup);
    groups.set(key, [...(groups.get(key) ?? []), one]);
  }
  return [...groups.values()];
}

async function playAll(groups) {
  const waiting = [...groups];
  const worker = async () => {
    for (let group = waiting.shift(); group !== undefined; group = waiting.shift()) {
      for (const [id, problems] of await playGroup(group)) {
        results.set(id, problems);
      }
    }
  };
  await Promise.all(Array.from({ length: AT_THE_SAME_TIME }, worker));
}

function print() {
  let failed = 0;
  for (const { id, feature } of cases) {
    const problems = results.get(id);
    failed += problems.length === 0 ? 0 : 1;
    if (problems.length > 0) {
      console.log(`FAILED ${feature} ${id}\n${problems.map((problem) => `    ${problem}`).join('\n')}`);
    } else if (values.verbose) {
      console.log(`ok     ${feature} ${id}`);
    }
  }
  console.log(`${cases.length - failed} passed, ${failed} failed`);
  process.exitCode = failed === 0 && cases.length > 0 ? 0 : 1;
}
