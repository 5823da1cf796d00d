import type { Option } from 'commander';
import * as z from 'zod';
import { locateIn } from '../importers';
import { suggestText } from '../runtime';
import { configFormOf } from './config-form';
import { serveCommandOptions } from './serve-command-options';

const PROJECT = {
  $schema: z.string('a string').optional().describe('The schema of this file, for editors: ./node_modules/synthgate/synthgate.schema.json.'),
  app: z.string('a string').min(1, 'a file or a command').optional()
    .describe('The app to run, as --app: a TypeScript or JavaScript file, or a shell command. Default: "app" of cdk.json.'),
  output: z.string('a string').min(1, 'a directory').optional().describe('The assembly directory, as --output. Default: gateway.out.'),
  context: z.record(z.string(), z.unknown(), 'an object').optional().describe('Context values for the app, as in the CDK. Default: "context" of cdk.json.'),
};

/** `cdk.json` has members of the CDK, `cdk.context.json` is a context as a whole. */
const FOREIGN = {
  lookups: PROJECT.context.unwrap().transform((context): ConfigFile => ({ context })),
  cdk: z.object(PROJECT),
};

export type ConfigFile = z.output<z.ZodObject<typeof PROJECT>>;

/** The content of `cdk.json` or `cdk.context.json`. @throws Error that says what is wrong */
export function parseForeignConfig(text: string, kind: keyof typeof FOREIGN): ConfigFile {
  const { data, error } = FOREIGN[kind].safeParse(JSON.parse(text));
  if (data === undefined) throw new Error(reasonOf(error.issues, text, new Map()));
  return data;
}

export interface OwnConfig extends ConfigFile {
  /** Options of the command line, as commander reads them from their flags. */
  readonly options: Readonly<Record<string, unknown>>;
}

/** The content of `synthgate.json`. @throws Error that says everything that is wrong */
export function parseOwnConfig(text: string): OwnConfig {
  const options = new Map(serveCommandOptions().map((option) => [option.attributeName(), option]));
  const { data, error } = ownSchema(options).safeParse(JSON.parse(text));
  if (data === undefined) throw new Error(reasonOf(error.issues, text, options));
  const { $schema: _, app, output, context, ...given } = data;
  return { app, output, context, options: given };
}

export function configJsonSchema(): object {
  const options = new Map(serveCommandOptions().map((option) => [option.attributeName(), option]));
  return z.toJSONSchema(ownSchema(options).describe('Configuration of synthgate in a project.'), {
    io: 'input',
    // what is only read here can still be written there
    override: ({ jsonSchema }) => { delete jsonSchema.readOnly; },
  });
}

type OptionsByName = ReadonlyMap<string, Option>;

function ownSchema(options: OptionsByName) {
  const textOf = (option: Option): string => configFormOf(option)?.description ?? option.description;
  const described = (option: Option): z.ZodType => (configFormOf(option)?.schema() ?? z.never()).optional().describe(textOf(option));
  const members = [...options].map(([name, option]) => [name, described(option)] as const);
  return z.strictObject({ ...Object.fromEntries(members), ...PROJECT }, 'a JSON object');
}

/** One problem in a line, several in one line each. */
function reasonOf(issues: readonly z.core.$ZodIssue[], text: string, options: OptionsByName): string {
  const positionOf = locateIn('line', text);
  const lines = issues.flatMap((one) => problemsOf(one, text, options).map(({ path, problem }) => `${positionOf(path).replace(':', ' ')}: ${problem}`));
  return lines.length === 1 ? lines.join('') : lines.map((line) => `\n  ${line}`).join('');
}

interface Problem {
  readonly path: (string | number)[];
  readonly problem: string;
}

function problemsOf(issue: z.core.$ZodIssue, text: string, options: OptionsByName): Problem[] {
  const path = issue.path.map((part) => (typeof part === 'number' ? part : String(part)));
  const shown = path.join('.');
  if (issue.code === 'unrecognized_keys') {
    const known = path.length === 0 ? [...Object.keys(PROJECT), ...options.keys()] : [];
    const nearest = (name: string): string => (known.length === 0 ? '' : `; ${suggestText(name, known)}`);
    return issue.keys.map((name) => ({ path: [...path, name], problem: `unknown member "${[...path, name].join('.')}"${nearest(name)}` }));
  }
  const option = options.get(String(path[0]));
  const isSecret = option !== undefined && configFormOf(option)?.isSecret === true;
  const inside = (parent: unknown, key: string | number): unknown => (typeof parent === 'object' && parent !== null ? Reflect.get(parent, key) : undefined);
  const value = path.reduce(inside, JSON.parse(text) as unknown);
  return [{ path, problem: `${shown === '' ? 'the file' : `"${shown}"`} is ${valueText(value, isSecret)}; expected ${issue.message}` }];
}

function valueText(value: unknown, isSecret: boolean): string {
  if (Array.isArray(value)) return 'a list';
  switch (typeof value) {
    case 'string': return isSecret ? 'a string that is not shown' : `the string "${value}"`;
    case 'number': return `the number ${value}`;
    case 'object': return value === null ? 'null' : 'an object';
    default: return String(value);
  }
}
