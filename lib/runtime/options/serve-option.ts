import type { Option } from './option';

/**
 * How the command line gives an option.
 * - `number`: a number in the range of the option; `seconds`: the same for an option in ms
 * - `url`: a text, of an option that programs may give otherwise
 * - `list`, `pairs`: repeatable
 * - `urls-or-files`: the same as `pairs`; what is not a URL is a file
 * - `switch`: `--name` or `--no-name`
 */
export interface OptionFlag {
  /** `-p, --port <number>` */
  readonly flags: string;
  readonly reads: 'text' | 'url' | 'directory' | 'number' | 'fraction' | 'seconds' | 'list' | 'pairs' | 'switch' | 'rate-and-burst' | 'permissions' | 'json-file' | 'urls-or-files';
  /** The text of the command's help; default: the description of the option. */
  readonly help?: string;
  /** Whether commands must tell a given value from the default, which templates override. */
  readonly isOpen?: true;
}

/** An option of which only the default, or nothing, goes with several processes. */
export interface NeedsSingleProcess {
  /** The setting that needs a single process, in words for the message that refuses several. */
  readonly singleProcess: string;
}

/** An option of `serve`. Every member but two is required, so that a new option takes a position on each. */
export interface ServeOption extends Option {
  readonly description: string;
  /** A value, or in words what happens without it. */
  readonly default: { readonly value: string | number | boolean } | { readonly without: string };
  /** Whether worker processes get a copy, only the primary uses it, or there can be no workers. */
  readonly workers: 'copied' | 'primary-only' | NeedsSingleProcess;
  /** Whether tests may give it to `createTestGateway`, or a test gateway determines it. */
  readonly tests: 'given' | 'determined';
  readonly flag: OptionFlag | 'none';
  /** The range that the command line accepts for a number. */
  readonly range?: { readonly min: number; readonly max: number };
}

/** The names of the options that have a position. */
export type NamesWhere<Table extends Readonly<Record<string, ServeOption>>, Position extends 'workers' | 'tests', Value> =
  { readonly [Name in keyof Table]: Table[Name][Position] extends Value ? Name : never }[keyof Table];
