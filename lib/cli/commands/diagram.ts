import { Command, Option } from 'commander';
import { readAssembly, selectApis } from '../../runtime';
import { freshAssembly } from '../assembly-source';
import { graphOf } from '../diagram/graph';
import { mermaidText } from '../diagram/mermaid';
import { svgText } from '../diagram/svg';
import { action, appOption, collect, outputOption, type AppOptions } from '../options';
import { sourceOptions } from '../sources/source-options';
import { printOrWrite, type Terminal } from '../terminal';

/** The writers of diagrams by format. */
const WRITERS = { mermaid: mermaidText, svg: svgText } as const;
type Format = keyof typeof WRITERS;

interface DiagramOptions extends AppOptions {
  readonly api?: readonly string[];
  readonly format?: Format;
  readonly file?: string;
}

export function diagramCommand(terminal: Terminal): Command {
  const command = new Command()
    .description('draw the API: routes, authorizers, integrations, functions, stages and deployments')
    .argument('[source]', 'app (a TypeScript or JavaScript file), assembly, spec, or another source: cdk.out, a template, an OpenAPI document (default: the output of the app)')
    .addOption(appOption())
    .addOption(outputOption())
    .option('--api <name>', 'only this API; repeatable', collect)
    .addOption(new Option('--format <format>', 'format of the diagram (default: mermaid, or svg for a file .svg)').choices(Object.keys(WRITERS)))
    .option('-f, --file <path>', 'write to a file instead of standard output')
    .addHelpText('after', `
The same definition gives the same bytes, so the diagram can be committed. The definition itself is
drawn once: stages lead to it, or to the deployment that they are pinned to.

Examples:
  $ synthgate diagram
  $ synthgate diagram --file docs/api.svg
  $ synthgate diagram template.yaml --api Pets --format svg > pets.svg`)
    .action(action(diagram, terminal));
  for (const option of sourceOptions()) command.addOption(option);
  return command;
}

async function diagram(source: string | undefined, options: DiagramOptions, terminal: Terminal): Promise<void> {
  const assembly = await freshAssembly(source, { ...options, isOnlyRead: true, buildsPrograms: false }, terminal);
  const apis = selectApis(readAssembly(assembly), options.api);
  const { file, format = /\.svg$/i.test(file ?? '') ? 'svg' : 'mermaid' } = options;
  const text = WRITERS[format](apis.map(({ spec, fingerprint }) => graphOf(spec, fingerprint)));
  printOrWrite(text, file, terminal);
}
