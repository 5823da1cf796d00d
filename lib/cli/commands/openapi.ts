import { Command, Option } from 'commander';
import { stringify } from 'yaml';
import { GatewayError, issueText } from '../../errors';
import { chooseApi, readAssembly, type AssemblyApi } from '../../runtime';
import { documentLost, openApiDocument, openApiText, OPENAPI_VERSIONS, type OpenApiVersionName } from '../../openapi';
import { freshAssembly } from '../assembly-source';
import { localTokenValues, tokenValuesOption, type TokenValueOptions } from '../json-file';
import { action, appOption, collect, outputOption, type AppOptions } from '../options';
import { refuseUnused } from '../refuse-unused';
import { serveFlag } from '../serve-flags';
import { sourceOptions } from '../sources/source-options';
import { printOrWrite, type Terminal } from '../terminal';

interface OpenApiCommandOptions extends AppOptions, TokenValueOptions {
  readonly format: OpenApiVersionName;
  readonly extensions: boolean;
  readonly api?: string;
  readonly server?: readonly string[];
  readonly documentVersion?: string;
  readonly errors?: boolean;
  readonly region?: string;
  readonly account?: string;
  readonly file?: string;
  readonly yaml?: boolean;
  readonly strict?: boolean;
}

export function openApiCommand(terminal: Terminal): Command {
  const command = new Command()
    .description('generate an OpenAPI document')
    .argument('[source]', 'app (a TypeScript or JavaScript file), assembly, spec, or another source: cdk.out, a template, an OpenAPI document (default: the output of the app)')
    .addOption(appOption())
    .addOption(outputOption())
    .option('--api <name>', 'API name; optional if there is only one')
    .addOption(new Option('--format <version>', '3.1 for documentation and clients, 3.0 for import into API Gateway').choices(OPENAPI_VERSIONS).default('3.1'))
    .option('--no-extensions', 'write 3.0 without API Gateway extensions, for tools that do not support 3.1')
    .option('-f, --file <path>', 'write to a file instead of standard output; .yaml and .yml select YAML')
    .option('--yaml', 'write YAML')
    .option('--server <url>', 'URL of the API, with {stage} for each stage; repeatable (default for 3.1: /{stage})', collect)
    .option('--document-version <text>', 'info.version of the document (default: 1.0)')
    .option('--errors', 'add the errors of the gateway itself to each operation: 401, 403, 429 …')
    .option('--region <name>', 'region of the functions, for the extensions (default: ${AWS::Region}, which CloudFormation resolves)')
    .option('--account <id>', 'account of the functions, for the extensions (default: ${AWS::AccountId})')
    .addOption(serveFlag('tokenValues'))
    .addOption(tokenValuesOption())
    .option('--strict', 'fail if the document cannot express part of the definition')
    .addHelpText('after', `
What the document cannot express is listed on standard error, each loss with its code.

Examples:
  $ synthgate openapi > openapi.json
  $ synthgate openapi gateway.out --api Pets --file docs/pets.yaml --server https://api.example.com
  $ synthgate openapi --format 3.0 --region eu-west-1 --account 123456789012 --file pets.json
  $ npx openapi-typescript openapi.json --output client.d.ts`)
    .action(action(openApi, terminal));
  for (const option of sourceOptions()) command.addOption(option);
  return command;
}

async function openApi(assembly: string | undefined, options: OpenApiCommandOptions, terminal: Terminal): Promise<void> {
  const hasExtensions = options.format === '3.0' && options.extensions;
  if (options.format !== '3.0') refuseUnused({ '--no-extensions': !options.extensions }, 'nothing: a document of version 3.1 has no extensions; use --format 3.0');
  if (hasExtensions) refuseUnused({ '--errors': options.errors }, 'nothing with extensions, which have gateway responses');
  if (!hasExtensions) refuseUnused({ '--region': options.region, '--account': options.account }, 'nothing: only the extensions of --format 3.0 have it');
  const directory = await freshAssembly(assembly, { ...options, buildsPrograms: false }, terminal);
  const { spec, lost } = documentedApi(readAssembly(directory), options.api);
  const rendered = openApiDocument(spec, {
    version: options.format,
    hasExtensions,
    hasErrors: options.errors,
    servers: options.server,
    documentVersion: options.documentVersion,
    account: { region: options.region, accountId: options.account },
    tokenValues: localTokenValues(options, terminal),
  });
  const { document } = rendered;
  const losses = [...lost, ...rendered.losses];
  terminal.err(losses.map((one) => `${issueText(one)}\n`).join(''));
  if (options.strict === true && losses.length > 0) throw new GatewayError('OPENAPI_LOSSES', { count: losses.length });
  const isYaml = options.yaml ?? /\.ya?ml$/i.test(options.file ?? '');
  const text = isYaml ? yamlText(document) : openApiText(document);
  printOrWrite(text, options.file, terminal);
}

/**
 * The API that is named, or the only one of which a document can be written, with what is wrong with the others.
 * @throws API_NOT_CHOSEN, API_UNKNOWN
 */
function documentedApi(all: readonly AssemblyApi[], name: string | undefined) {
  const candidates = all.filter(({ spec }) => documentLost(spec) === undefined);
  if (name !== undefined || candidates.length === 0) return { spec: chooseApi(all, name).spec, lost: [] };
  return { spec: chooseApi(candidates, name).spec, lost: all.flatMap(({ spec }) => documentLost(spec) ?? []) };
}

/** The same as YAML, without anchors and folded lines. */
function yamlText(document: Readonly<Record<string, unknown>>): string {
  return stringify(JSON.parse(openApiText(document)), { aliasDuplicateObjects: false, lineWidth: 0 });
}
