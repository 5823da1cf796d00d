import { Command } from 'commander';
import path from 'node:path';
import { issueText } from '../../errors';
import { openApiDocument, openApiText } from '../../openapi';
import { chooseApi, readAssembly } from '../../runtime';
import { freshAssembly } from '../assembly-source';
import { localTokenValues, tokenValuesOption, type TokenValueOptions } from '../json-file';
import { action, appOption, collect, outputOption, type AppOptions } from '../options';
import { referencePage } from '../reference/reference-page';
import { readRenderer } from '../reference/renderer';
import { serveFlag } from '../serve-flags';
import { sourceOptions } from '../sources/source-options';
import { writeText, type Terminal } from '../terminal';

interface DocsOptions extends AppOptions, TokenValueOptions {
  readonly api?: string;
  readonly server?: readonly string[];
  readonly documentVersion?: string;
  readonly file: string;
}

export function docsCommand(terminal: Terminal): Command {
  const command = new Command()
    .description('write the reference of an API as one HTML page, from its OpenAPI document')
    .argument('[source]', 'app (a TypeScript or JavaScript file), assembly, spec, or another source: cdk.out, a template, an OpenAPI document (default: the output of the app)')
    .addOption(appOption())
    .addOption(outputOption())
    .option('--api <name>', 'API name; optional if there is only one')
    .option('-f, --file <path>', 'file to write', 'api.html')
    .option('--server <url>', 'URL of the API, with {stage} for each stage; repeatable (default: /{stage})', collect)
    .option('--document-version <text>', 'version of the API on the page (default: 1.0)')
    .addOption(serveFlag('tokenValues'))
    .addOption(tokenValuesOption())
    .addHelpText('after', `
The page is rendered by swagger-ui-dist, which the project must have: npm install --save-dev swagger-ui-dist.
It has everything inside, and makes no request.

Examples:
  $ synthgate docs
  $ synthgate docs --file site/pets.html --server https://api.example.com/{stage}
  $ synthgate docs template.yaml --api Pets`)
    .action(action(docs, terminal));
  for (const option of sourceOptions()) command.addOption(option);
  return command;
}

async function docs(source: string | undefined, options: DocsOptions, terminal: Terminal): Promise<void> {
  const renderer = readRenderer(terminal.directory);
  const assembly = await freshAssembly(source, { ...options, isOnlyRead: true, buildsPrograms: false }, terminal);
  const { spec } = chooseApi(readAssembly(assembly), options.api);
  const { document, losses } = openApiDocument(spec, {
    version: '3.1', hasExtensions: false, hasErrors: true, servers: options.server, documentVersion: options.documentVersion,
    tokenValues: localTokenValues(options, terminal),
  });
  terminal.err(losses.map((one) => `${issueText(one)}\n`).join(''));
  // the text has the order that people read
  const page = referencePage(JSON.parse(openApiText(document)) as Record<string, unknown>, renderer);
  writeText(path.resolve(terminal.directory, options.file), page);
  terminal.out(`written to ${options.file}\n`);
}
