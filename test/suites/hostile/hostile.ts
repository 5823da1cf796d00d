// Hostile bytes, played against the gateway of gateway/app.ts as it is built: `npm run hostile -- test/cases/hostile.json`. The
// command line serves it in a process of its own; bytes go over raw sockets.
//   --group a,b      only the cases of these groups
//   --patience n     how much longer than the file says everything may take, for busy machines; default 1
// An expectation that this suite does not understand fails the case; none is skipped.
import { readCaseFile } from '../case-files';
import { UsageError, type Suite, type SuiteArguments, type SuiteRun } from '../suite';
import { startFixture } from './fixture';
import type { HostileCase } from './hostile-case';
import { playAll } from './play';
import { playDisrupted } from './play-disrupted';

export const hostile: Suite = { usage: '<file.json> [--group a,b] [--patience n]', options: ['group', 'patience'], run };

async function run({ files: [file], isSelected, option }: SuiteArguments): Promise<SuiteRun> {
  const patience = Number(option('patience') ?? '1');
  if (file === undefined || !(patience > 0)) throw new UsageError('give the file of the cases, and a patience above 0');
  const groups = option('group')?.split(',');
  const cases = readCases(file).filter(({ id, group }) => isSelected(id) && (groups === undefined || groups.includes(group)));
  const fixture = await startFixture();
  try {
    const results = await playAll(cases, fixture, { patience });
    const played = results.map(({ id, group, problems, seen }) => ({ name: `${group} ${id}`, problems, observed: seen }));
    return { results: [...played, ...await playDisrupted(cases, fixture)] };
  } finally {
    await fixture.close();
  }
}

function readCases(file: string): readonly HostileCase[] {
  const { version, cases } = Object(readCaseFile(file)) as { readonly version?: unknown; readonly cases?: unknown };
  if (version !== 1 || !Array.isArray(cases)) throw new UsageError(`${file} is not a file of hostile cases of version 1`);
  return cases as readonly HostileCase[]; // a case of another form fails when it is played
}
