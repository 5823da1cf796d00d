import { Command, Option } from 'commander';
import { existsSync, statSync } from 'node:fs';
import path from 'node:path';
import { GatewayError } from '../../errors';
import { renderTemplate, chooseApi, readAssembly, type TemplateInvocation } from '../../runtime';
import { describeIntegration, type GatewaySpec, type IntegrationSpec } from '../../spec';
import { freshAssembly } from '../assembly-source';
import { action, appOption, jsonOption, nameAndValue, outputOption, type AppOptions } from '../options';
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
    .action(action(render, terminal));
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
  if (options.json === true) return terminal.out(jsonText(rendered));
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

/** Selects a template of an assembly. */
interface TemplateChoice {
  readonly api?: string;
  readonly method: string;
  /** Path template of the resource. */
  readonly resource: string;
  readonly which: 'request' | 'response';
  readonly mediaType?: string;
  readonly status?: string;
}

/** The template of a method in an assembly. @throws API_MISSING, API_UNKNOWN, API_NOT_CHOSEN, METHOD_UNDEFINED, TEMPLATE_MISSING */
function chooseTemplate(source: string, choice: TemplateChoice): Pick<TemplateInvocation, 'template' | 'name'> {
  const { api, which, mediaType, method, resource } = choice;
  const { spec } = chooseApi(readAssembly(source), api);
  const templates = templatesOf(integrationOf(spec, choice), choice);
  const [only = ''] = Object.keys(templates);
  const wanted = mediaType ?? (Object.hasOwn(templates, 'application/json') ? 'application/json' : only);
  const template = Object.hasOwn(templates, wanted) ? templates[wanted] : undefined;
  if (template !== undefined) return { template, name: `${which} ${wanted}` };
  throw new GatewayError('TEMPLATE_MISSING', { method, resource, which, known: Object.keys(templates).join(', ') || 'none' });
}

function integrationOf({ resources }: GatewaySpec, { resource, method }: TemplateChoice): IntegrationSpec {
  const methods: Readonly<Record<string, { readonly integration: IntegrationSpec }>> = resources[resource]?.methods ?? {};
  const integration = (Object.hasOwn(methods, method) ? methods[method] : methods.ANY)?.integration;
  if (integration !== undefined) return integration;
  const names = Object.keys(methods);
  const known = names.length > 0 ? `methods there: ${names.join(', ')}` : `resources: ${Object.keys(resources).join(', ')}`;
  throw new GatewayError('METHOD_UNDEFINED', { method, resource, known });
}

/** The response with the status, otherwise the default, otherwise the first. */
function templatesOf(integration: IntegrationSpec, { which, status }: TemplateChoice): Readonly<Record<string, string>> {
  const { requestTemplates, responses = [] } = describeIntegration(integration);
  if (which === 'request') return requestTemplates;
  const isWanted = ({ statusCode, selectionPattern = '' }: (typeof responses)[number]): boolean =>
    status === undefined ? selectionPattern === '' : statusCode === status;
  return (responses.find(isWanted) ?? (status === undefined ? responses[0] : undefined))?.responseTemplates ?? {};
}
