import { Command } from 'commander';
import path from 'node:path';
import { readAssembly } from '../../runtime';
import { STRICT_CONTEXT } from '../../synth';
import { importAssembly, synthesize, withNamedApp } from '../assembly-source';
import { action, appOption, jsonOption, outputOption, type AppOptions } from '../options';
import { routeListing, routeListingValue, warningText } from '../route-listing';
import { environmentFlags, SOURCE_FORMATS, sourceOptions } from '../sources/source-options';
import { colorsOf, jsonText, type Terminal } from '../terminal';

interface SynthOptions extends AppOptions {
  readonly quiet?: boolean;
  readonly json?: boolean;
  readonly strict?: boolean;
}

export function synthCommand(terminal: Terminal): Command {
  const command = new Command()
    .description('run the app and write its assembly: specs, function code, OpenAPI documents, types of events')
    .argument('[source]', `app (a TypeScript or JavaScript file), or a source instead of one: ${SOURCE_FORMATS}`)
    .addOption(appOption())
    .addOption(outputOption())
    .option('-q, --quiet', 'print only warnings')
    .option('--strict', 'fail if AWS, or an OpenAPI document written by the app, cannot express the definition')
    .addOption(jsonOption())
    .addHelpText('after', '\nExamples:\n  $ synthgate synth bin/gateway.ts\n  $ synthgate synth --app bin/gateway.ts --strict --quiet\n  $ synthgate synth --app "npx ts-node bin/gateway.ts" --output build/gateway.out')
    .action(action(synth, terminal));
  for (const option of [...sourceOptions(), ...environmentFlags()]) command.addOption(option);
  return command;
}

async function synth(named: string | undefined, all: SynthOptions, terminal: Terminal): Promise<void> {
  const { given: source, options } = withNamedApp(named, all);
  const assembly = await (source === undefined
    ? synthesize(options, terminal, options.strict === true ? { [STRICT_CONTEXT]: true } : {})
    : importAssembly(source, options, terminal));
  const apis = readAssembly(assembly);
  terminal.err(warningText(apis));
  if (options.quiet === true) return;
  const shown = path.relative(terminal.directory, assembly) || '.';
  if (options.json === true) return terminal.out(jsonText({ assembly, ...Object(routeListingValue(apis)) }));
  terminal.out(`${routeListing(apis, colorsOf(terminal, options))}\nwritten to ${shown}\n`);
}
