import { Option } from 'commander';
import * as z from 'zod';
import { configurable } from '../config-form';

/** `--from-stack`: `true` for the stacks of the source, or their names. */
export type FromStack = true | readonly string[];

export const fromStackOption = (): Option => configurable(
  new Option('--from-stack [name]', 'take the values of references, variables of functions and API keys from this deployed stack, by read-only calls with your AWS profile; repeatable (default name: the stacks of cdk.out, or stack_name in samconfig.toml)')
    .argParser((name: string, before: FromStack | undefined) => [...(before === undefined || before === true ? [] : before), name]),
  {
    schema: () => z.union([z.literal(true), z.string().min(1), z.array(z.string().min(1)).min(1)], 'true, the name of a stack or a list of names')
      .transform((value) => (typeof value === 'string' ? [value] : value)),
  },
);
