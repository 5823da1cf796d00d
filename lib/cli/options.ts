import { InvalidArgumentError, Option, type Command, type OptionValues } from 'commander';
import { GatewayError } from '../errors';
import { FUNCTION_PERMISSIONS, readAssembly, type FunctionPermissions } from '../runtime';
import type { BoundStacks } from './from-stack/bound-stacks';
import type { TokenValueOptions } from './json-file';
import type { Terminal } from './terminal';

/** Options of every command; commander adds them to each. */
export interface GlobalOptions {
  readonly color?: boolean;
}

export interface SourceOptions extends GlobalOptions, TokenValueOptions {
  readonly parameter?: Readonly<Record<string, string>>;
  readonly parameters?: string;
  readonly account?: string;
  readonly region?: string;
  readonly allowOutside?: boolean;
  readonly containers?: 'auto' | 'off';
  readonly handler?: string;
  /** Deployed stacks that were read for `--from-stack`. */
  readonly bound?: BoundStacks;
}

export interface AppOptions extends SourceOptions {
  readonly app?: string;
  readonly output?: string;
}

export interface StateOptions {
  readonly state?: string;
}

export const appOption = (): Option =>
  new Option('-a, --app <file or command>', 'app to run: a TypeScript or JavaScript file, or a shell command (default: "app" in synthgate.json or cdk.json)');

export const outputOption = (): Option => new Option('-o, --output <directory>', 'assembly directory (default: gateway.out)');

export const jsonOption = (): Option => new Option('--json', 'print JSON');

/** The action of a command: `run` with its argument, its options and those of all commands. */
export function action<Argument, Options extends OptionValues>(
  run: (argument: Argument, options: Options, terminal: Terminal) => Promise<void>, terminal: Terminal,
): (argument: Argument, _: unknown, command: Command) => Promise<void> {
  return (argument, _, command) => run(argument, command.optsWithGlobals<Options>(), terminal);
}

/** Reads a whole number from `min` to `max`. */
export function numberBetween(min: number, max: number): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (/^\d+$/.test(text) && value >= min && value <= max) return value;
    throw new InvalidArgumentError(`Expected a whole number from ${min} to ${max}.`);
  };
}

/** Reads a part of a whole. */
export function fraction(text: string): number {
  const value = Number(text);
  if (/^\d*\.?\d+$/.test(text) && value <= 1) return value;
  throw new InvalidArgumentError('Expected a number from 0 to 1.');
}

/** Reads a throttle: `RATE,BURST` in requests per second and at once, or `off` for no limit. */
export function rateAndBurst(text: string): { readonly rateLimit: number; readonly burstLimit: number } {
  if (text === 'off') return { rateLimit: Infinity, burstLimit: Infinity };
  const match = /^(\d{1,9}),(\d{1,9})$/.exec(text);
  if (match === null) throw new InvalidArgumentError('Expected RATE,BURST (requests per second, requests at once) or off.');
  return { rateLimit: Number(match[1]), burstLimit: Number(match[2]) };
}

/** Collects `NAME=VALUE` of a repeatable option. */
export function nameAndValue(text: string, before: Readonly<Record<string, string>> | undefined): Record<string, string> {
  const at = text.indexOf('=');
  if (at < 1) throw new InvalidArgumentError('Expected NAME=VALUE.');
  return { ...before, [text.slice(0, at)]: text.slice(at + 1) };
}

/** Collects `FUNCTION=PERMISSION,PERMISSION` of a repeatable option. */
export function functionPermissions(text: string, before: FunctionPermissions | undefined): FunctionPermissions {
  const at = text.indexOf('=');
  const names = text.slice(at + 1).split(',');
  const permissions = FUNCTION_PERMISSIONS.filter((permission) => names.includes(permission));
  if (at < 1 || permissions.length !== names.length) {
    throw new InvalidArgumentError(`Expected FUNCTION=PERMISSION,… with the permissions ${FUNCTION_PERMISSIONS.join(', ')}.`);
  }
  const name = text.slice(0, at);
  return { ...before, [name]: [...(before?.[name] ?? []), ...permissions] };
}

/** Rejects names of API keys that an assembly does not have: the value of a misspelled one would have no effect. @throws OPTION_INVALID */
export function requireApiKeys(given: object | undefined, source: string): void {
  if (given === undefined || Object.keys(given).length === 0) return;
  const names = [...new Set(readAssembly(source).flatMap(({ spec }) => Object.keys(spec.apiKeys)))];
  const unknown = Object.keys(given).find((name) => !names.includes(name));
  if (unknown === undefined) return;
  throw new GatewayError('OPTION_INVALID', { option: '--api-key', given: unknown, allowed: names.join(', ') || 'none: the definition has no API key' });
}

export function collect(text: string, before: readonly string[] | undefined): string[] {
  return [...(before ?? []), text];
}
