import { withSubcommands, type CompletedCommand } from './declared-words';

/** Completion for bash; file names where nothing else fits. */
export function bashCompletion(program: CompletedCommand): string {
  const commands = withSubcommands(program);
  return `# bash completion of synthgate, written by: synthgate completion bash
_synthgate() {
  local current=\${COMP_WORDS[COMP_CWORD]} previous=\${COMP_WORDS[COMP_CWORD-1]} command= words= index
  COMPREPLY=()
  # bash takes --option=value for three words
  if [[ $current == = ]]; then current=; elif [[ $previous == = ]]; then previous=\${COMP_WORDS[COMP_CWORD-2]}; fi
  for ((index = 1; index < COMP_CWORD; index++)); do
    # what follows is another program's
    if [[ \${COMP_WORDS[index]} == -- ]]; then return; fi
    case "$command \${COMP_WORDS[index]}" in
${commands.flatMap(descentLines).join('\n')}
    esac
  done
  case "$command $previous" in
${commands.flatMap(valueLines).join('\n')}
    *)
      case "$command" in
${commands.map(wordLine).join('\n')}
      esac
      # options only where one is begun
      if [[ $current != -* ]]; then words=\${words#*|}; else words=\${words%%|*}; fi ;;
  esac
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -o default -o bashdefault -F _synthgate synthgate
`;
}

/** The change of the variable \`command\` with a word: from \`dlq\` to \`dlq ls\`. */
function descentLines({ names, parents }: CompletedCommand): string[] {
  const [name] = names;
  return name === undefined ? [] : [`      ${names.map((alias) => quoted([...parents, alias])).join('|')}) command=${quoted([...parents, name])} ;;`];
}

/** Returns a pattern for each option that takes a value, with the words to offer; a free value has none, so that files are offered. */
function valueLines({ names, parents, options }: CompletedCommand): string[] {
  const path = [...parents, ...names.slice(0, 1)];
  return options.filter(({ takesValue }) => takesValue)
    .map(({ flags, choices }) => `    ${flags.map((flag) => quoted([...path, flag])).join('|')}) words='${choices.join(' ')}' ;;`);
}

/** \`options|commands and arguments\`. */
function wordLine({ names, parents, options, commands, choices }: CompletedCommand): string {
  const below = [...commands.flatMap((command) => command.names), ...choices, ...(names.length === 0 ? ['help'] : [])];
  const path = names.length === 0 ? "''" : quoted([...parents, ...names.slice(0, 1)]);
  return `        ${path}) words='${options.flatMap(({ flags }) => flags).join(' ')}|${below.join(' ')}' ;;`;
}

/** A pattern of \`case\` as the function writes what was typed: each word after a space. */
function quoted(words: readonly string[]): string {
  return `'${words.map((word) => ` ${word}`).join('')}'`;
}
