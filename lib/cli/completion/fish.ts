import { withSubcommands, type CompletedCommand, type CompletedOption } from './declared-words';

/** Completion for fish, with descriptions; file names where nothing else fits. */
export function fishCompletion(program: CompletedCommand): string {
  const commands = withSubcommands(program);
  const optionLines = (command: CompletedCommand): string[] => command.options.map((option) => optionLine(command, option, commands));
  const lines = commands.flatMap((command) => [...subcommandLines(command), ...optionLines(command)]);
  return `# fish completion of synthgate, written by: synthgate completion fish\n${lines.join('\n')}\n`;
}

/** Returns the completions of the next word: subcommands, or the values that an argument allows. */
function subcommandLines(command: CompletedCommand): string[] {
  const names = command.commands.flatMap((subcommand) => subcommand.names);
  const condition = command.names.length === 0 ? '__fish_use_subcommand' : `${seen(command)}; and not __fish_seen_subcommand_from ${names.join(' ')}`;
  return [
    ...command.commands.flatMap((subcommand) => subcommand.names.map((name) => line(condition, `-f -a ${name}`, subcommand.description))),
    ...(command.choices.length === 0 ? [] : [line(seen(command), `-f -a ${quoted(command.choices.join(' '))}`, '')]),
  ];
}

function optionLine(command: CompletedCommand, option: CompletedOption, commands: readonly CompletedCommand[]): string {
  const { flags, takesValue, choices, description } = option;
  const names = flags.map((flag) => (flag.startsWith('--') ? `-l ${flag.slice(2)}` : `-s ${flag.slice(1)}`)).join(' ');
  const value = choices.length > 0 ? ` -x -a ${quoted(choices.join(' '))}` : takesValue ? ' -r' : '';
  // `dlq ls` has other options than `ls`
  const nested = commands.filter(({ names: [name = ''], parents }) => parents.length > command.parents.length && command.names.includes(name));
  const condition = command.names.length === 0 ? '__fish_use_subcommand'
    : [seen(command), ...nested.map(({ parents }) => `not __fish_seen_subcommand_from ${parents.join(' ')}`)].join('; and ');
  return line(condition, `${names}${value}`, description);
}

/** The condition that a command has been typed. */
function seen({ names, parents }: CompletedCommand): string {
  return [...parents, names.join(' ')].map((words) => `__fish_seen_subcommand_from ${words}`).join('; and ');
}

function line(condition: string, what: string, description: string): string {
  return `complete -c synthgate -n ${quoted(condition)} ${what}${description === '' ? '' : ` -d ${quoted(description)}`}`;
}

function quoted(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
}
