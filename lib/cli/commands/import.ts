import { Command, Option } from 'commander';
import path from 'node:path';
import { issueLines } from '../../sources';
import { canonicalText, readSpec } from '../../spec';
import type { SourceOptions } from '../options';
import { reportOf, reportText } from '../sources/import-report';
import { importOptionsOf, requireExact, sourceOptions } from '../sources/source-options';
import { jsonText, type Terminal } from '../terminal';

interface ImportCommandOptions extends SourceOptions {
  readonly to: 'spec';
  readonly report?: 'md' | 'json' | true;
  readonly strict?: boolean;
}

/** `synthgate import`: prints the specs of a definition that was not written with synthgate, or what was made of it. */
export function importCommand(terminal: Terminal): Command {
  const command = new Command()
    .description('import a definition: a cloud assembly, a CloudFormation or SAM template, an OpenAPI document')
    .argument('<source>', 'cdk.out, template.yaml, openapi.json …; its kind is recognized by its content')
    .addOption(new Option('--to <form>', 'what to print: the spec of each API as JSON').choices(['spec']).default('spec'))
    .addOption(new Option('--report [format]', 'print what was carried, changed and refused instead, by resource and line: md (default) or json').choices(['md', 'json']))
    .option('--strict', 'fail if anything is not carried as it is')
    .addHelpText('after', `
Nothing is fetched from the network, and no code of the source runs.

Examples:
  $ synthgate import cdk.out > pets.gateway.json
  $ synthgate import template.yaml --parameter Stage=prod --report
  $ synthgate import openapi.yaml --strict --report json`)
    .action(async (source: string, _: unknown, self: Command) => {
      await run(source, self.optsWithGlobals<ImportCommandOptions>(), terminal);
    });
  for (const option of sourceOptions()) command.addOption(option);
  return command;
}

async function run(source: string, options: ImportCommandOptions, terminal: Terminal): Promise<void> {
  const { importSource } = await import('../../importers');
  const imported = importSource(path.resolve(terminal.directory, source), importOptionsOf(options, terminal));
  if (options.report === undefined) terminal.err(issueLines(imported.issues));
  if (options.report !== undefined) {
    const report = reportOf(imported);
    terminal.out(options.report === 'json' ? jsonText(report) : reportText(report));
  } else {
    const specs = imported.apis.map(({ name, spec }) => readSpec(spec, name).spec);
    const [only] = specs;
    terminal.out(only !== undefined && specs.length === 1 ? canonicalText(only) : jsonText(specs));
  }
  if (options.strict === true) requireExact(imported.issues);
}
