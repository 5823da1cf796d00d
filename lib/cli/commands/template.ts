import { Command, Option } from 'commander';
import { existsSync, statSync } from 'node:fs';
import path from 'node:path';
import { renderTemplate, type TemplateInvocation } from '../../runtime';
import { freshAssembly } from '../assembly-source';
import { chooseTemplate, type TemplateChoice } from '../choose-template';
import { appOption, jsonOption, nameAndValue, outputOption, type AppOptions } from '../options';
import { refuseUnused } from '../refuse-unused';
import { fileText, header, methodAndPath, textOrFile } from '../request-options';
import { allowOutsideOption } from '../sources/source-options';
import { jsonText, type Terminal } from '../terminal';

type Pairs = Readonly<Record<string, string>>;

interface RenderOptions extends AppOptions, Pick<TemplateChoice, 'which' | 'mediaType' | 'status'> {
  readonly api?: string;
  readonly method?: string;
  readonly input?: string;
  readonly header?: Pairs;
  readonly query?: Pairs;
  readonly pathParam?: Pairs;
  readonly stageVariable?: Pairs;
  readonly context?: Pairs;
  readonly json?: boolean;
}

/** `synthgate template`: works with mapping templates. */
export function templateCommand(terminal: Terminal): Command {
  return new Command().description('work with mapping templates').addCommand(renderCommand(terminal));
}

function renderCommand(terminal: Terminal): Command {
  return new Command('render')
    .description('render a mapping template')
    .argument('[source]', 'template file, assembly or spec (default: the output of the app)')
    .addOption(appOption())
    .addOption(outputOption())
    .addOption(allowOutsideOption())
    .option('--api <name>', 'API name; optional if there is only one')
    .option('-m, --method <method and path>', 'method of the template, "POST /pets"; for a template file, the method and path in $context')
    .addOption(new Option('--which <direction>', 'request or response template').choices(['request', 'response']).default('request'))
    .option('--media-type <type>', 'media type of the template (default: application/json, otherwise the first)')
    .option('--status <status>', 'status of the integration response (default: the default response, otherwise the first)')
    .option('-i, --input <file>', 'file with the body; - or @- reads standard input')
    .option('-b, --body <text or @file>', 'body, as text')
    .option('-H, --header <name: value>', 'request header; repeatable', header)
    .option('--query <name=value>', 'query parameter; repeatable', nameAndValue)
    .option('--path-param <name=value>', 'path parameter; repeatable', nameAndValue)
    .option('--stage-variable <name=value>', 'stage variable; repeatable', nameAndValue)
    .option('--context <name=value>', 'member of $context, e.g. authorizer.principalId=me; repeatable', nameAndValue)
    .addOption(jsonOption())
    .addHelpText('after', `
Examples:
  $ synthgate template render pet.vtl --input pet.json
  $ synthgate template render gateway.out --method "POST /pets" --input pet.json
  $ synthgate template render --method "GET /pets/{petId}" --which response --path-param petId=7 --body '{"name": "Bo"}'`)
    .action(async (source: string | undefined, _: unknown, command: Command) => {
      await render(source, command.optsWithGlobals<RenderOptions & { readonly body?: string }>(), terminal);
    });
}

async function render(source: string | undefined, options: RenderOptions & { readonly body?: string }, terminal: Terminal): Promise<void> {
  const { method, path: resource } = methodAndPath(options.method ?? 'POST /');
  if (options.input !== undefined) refuseUnused({ '--body': options.body }, 'nothing beside --input, which gives the body');
  if (options.which === 'request') refuseUnused({ '--status': options.status }, 'nothing for a request template; use --which response');
  const template = await templateOf(source, { ...options, method, resource }, terminal);
  const rendered = renderTemplate({
    ...template,
    body: bodyOf(options, terminal),
    headers: options.header,
    query: options.query,
    pathParameters: options.pathParam,
    stageVariables: options.stageVariable,
    context: options.context,
    method,
    resource,
  });
  if (options.json === true) {
    terminal.out(jsonText(rendered));
    return;
  }
  terminal.out(rendered.text.endsWith('\n') ? rendered.text : `${rendered.text}\n`);
  if (Object.keys(rendered.overrides).length > 0) terminal.err(`overrides: ${JSON.stringify(rendered.overrides)}\n`);
}

/** The text of a template file, otherwise the template of the method in an assembly. */
async function templateOf(
  source: string | undefined, choice: TemplateChoice & AppOptions, terminal: Terminal,
): Promise<Pick<TemplateInvocation, 'template' | 'name'>> {
  const file = source === undefined ? undefined : path.resolve(terminal.directory, source);
  const isTemplate = file !== undefined && !file.endsWith('.json') && existsSync(file) && statSync(file).isFile();
  if (isTemplate) {
    const { api, mediaType, status } = choice;
    refuseUnused({ '--api': api, '--media-type': mediaType, '--status': status }, 'nothing beside a template file: they choose a template of an assembly');
  }
  if (isTemplate) return { template: fileText('the template', file, terminal), name: path.basename(file) };
  return chooseTemplate(await freshAssembly(source, { ...choice, buildsPrograms: false }, terminal), choice);
}

function bodyOf({ input, body }: Pick<RenderOptions, 'input'> & { readonly body?: string }, terminal: Terminal): string | undefined {
  if (input !== undefined) return fileText('--input', input.replace(/^@/, ''), terminal);
  return body === undefined ? undefined : textOrFile('--body', body, terminal);
}
