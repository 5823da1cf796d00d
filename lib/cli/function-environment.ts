import { Option } from 'commander';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseEnv } from 'node:util';
import * as z from 'zod';
import { GatewayError } from '../errors';
import type { Log } from '../runtime';
import { isWithheldVariable, SETTABLE_VARIABLE } from '../spec';
import { configurable, fileMember, fileOption } from './config-form';
import { readJsonFile } from './json-file';
import { collect } from './options';
import type { Terminal } from './terminal';

/** Options that give functions variables which are not in the definition. */
export interface EnvironmentOptions {
  readonly env?: readonly string[];
  readonly envFile?: readonly string[];
  readonly envVars?: string;
}

/** Variables by name, by name of a function; `*` for all. */
export type FunctionEnvironment = Readonly<Record<string, Readonly<Record<string, string>>>>;

export interface GivenEnvironment {
  readonly variables: FunctionEnvironment;
  /** The files that were read; also those that do not exist yet. */
  readonly files: readonly string[];
  /** Names that functions do not get: the gateway sets them, or they change how a process starts. */
  readonly withheld: readonly string[];
}

const NAME = /^[A-Za-z_][A-Za-z0-9_]*$/;

/** The format of `sam local start-api --env-vars`: variables by function, those under `Parameters` for all. */
const samFile = z.record(z.string(), z.record(z.string().regex(NAME), z.union([z.string(), z.number(), z.boolean()]).transform(String)));

/** Files whose variables functions get in `synthgate dev`; later ones win. */
export const DOT_ENV_FILES = ['.env', '.env.local'];

export const environmentOptions = (): Option[] => [
  configurable(new Option('--env <[function.]name=value>', 'environment variable of a function, or of all; repeatable').argParser(collect), {
    schema: () => z.record(z.string(), z.string('a string'), 'an object with a string per variable: {"TABLE": "pets", "Pets.TABLE": "cats"}').transform(assignments),
    merge: (configured, given) => [configured, given].flat(),
  }),
  configurable(
    new Option('--env-file <file>', 'file with environment variables of all functions: NAME=value lines; repeatable').argParser(collect),
    { schema: () => z.array(fileMember(), 'a list of files') },
  ),
  fileOption('--env-vars <file>', 'JSON file with environment variables by function, in the format of sam local: {"Pets": {"TABLE": "pets"}, "Parameters": {…}}'),
];

/** As `--env` is given. */
function assignments(variables: Readonly<Record<string, string>>): string[] {
  return Object.entries(variables).map(([name, value]) => `${name}=${value}`);
}

/** Variables of options and files: options win over files, `--env` over all, a function's own over those of all. @throws OPTION_INVALID */
export function readEnvironment(options: EnvironmentOptions, terminal: Terminal, dotEnv: readonly string[] = []): GivenEnvironment {
  const resolve = (file: string): string => path.resolve(terminal.directory, file);
  const optional = dotEnv.map(resolve);
  const files = [...optional.filter((file) => existsSync(file)), ...(options.envFile ?? []).map(resolve)];
  const layers = [
    ...files.map((file): FunctionEnvironment => ({ '*': readEnvFile(file, optional.includes(file) ? path.basename(file) : '--env-file') })),
    readSamFile(options.envVars, terminal),
    ...(options.env ?? []).map(readAssignment),
  ];
  const variables: Record<string, Record<string, string>> = {};
  const withheld = new Set<string>();
  for (const layer of layers) {
    for (const [name, given] of Object.entries(layer)) {
      for (const key of Object.keys(given).filter((name) => !SETTABLE_VARIABLE.test(name) || isWithheldVariable(name))) withheld.add(key);
      const passed = Object.entries(given).filter(([key]) => !withheld.has(key));
      variables[name] = { ...variables[name], ...Object.fromEntries(passed) };
    }
  }
  const samFiles = options.envVars === undefined ? [] : [resolve(options.envVars)];
  return { variables, files: [...optional, ...files, ...samFiles], withheld: [...withheld] };
}

export function reportWithheld({ withheld }: GivenEnvironment, log: Log): void {
  if (withheld.length === 0) return;
  log({ level: 'warn', message: `functions do not get ${withheld.join(', ')}: names that Lambda reserves, that change how a process starts, or that are not names of variables` });
}

function readEnvFile(file: string, option: string): Record<string, string> {
  const allowed = 'a file with NAME=value lines';
  try {
    const text = readFileSync(file, 'utf8').replace(/^\uFEFF/, '');
    return Object.fromEntries(Object.entries(parseEnv(text)).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])));
  } catch (cause) {
    throw new GatewayError('OPTION_INVALID', { option, given: file, allowed }, { location: file, cause });
  }
}

function readSamFile(given: string | undefined, terminal: Terminal): FunctionEnvironment {
  const allowed = 'a JSON file with an object of variables per function, or "Parameters" for all';
  const { Parameters: all, ...functions } = readJsonFile('--env-vars', given, { schema: samFile, allowed, terminal }) ?? {};
  return all === undefined ? functions : { '*': all, ...functions };
}

/** `NAME=value`, or `Function.NAME=value`. */
function readAssignment(text: string): FunctionEnvironment {
  const at = text.indexOf('=');
  const whole = at < 0 ? text : text.slice(0, at);
  const dot = whole.lastIndexOf('.');
  const [name, key] = dot < 0 ? ['*', whole] : [whole.slice(0, dot), whole.slice(dot + 1)];
  if (at < 1 || name === '' || !NAME.test(key)) {
    throw new GatewayError('OPTION_INVALID', { option: '--env', given: whole, allowed: 'NAME=value or Function.NAME=value' });
  }
  return { [name]: { [key]: text.slice(at + 1) } };
}
