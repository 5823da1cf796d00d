// Plays the cases of a parity app against a deployed API and prints what differs: first `synthgate parity-app`, then `cdk deploy`, then
// `npm run parity -- --url https://….execute-api.….amazonaws.com/parity [--app parity-app]`. docs/internals/parity-runs.md has the steps.
import path from 'node:path';
import { readCaseFile } from '../case-files';
import { inParallel } from '../in-parallel';
import { checkResponse } from '../recorded/check-response';
import type { RecordedCase, RecordedRequest } from '../recorded/recorded-case';
import { send } from '../recorded/send';
import { UsageError, type CaseResult, type Suite, type SuiteArguments, type SuiteRun } from '../suite';
import { atDeployedPath, withoutPrefix } from './deployed-path';
import { differenceTable } from './difference-table';

const CONCURRENCY = 4;

export const parity: Suite = { usage: '--url https://<deployed stage> [--app parity-app]', options: ['url', 'app'], run };

type DeployedCase = RecordedCase & { readonly prefix: string };

async function run({ isSelected, option }: SuiteArguments): Promise<SuiteRun> {
  const url = stageUrl(option('url'));
  const cases = readCases(path.join(option('app') ?? 'parity-app', 'parity.json')).filter(({ id }) => isSelected(id));
  const problems = new Map<string, readonly string[]>();
  await inParallel(cases, CONCURRENCY, async (one) => {
    problems.set(one.id, await play(one, url));
  });
  const results: readonly CaseResult[] = cases.map(({ id, feature }) => ({ name: `${feature} ${id}`, problems: problems.get(id) ?? [] }));
  console.log(differenceTable(results));
  return { results };
}

function stageUrl(given: string | undefined): URL {
  if (given === undefined || !URL.canParse(given)) throw new UsageError('give the URL of the deployed stage: --url https://…');
  return new URL(given);
}

function readCases(file: string): readonly DeployedCase[] {
  const { cases } = Object(readCaseFile(file)) as { readonly cases?: unknown }; // written by synthgate parity-app
  if (!Array.isArray(cases)) throw new UsageError(`${file} has no cases; write it with synthgate parity-app`);
  return cases as readonly DeployedCase[];
}

async function play({ prefix, before = [], request, expect }: DeployedCase, url: URL): Promise<readonly string[]> {
  const sent = (one: RecordedRequest) => send(url.href, atDeployedPath(one, { prefix, stagePath: url.pathname }));
  try {
    for (const earlier of before) await sent(earlier);
    return checkResponse(withoutPrefix(await sent(request), { prefix, stagePath: url.pathname, request }), expect);
  } catch (error) {
    return [`no response: ${error instanceof Error ? error.message : String(error)}`];
  }
}
