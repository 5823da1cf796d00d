import { Argument, Command } from 'commander';
import { bashCompletion } from '../completion/bash';
import { declaredWords, type CompletedCommand } from '../completion/declared-words';
import { fishCompletion } from '../completion/fish';
import { zshCompletion } from '../completion/zsh';
import type { Terminal } from '../terminal';

/*
 * Scripts are written from the declarations of the commands. @bomb.sh/tab 0.0.22 has an adapter for commander, but never completes file
 * names, evaluates the typed line in bash, and starts Node for every Tab; @pnpm/tabtab and omelette know no declarations.
 */
const SCRIPTS: Readonly<Record<string, (program: CompletedCommand) => string>> = {
  bash: bashCompletion, zsh: zshCompletion, fish: fishCompletion,
};

export function completionCommand(terminal: Terminal): Command {
  return new Command()
    .description('print a script that completes commands and options in a shell')
    .addArgument(new Argument('<shell>', 'the shell').choices(Object.keys(SCRIPTS)))
    .addHelpText('after', `
The script completes the command "synthgate", so install the package globally or add node_modules/.bin to PATH.

Examples:
  $ synthgate completion bash >> ~/.bashrc
  $ synthgate completion zsh > ~/.zfunc/_synthgate        # a directory of fpath
  $ synthgate completion fish > ~/.config/fish/completions/synthgate.fish`)
    .action((shell: string, _: unknown, command: Command) => {
      terminal.out(SCRIPTS[shell]?.(declaredWords(command.parent ?? command)) ?? '');
    });
}
