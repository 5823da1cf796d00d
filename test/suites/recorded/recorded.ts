// Requests that were sent to AWS, and requests whose answers its documentation gives, played against the build:
// `npm run cases -- test/cases/recorded.json`, `npm run cases -- test/cases/documented.json`.
//   --features a,b   only the cases of these features
//   --functions python|go   only the cases with functions that echo, in this language
//   --http2 yes      over HTTPS and HTTP/2, where header names are in lower case
// A case that the product has no means for yet fails with the reason; none is skipped.
import { readCaseFile } from '../case-files';
import { inParallel } from '../in-parallel';
import { UsageError, type Suite, type SuiteArguments, type SuiteRun } from '../suite';
import { inLanguage, LANGUAGE_NAMES } from './languages';
import { DIFFERENT_OVER_HTTP2 } from './over-http2';
import { playGroup } from './play';
import type { RecordedCase } from './recorded-case';

const CONCURRENCY = 3;

export const recorded: Suite = { usage: '<file.json> [--features a,b] [--functions python|go] [--http2 yes]', options: ['features', 'functions', 'http2'], run };

async function run({ files: [file], isSelected, option }: SuiteArguments): Promise<SuiteRun> {
  if (file === undefined) throw new UsageError('give the file of the cases');
  const features = option('features')?.split(',');
  const language = option('functions');
  if (language !== undefined && !LANGUAGE_NAMES.includes(language)) throw new UsageError(`--functions ${language} is none of: ${LANGUAGE_NAMES.join(', ')}`);
  const isHttp2 = option('http2') === 'yes';
  const cases = readCases(file).filter(({ id, feature, setup }) => isSelected(id)
    && (features === undefined || features.includes(feature)) && (language === undefined || inLanguage(setup, language) !== undefined));
  const problems = new Map<string, readonly string[]>();
  await inParallel(groupBySetup(cases), CONCURRENCY, async (group) => {
    for (const [id, found] of await playGroup(group, { isHttp2, language })) problems.set(id, found);
  });
  const problemsOf = (id: string): readonly string[] => problems.get(id) ?? ['the case was not played'];
  return { results: cases.map(({ id, feature }) => ({ name: `${feature} ${id}`, problems: isHttp2 ? problemsOverHttp2(id, problemsOf(id)) : problemsOf(id) })) };
}

function problemsOverHttp2(id: string, found: readonly string[]): readonly string[] {
  if (!Object.hasOwn(DIFFERENT_OVER_HTTP2, id)) return found;
  return found.length > 0 ? [] : ['the case has the same answer over HTTP/2: take it off the list in over-http2.ts'];
}

function readCases(file: string): readonly RecordedCase[] {
  const value = readCaseFile(file);
  if (!Array.isArray(value)) throw new UsageError(`${file} is not an array of cases`);
  return value as readonly RecordedCase[]; // a case of another form fails when it is played
}

/** Cases with an equal setup share one gateway. */
function groupBySetup(cases: readonly RecordedCase[]): readonly (readonly [RecordedCase, ...RecordedCase[]])[] {
  const groups = new Map<string, [RecordedCase, ...RecordedCase[]]>();
  for (const recorded of cases) {
    const key = JSON.stringify(recorded.setup);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [recorded]);
    else group.push(recorded);
  }
  return [...groups.values()];
}
