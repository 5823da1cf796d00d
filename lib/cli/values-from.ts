import { Option } from 'commander';
import * as z from 'zod';
import { GatewayError } from '../errors';
import { configurable } from './config-form';
import type { EnvironmentOptions } from './function-environment';
import { collect } from './options';
import type { Terminal } from './terminal';

/** The option with values that no list of processes shows, and those that it gives. */
export interface ValuesFromOptions extends EnvironmentOptions {
  readonly valueFrom?: readonly string[];
  readonly apiKey?: Readonly<Record<string, string>>;
  readonly store?: string;
}

export const valueFromOption = (): Option => configurable(new Option(
  '--value-from <option=variable>',
  'take the value of --store, --api-key <name> or --env <[function.]name> from an environment variable of the gateway, so that no list of '
  + 'processes shows it: store=VARIABLE, api-key.Dev=VARIABLE, env.Pets.TOKEN=VARIABLE; repeatable',
).argParser(collect), {
  schema: () => z.array(z.string('a string'), 'a list such as ["store=VARIABLE"]'),
  merge: (configured, given) => [configured, given].flat(),
});

const ALLOWED = 'store=VARIABLE without --store, api-key.<name>=VARIABLE or env.[<function>.]<name>=VARIABLE, with a variable that is set';

type Give = (options: ValuesFromOptions, name: string | undefined, value: string) => ValuesFromOptions | undefined;

/** The options with a value, by the option that it is for; undefined where it cannot have one. */
const GIVE: Readonly<Record<string, Give>> = {
  'store': (options, name, store) => (name === undefined && options.store === undefined ? { ...options, store } : undefined),
  'api-key': (options, name, value) => (name === undefined ? undefined : { ...options, apiKey: { ...options.apiKey, [name]: value } }),
  'env': (options, name, value) => (name === undefined ? undefined : { ...options, env: [...options.env ?? [], `${name}=${value}`] }),
};

/** The options with the values of variables. @throws OPTION_INVALID */
export function withValuesFrom<Options extends ValuesFromOptions>(options: Options, { environment }: Pick<Terminal, 'environment'>): Options {
  return (options.valueFrom ?? []).reduce<Options>((before, given) => {
    // a variable has no =, and the name of an API key may
    const [, option = '', name, variable = ''] = /^([a-z-]+)(?:\.(.+))?=([^=]+)$/s.exec(given) ?? [];
    const value = Object.hasOwn(environment, variable) ? environment[variable] : undefined;
    const next = value === undefined || !Object.hasOwn(GIVE, option) ? undefined : GIVE[option]?.(before, name, value);
    if (next === undefined) throw new GatewayError('OPTION_INVALID', { option: '--value-from', given, allowed: ALLOWED });
    return { ...before, ...next };
  }, options);
}
