import type { Command, Option } from 'commander';

export interface CompletedOption {
  /** `--template`, `-t`. */
  readonly flags: readonly string[];
  readonly description: string;
  /** Whether the next word is its value; an optional value follows `=`. */
  readonly takesValue: boolean;
  /** The values that are allowed; none for a free value, such as the name of a file. */
  readonly choices: readonly string[];
}

export interface CompletedCommand {
  /** Its names below its parent: its own, then its aliases; none for the program. */
  readonly names: readonly string[];
  /** The words before it: `dlq` for `synthgate dlq ls`. */
  readonly parents: readonly string[];
  readonly description: string;
  readonly options: readonly CompletedOption[];
  /** The values that its first argument allows. */
  readonly choices: readonly string[];
  readonly commands: readonly CompletedCommand[];
}

/** Reads the commands, options and values to complete from the declarations that help is printed from. */
export function declaredWords(command: Command, parents: readonly string[] = []): CompletedCommand {
  const isProgram = command.parent === null;
  const path = isProgram ? [] : [...parents, command.name()];
  const inherited = isProgram ? [] : programOf(command).options.filter(({ long }) => long !== '--version');
  return {
    names: isProgram ? [] : [command.name(), ...command.aliases()],
    parents,
    description: shortened(command.description()),
    options: [...command.createHelp().visibleOptions(command), ...inherited].map(completedOption),
    choices: command.registeredArguments[0]?.argChoices ?? [],
    commands: command.commands.map((subcommand) => declaredWords(subcommand, path)),
  };
}

export function withSubcommands(command: CompletedCommand): CompletedCommand[] {
  return [command, ...command.commands.flatMap(withSubcommands)];
}

function programOf(command: Command): Command {
  return command.parent === null ? command : programOf(command.parent);
}

function completedOption({ long, short, description, required, argChoices }: Option): CompletedOption {
  const flags = [long, short].filter((flag) => typeof flag === 'string');
  return { flags, description: shortened(description), takesValue: required, choices: argChoices ?? [] };
}

/** Up to the first aside. */
function shortened(description: string): string {
  return description.replace(/(?: \(|[;:] )[^]*$/, '');
}
