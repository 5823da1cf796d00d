// Requests that were sent to AWS, and requests whose answers its documentation gives, played against the build:
// `npm run cases -- test/cases/recorded.json`, `npm run cases -- test/cases/documented.json`.
//   --features a,b   only the cases of these features
// A case that the product has no means for yet fails with the reason; none is skipped.
import { readCaseFile } from '../case-files';
import { inParallel } from '../in-parallel';
import { UsageError, type Suite, type SuiteArguments, type SuiteRun } from '../suite';
import { playGroup } from './play';
import type { RecordedCase } from './recorded-case';

const CONCURRENCY = 3;

export const recorded: Suite = { usage: '<file.json> [--features a,b]', options: ['features'], run };

async function run({ files: [file], isSelected, option }: SuiteArguments): Promise<SuiteRun> {
  if (file === undefined) throw new UsageError('give the file of the cases');
  const features = option('features')?.split(',');
  const cases = readCases(file).filter(({ id, feature }) => isSelected(id) && (features === undefined || features.includes(feature)));
  const problems = new Map<string, readonly string[]>();
  await inParallel(groupBySetup(cases), CONCURRENCY, async (group) => {
    for (const [id, found] of await playGroup(group)) problems.set(id, found);
  });
  return { results: cases.map(({ id, feature }) => ({ name: `${feature} ${id}`, problems: problems.get(id) ?? ['the case was not played'] })) };
}

function readCases(file: string): readonly RecordedCase[] {
  const value = readCaseFile(file);
  if (!Array.isArray(value)) throw new UsageError(`${file} is not an array of cases`);
  return value as readonly RecordedCase[]; // a case of another form fails when it is played
}

/** Cases with an equal setup share one gateway. */
function groupBySetup(cases: readonly RecordedCase[]): readonly (readonly [RecordedCase, ...RecordedCase[]])[] {
  const groups = new Map<string, [RecordedCase, ...RecordedCase[]]>();
  for (const one of cases) {
    const key = JSON.stringify(one.setup);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [one]);
    else group.push(one);
  }
  return [...groups.values()];
}
