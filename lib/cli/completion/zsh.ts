import { shellQuoted } from '../../runtime';
import { withSubcommands, type CompletedCommand } from './declared-words';

/** Completion for zsh, with descriptions; file names where nothing else fits. To be sourced, or a file `_synthgate` of `fpath`. */
export function zshCompletion(program: CompletedCommand): string {
  const commands = withSubcommands(program);
  return `#compdef synthgate
# zsh completion of synthgate, written by: synthgate completion zsh
_synthgate() {
  local command= index previous=\${words[CURRENT-1]}
  local -a options subcommands
  for ((index = 2; index < CURRENT; index++)); do
    # what follows is another program's
    if [[ \${words[index]} == -- ]]; then shift $index words; ((CURRENT -= index)); _normal; return; fi
    case "$command \${words[index]}" in
${commands.flatMap(descentLines).join('\n')}
    esac
  done
  if [[ $PREFIX == --*=* ]]; then previous=\${PREFIX%%=*}; compset -P '*='; fi
  case "$command $previous" in
${commands.flatMap(valueLines).join('\n')}
  esac
  case "$command" in
${commands.map(wordLine).join('\n')}
  esac
  if [[ $PREFIX == -* ]]; then _describe -o option options; return; fi
  _describe command subcommands
  if [[ -n $command && \${#subcommands} == 0 ]]; then _files; fi
}
if [[ \${funcstack[1]} == _synthgate ]]; then _synthgate "$@"; else compdef _synthgate synthgate; fi
`;
}

/** The change of the variable \`command\` with a word: from \`dlq\` to \`dlq ls\`. */
function descentLines({ names, parents }: CompletedCommand): string[] {
  const [name] = names;
  return name === undefined ? [] : [`      ${names.map((alias) => path([...parents, alias])).join('|')}) command=${path([...parents, name])} ;;`];
}

function valueLines({ names, parents, options }: CompletedCommand): string[] {
  const words = [...parents, ...names.slice(0, 1)];
  return options.filter(({ takesValue }) => takesValue).map(({ flags, choices }) => {
    const values = choices.length === 0 ? '_files' : `compadd ${choices.join(' ')}`;
    return `    ${flags.map((flag) => path([...words, flag])).join('|')}) ${values}; return ;;`;
  });
}

function wordLine({ names, parents, options, commands, choices }: CompletedCommand): string {
  const flags = options.flatMap((option) => option.flags.map((flag) => described(flag, option.description)));
  const subcommands = commands.flatMap((command) => command.names.map((name) => described(name, command.description)));
  const below = [...subcommands, ...choices.map(shellQuoted)];
  return `    ${path([...parents, ...names.slice(0, 1)])}) options=(${flags.join(' ')}); subcommands=(${below.join(' ')}) ;;`;
}

function described(word: string, description: string): string {
  return shellQuoted(`${word}:${description}`);
}

/** A pattern of `case` as the function writes what was typed: each word after a space. */
function path(words: readonly string[]): string {
  return shellQuoted(words.map((word) => ` ${word}`).join(''));
}
