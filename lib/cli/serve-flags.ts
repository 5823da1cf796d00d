import { Option } from 'commander';
import path from 'node:path';
import { SERVER_LIMIT_OPTIONS, SERVE_OPTIONS, type OptionFlag, type ServeOption } from '../runtime';
import { readJsonFile } from './json-file';
import { collect, functionPermissions, nameAndValue, numberBetween, rateAndBurst } from './options';
import type { Terminal } from './terminal';

const SECOND_MS = 1_000;

/** An option that has a flag: of `serve`, or a member of its `serverLimits`. */
interface FlaggedOption {
  readonly name: string;
  readonly isLimit: boolean;
  readonly row: ServeOption;
  readonly flag: OptionFlag;
}

/** How the flags of a kind become commander's options, and what commander reads an option of `serve`. */
interface FlagKind {
  readonly parse?: (option: Option, row: ServeOption) => Option;
  readonly value?: (given: unknown, option: FlaggedOption, terminal: Terminal) => unknown;
  /** The default of the option as the flag has it. */
  readonly shown?: (value: number) => number;
}

const rangeOf = ({ range = { min: 0, max: Number.MAX_SAFE_INTEGER } }: ServeOption) => range;

const KINDS: Readonly<Record<OptionFlag['reads'], FlagKind>> = {
  'text': {},
  'switch': {},
  'directory': { value: (given, _, { directory }) => path.resolve(directory, String(given)) },
  'number': { parse: (option, row) => option.argParser(numberBetween(rangeOf(row).min, rangeOf(row).max)) },
  'seconds': {
    parse: (option, row) => {
      const { min, max } = rangeOf(row);
      return option.argParser(numberBetween(Math.ceil(min / SECOND_MS), Math.floor(max / SECOND_MS)));
    },
    value: (given) => Number(given) * SECOND_MS,
    shown: (value) => value / SECOND_MS,
  },
  'list': { parse: (option) => option.argParser(collect) },
  'pairs': { parse: (option) => option.argParser(nameAndValue) },
  'urls-or-files': {
    parse: (option) => option.argParser(nameAndValue),
    value: (given, _, { directory }) =>
      Object.fromEntries(Object.entries(Object(given)).map(([name, one]) => [name, urlOrFile(String(one), directory)])),
  },
  'rate-and-burst': { parse: (option) => option.argParser(rateAndBurst) },
  'permissions': { parse: (option) => option.argParser(functionPermissions) },
  'json-file': {
    value: (given, { row, flag }, terminal) =>
      readJsonFile(nameOf(flag), String(given), { schema: row.schema, allowed: `a JSON file with ${row.expected}`, terminal }),
  },
};

const FLAGGED = [...flagged(SERVE_OPTIONS, false), ...flagged(SERVER_LIMIT_OPTIONS, true)];

/** The flags of the options of `serve`, for help and parsing. */
export function serveFlags(): Option[] {
  return FLAGGED.map(({ row, flag }) => flagOf(row, flag));
}

/** One of them, for another command that has it, too. */
export function serveFlag(name: 'stateDirectory' | 'functionPermissions' | 'tokenValues' | 'awsEndpoints' | 'awsProfile' | 'accountId' | 'region' | 'userPools'): Option {
  const { flag } = SERVE_OPTIONS[name];
  return flagOf(SERVE_OPTIONS[name], flag);
}

/** The options of `serve` that the flags give; members of `serverLimits` in an object of their own. @throws OPTION_INVALID */
export function optionsOfFlags(flags: Readonly<Record<string, unknown>>, terminal: Terminal): Record<string, unknown> {
  const serverLimits: Record<string, unknown> = {};
  const options: Record<string, unknown> = { serverLimits };
  for (const one of FLAGGED) {
    const given = flags[flagOf(one.row, one.flag).attributeName()];
    const value = given === undefined ? undefined : KINDS[one.flag.reads].value?.(given, one, terminal) ?? given;
    (one.isLimit ? serverLimits : options)[one.name] = value;
  }
  return options;
}

function urlOrFile(given: string, directory: string): string {
  return /^https?:\/\//.test(given) ? given : path.resolve(directory, given);
}

function flagged(table: Readonly<Record<string, ServeOption>>, isLimit: boolean): FlaggedOption[] {
  return Object.entries(table).flatMap(([name, row]) => (row.flag === 'none' ? [] : [{ name, isLimit, row, flag: row.flag }]));
}

function flagOf(row: ServeOption, { flags, reads, help = row.description }: OptionFlag): Option {
  const { parse = (option: Option) => option, shown = (value: number) => value } = KINDS[reads];
  const option = parse(new Option(flags, help), row);
  // a switch is off, and on with --no-…
  if (!('value' in row.default) || typeof row.default.value === 'boolean') return option;
  const { value } = row.default;
  return option.default(typeof value === 'number' ? shown(value) : value);
}

function nameOf({ flags }: OptionFlag): string {
  return /--[\w-]+/.exec(flags)?.[0] ?? flags;
}
