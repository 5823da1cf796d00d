import { Option } from 'commander';
import path from 'node:path';
import * as z from 'zod';
import { SERVER_LIMIT_OPTIONS, SERVE_OPTIONS, type OptionFlag, type ServeOption } from '../runtime';
import { configurable, fileMember, mergeByName, type ConfigForm } from './config-form';
import { readJsonFile } from './json-file';
import { collect, fraction, functionPermissions, nameAndValue, numberBetween, rateAndBurst } from './options';
import type { Terminal } from './terminal';

const SECOND_MS = 1_000;

/** Flags that make other servers follow edits; here the command `dev` does. */
export const FLAGS_OF_DEV = ['-w, --watch', '--hot', '--live', '--reload', '--hot-reload', '--live-reload', '--hmr'];

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
  /** How `synthgate.json` gives it. @default - as the option of `serve` */
  readonly file?: (row: ServeOption) => z.ZodType;
  readonly merge?: ConfigForm['merge'];
}

const secondsOf = (row: ServeOption) => ({ min: Math.ceil(rangeOf(row).min / SECOND_MS), max: Math.floor(rangeOf(row).max / SECOND_MS) });
const rangeOf = ({ range = { min: 0, max: Number.MAX_SAFE_INTEGER } }: ServeOption) => range;

const KINDS: Readonly<Record<OptionFlag['reads'], FlagKind>> = {
  'text': {},
  'url': { file: ({ expected }) => z.string(expected) },
  'switch': { file: () => z.boolean('true or false') },
  'directory': { file: fileMember, value: (given, _, { directory }) => path.resolve(directory, String(given)) },
  'number': { parse: (option, row) => option.argParser(numberBetween(rangeOf(row).min, rangeOf(row).max)) },
  'fraction': { parse: (option) => option.argParser(fraction) },
  'seconds': {
    parse: (option, row) => option.argParser(numberBetween(secondsOf(row).min, secondsOf(row).max)),
    file: (row) => {
      const { min, max } = secondsOf(row);
      const expected = `a whole number of seconds from ${min} to ${max}`;
      return z.int(expected).min(min, expected).max(max, expected);
    },
    value: (given) => Number(given) * SECOND_MS,
    shown: (value) => value / SECOND_MS,
  },
  'list': { parse: (option) => option.argParser(collect) },
  'pairs': { merge: mergeByName, parse: (option) => option.argParser(nameAndValue) },
  'urls-or-files': {
    merge: mergeByName,
    parse: (option) => option.argParser(nameAndValue),
    value: (given, _, { directory }) =>
      Object.fromEntries(Object.entries(Object(given)).map(([name, one]) => [name, urlOrFile(String(one), directory)])),
  },
  'rate-and-burst': { parse: (option) => option.argParser(rateAndBurst), file: rateAndBurstMember },
  'permissions': { merge: mergeByName, parse: (option) => option.argParser(functionPermissions) },
  'json-file': {
    file: fileMember,
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

/** `--base-path` for `basePaths`, `--base-path Orders` for `basePaths.Orders`; undefined for what is not an option of `serve`. */
export function flagName(option: string): string | undefined {
  for (const { name, isLimit, flag } of FLAGGED) {
    const whole = isLimit ? `serverLimits.${name}` : name;
    if (option === whole) return nameOf(flag);
    // the command line has no positions in lists
    if (option.startsWith(`${whole}.`)) return flag.reads === 'list' ? nameOf(flag) : `${nameOf(flag)} ${option.slice(whole.length + 1)}`;
  }
  return undefined;
}

/** A text about options of `serve` in the words of the command line; names that are words of the language, too, stay. */
export function withFlagNames(text: string): string {
  return text.replace(/\b[a-z]+(?:[A-Z][a-z]+)+\b/g, (word) => flagName(word) ?? word);
}

/** The options of `serve` that the flags give; members of `serverLimits` in an object of their own. @throws OPTION_INVALID */
export function optionsOfFlags(flags: Readonly<Record<string, unknown>>, terminal: Terminal): Record<string, unknown> {
  const serverLimits: Record<string, unknown> = {};
  const options: Record<string, unknown> = { serverLimits };
  for (const option of FLAGGED) {
    const argument = flags[flagOf(option.row, option.flag).attributeName()];
    const value = argument === undefined ? undefined : KINDS[option.flag.reads].value?.(argument, option, terminal) ?? argument;
    (option.isLimit ? serverLimits : options)[option.name] = value;
  }
  return options;
}

/** JSON has no infinite numbers. */
function rateAndBurstMember(): z.ZodType {
  const expected = '"off", or an object with rateLimit and burstLimit, numbers from 0';
  const rate = z.number(expected).min(0, expected);
  return z.union([z.literal('off'), z.strictObject({ rateLimit: rate, burstLimit: rate })], expected)
    .transform((given) => (given === 'off' ? { rateLimit: Infinity, burstLimit: Infinity } : given));
}

function urlOrFile(given: string, directory: string): string {
  return /^https?:\/\//.test(given) ? given : path.resolve(directory, given);
}

function flagged(table: Readonly<Record<string, ServeOption>>, isLimit: boolean): FlaggedOption[] {
  return Object.entries(table).flatMap(([name, row]) => (row.flag === 'none' ? [] : [{ name, isLimit, row, flag: row.flag }]));
}

function flagOf(row: ServeOption, { flags, reads, isOpen, help = row.description }: OptionFlag): Option {
  const { parse = (option: Option) => option, shown = (value: number) => value, merge } = KINDS[reads];
  const { file = () => row.schema } = KINDS[reads];
  const option = configurable(parse(new Option(flags, isOpen === true ? `${help} (default: ${defaultText(row)})` : help), row), {
    schema: () => file(row), description: row.description, isSecret: row.isSecret, ...(merge === undefined ? {} : { merge }),
  });
  // a switch is off, and on with --no-…
  if (isOpen === true || !('value' in row.default) || typeof row.default.value === 'boolean') return option;
  const { value } = row.default;
  return option.default(typeof value === 'number' ? shown(value) : value);
}

function defaultText({ default: given }: ServeOption): string {
  return 'value' in given ? String(given.value) : given.without;
}

function nameOf({ flags }: OptionFlag): string {
  return /--[\w-]+/.exec(flags)?.[0] ?? flags;
}
