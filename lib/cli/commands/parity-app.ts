import { Command } from 'commander';
import path from 'node:path';
import { readJsonFile } from '../json-file';
import { appFiles } from '../parity-app/app-files';
import { caseFileSchema } from '../parity-app/case-file';
import { parityApi, type ParityApi } from '../parity-app/parity-api';
import { writeText, type Terminal } from '../terminal';

export function parityAppCommand(terminal: Terminal): Command {
  return new Command()
    .description('write a CDK app to compare API Gateway with the cases')
    .argument('<cases...>', 'files of cases: test/cases/recorded.json and documented.json of the repository')
    .option('-d, --directory <path>', 'directory of the app', 'parity-app')
    .addHelpText('after', `
Cases that need backends, API keys, signed requests or settings of the API or stage are left out, each with its reason in parity.json.

Examples:
  $ synthgate parity-app test/cases/recorded.json test/cases/documented.json
  $ cd parity-app && npm install && npx cdk deploy
  $ npm run parity -- --app parity-app --url https://abcdefghij.execute-api.eu-west-1.amazonaws.com/parity`)
    .action((files: readonly string[], { directory }: { readonly directory: string }) => {
      const cases = files.flatMap((file) => readJsonFile('cases', file, { schema: caseFileSchema, allowed: 'a JSON file with a list of cases', terminal }) ?? []);
      write(parityApi(cases), directory, terminal);
    });
}

function write(api: ParityApi, directory: string, terminal: Terminal): void {
  const folder = path.resolve(terminal.directory, directory);
  for (const [name, text] of Object.entries(appFiles(api))) writeText(path.join(folder, name), text);
  terminal.out(`${directory}: an app for ${api.cases.length} cases; ${api.leftOut.length} are left out (parity.json names them)\n${reasonsText(api)}`);
}

/** How many cases each reason leaves out, most first. */
function reasonsText({ leftOut }: ParityApi): string {
  const counts = new Map<string, number>();
  for (const { reason } of leftOut) counts.set(reason, (counts.get(reason) ?? 0) + 1);
  return [...counts].sort(([, one], [, other]) => other - one).map(([reason, count]) => `${String(count).padStart(5)}  ${reason}\n`).join('');
}
