import { Command } from 'commander';
import { localNames, readAssembly, selectApis } from '../../runtime';
import { findAssembly } from '../assembly-source';
import { localNamesText } from '../local-names-text';
import { appOption, collect, jsonOption, outputOption, type AppOptions } from '../options';
import { routeListing } from '../route-listing';
import { routeRows } from '../route-rows';
import { environmentFlags, impliedTokenValues, SOURCE_FORMATS, sourceOptions } from '../sources/source-options';
import { colorsOf, jsonText, type Terminal } from '../terminal';

interface LsOptions extends AppOptions {
  readonly api?: readonly string[];
  readonly json?: boolean;
}

/** `synthgate ls`: the route table. */
export function lsCommand(terminal: Terminal): Command {
  const command = new Command()
    .description('print the route table')
    .argument('[source]', `app (a TypeScript or JavaScript file), assembly, spec, or another source: ${SOURCE_FORMATS} (default: gateway.out if it exists, otherwise the output of the app)`)
    .addOption(appOption())
    .addOption(outputOption())
    .option('--api <name>', 'only this API; repeatable', collect)
    .addOption(jsonOption())
    .addHelpText('after', '\nExamples:\n  $ synthgate ls\n  $ synthgate ls gateway.out --json\n  $ synthgate ls template.yaml --parameter Stage=prod\n  $ synthgate ls bin/gateway.ts --api Pets')
    .action(async (assembly: string | undefined, _: unknown, command: Command) => {
      await ls(assembly, command.optsWithGlobals<LsOptions>(), terminal);
    });
  for (const option of [...sourceOptions(), ...environmentFlags()]) command.addOption(option);
  return command;
}

async function ls(assembly: string | undefined, options: LsOptions, terminal: Terminal): Promise<void> {
  const source = await findAssembly(assembly, { ...options, isOnlyRead: true, buildsPrograms: false }, terminal);
  const apis = selectApis(readAssembly(source), options.api);
  if (options.json === true) {
    terminal.out(jsonText(routeRows(apis)));
    return;
  }
  const colors = colorsOf(terminal, options);
  const { account: accountId, region } = options;
  const names = localNames(source, { accountId, region }, await impliedTokenValues(source, options, terminal));
  terminal.out(`${routeListing(apis, colors)}${localNamesText(names, colors)}`);
}
