import { Option } from 'commander';
import path from 'node:path';
import * as z from 'zod';
import { GatewayError, type Issue } from '../../errors';
import type { ImpliedValues, TemplateOptions } from '../../importers';
import { isNoted, issueLines, tokenValuesOf, type OpenSourceOptions } from '../../sources';
import { configurable, fileOption, mergeByName } from '../config-form';
import { localTokenValues, readJsonFile } from '../json-file';
import { withoutSecrets } from '../from-stack/bound-stacks';
import { nameAndValue, type SourceOptions } from '../options';
import { serveFlag } from '../serve-flags';
import type { Terminal } from '../terminal';

/** The formats of definitions that commands read, for help. */
export const SOURCE_FORMATS = 'cdk.out, a CloudFormation or SAM template, an OpenAPI document or a serverless.yml';

const scalar = z.union([z.string(), z.number(), z.boolean()], 'a string, a number, true or false').transform(String);

/** The account and the region of templates, for commands that have no options of `serve`. */
export const environmentFlags = (): readonly Option[] => [serveFlag('accountId'), serveFlag('region')];

export const allowOutsideOption = (): Option => configurable(
  new Option('--allow-outside', 'read files outside the project that a source names, such as $ref: ../../shared.yaml'),
  { schema: () => z.boolean('true or false') },
);

const CONTAINERS = ['auto', 'off'] as const;

/** Only commands that run functions build images. */
const containersOption = (): Option => configurable(
  new Option('--containers <when>', 'run functions in container images: if Docker, Podman, Finch or nerdctl answers (auto), or never (off; their methods answer 501) (default: auto)').choices(CONTAINERS),
  { schema: () => z.enum(CONTAINERS, 'auto or off') },
);

export const sourceOptions = (): readonly Option[] => [
  configurable(
    new Option('--parameter <name=value>', 'value of a parameter of the CloudFormation or SAM template; repeatable').argParser(nameAndValue),
    { schema: () => z.record(z.string(), scalar, 'an object with a value per name'), merge: mergeByName },
  ),
  fileOption('--parameters <file>', 'JSON file with values of parameters: an object, or the list that the AWS CLI takes'),
  allowOutsideOption(),
  containersOption(),
  fileOption('--handler <file>', 'module whose export `handler` answers the methods of an OpenAPI document that have no integration (default: they answer the document\'s examples)'),
];

/** `{"Name": "value"}`, as of `cdk deploy`, or `[{"ParameterKey": "Name", "ParameterValue": "value"}]`, as of `aws cloudformation`. */
const parametersSchema = z.union([
  z.array(z.object({ ParameterKey: z.string(), ParameterValue: scalar }))
    .transform((list) => Object.fromEntries(list.map(({ ParameterKey, ParameterValue }) => [ParameterKey, ParameterValue]))),
  z.object({ Parameters: z.record(z.string(), scalar) }).transform(({ Parameters }) => Parameters),
  z.record(z.string(), scalar),
]);

/** The parameter values of the file, overridden by single parameters. @throws OPTION_INVALID */
function parametersOf({ parameter, parameters }: SourceOptions, terminal: Pick<Terminal, 'directory'>): Record<string, string> {
  const allowed = 'a JSON object with values by name, or a list of ParameterKey and ParameterValue';
  return { ...readJsonFile('--parameters', parameters, { schema: parametersSchema, allowed, terminal }), ...parameter };
}

/** How a command reads a source. @throws OPTION_INVALID */
export function importOptionsOf(options: SourceOptions, terminal: Terminal): ImportOptionsOfCommand {
  const { handler } = options;
  const handlerFile = handler === undefined ? {} : { handlerFile: path.resolve(terminal.directory, handler) };
  return { ...templateOptionsOf(options, terminal), environment: terminal.environment, ...handlerFile };
}

/** Reads the options for values in templates, including those of a CDK app. @throws OPTION_INVALID */
export function templateOptionsOf(options: SourceOptions, terminal: Pick<Terminal, 'directory'>): TemplateOptions {
  const { account, region, allowOutside, containers, bound } = options;
  const values = { parameters: parametersOf(options, terminal), tokenValues: localTokenValues(options, terminal) };
  return { ...values, account, region, allowOutside, containers, deployed: bound?.stacks.map(withoutSecrets) };
}

/** Values of tokens by the templates of a cloud assembly; other assemblies have theirs inside. */
export async function impliedTokenValues(assembly: string, options: SourceOptions, terminal: Pick<Terminal, 'directory'>): Promise<ImpliedValues> {
  return tokenValuesOf({ cloudAssembly: assembly, ...templateOptionsOf(options, terminal) });
}

interface ImportOptionsOfCommand extends TemplateOptions, Pick<OpenSourceOptions, 'environment'> {
  readonly handlerFile?: string;
}

export function openOptions(options: SourceOptions & Pick<OpenSourceOptions, 'isOnlyRead' | 'buildsPrograms' | 'stackName'>,
  terminal: Terminal): OpenSourceOptions {
  const { isOnlyRead = false, buildsPrograms = true, stackName } = options;
  const report = (issues: readonly Issue[]): void => terminal.err(issueLines(issues));
  const ask = isOnlyRead ? undefined : terminal.ask;
  return { ...importOptionsOf(options, terminal), isOnlyRead, buildsPrograms, stackName, report, ask };
}

/** Fails where a strict import lost or changed anything. @throws IMPORT_NOT_EXACT */
export function requireExact(issues: readonly Issue[]): void {
  const count = issues.filter((issue) => !isNoted(issue)).length;
  if (count > 0) throw new GatewayError('IMPORT_NOT_EXACT', { count });
}
