import type { Command } from 'commander';
import { readConfig } from './config';
import { configFormOf } from './config-form';

/**
 * Gives a command the options of `synthgate.json` that it has. The command line wins; values with names, such as those of tokens, are
 * those of both.
 * @throws CONFIG_INVALID
 */
export async function applyConfig(command: Command, directory: string): Promise<void> {
  const own = command.options.filter((option) => configFormOf(option) !== undefined);
  if (own.length === 0) return;
  const { options } = await readConfig(directory);
  for (const option of own) {
    const name = option.attributeName();
    if (!Object.hasOwn(options, name)) continue;
    const flagValue: unknown = command.getOptionValueSource(name) === 'cli' ? command.getOptionValue(name) : undefined;
    if (flagValue === undefined) command.setOptionValueWithSource(name, options[name], 'config');
    else command.setOptionValueWithSource(name, configFormOf(option)?.merge?.(options[name], flagValue) ?? flagValue, 'cli');
  }
}
