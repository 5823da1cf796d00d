import { Command } from 'commander';
import { readAssembly, selectApis } from '../../runtime';
import { findAssembly } from '../assembly-source';
import { appOption, collect, jsonOption, outputOption, type AppOptions } from '../options';
import { routeListing } from '../route-listing';
import { routeRows } from '../route-rows';
import { environmentFlags, sourceOptions } from '../sources/source-options';
import { colorsOf, jsonText, type Terminal } from '../terminal';

interface LsOptions extends AppOptions {
  readonly api?: readonly string[];
  readonly json?: boolean;
}

/** `synthgate ls`: the route table. */
export function lsCommand(terminal: Terminal): Command {
  const command = new Command()
    .description('print the route table')
    .argument('[assembly]', 'assembly, spec, or another source: cdk.out, a CloudFormation or SAM template, an OpenAPI document (default: gateway.out if it exists, otherwise the output of the app)')
    .addOption(appOption())
    .addOption(outputOption())
    .option('--api <name>', 'only this API; repeatable', collect)
    .addOption(jsonOption())
    .addHelpText('after', '\nExamples:\n  $ synthgate ls\n  $ synthgate ls gateway.out --json\n  $ synthgate ls template.yaml --parameter Stage=prod\n  $ synthgate ls --app bin/gateway.ts --api Pets')
    .action(async (assembly: string | undefined, _: unknown, command: Command) => {
      await ls(assembly, command.optsWithGlobals<LsOptions>(), terminal);
    });
  for (const option of [...sourceOptions(), ...environmentFlags()]) command.addOption(option);
  return command;
}

async function ls(assembly: string | undefined, options: LsOptions, terminal: Terminal): Promise<void> {
  const apis = selectApis(readAssembly(await findAssembly(assembly, { ...options, isOnlyRead: true }, terminal)), options.api);
  terminal.out(options.json === true ? jsonText(routeRows(apis)) : routeListing(apis, colorsOf(terminal, options)));
}
