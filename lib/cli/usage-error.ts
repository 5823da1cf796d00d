import { InvalidArgumentError, Option, type Argument, type Command, type CommanderError } from 'commander';
import { GatewayError } from '../errors';
import { configFormOf } from './config-form';

/** The error for the names that other tools give the command that follows edits, which is `dev` here. */
const DEV_ELSEWHERE = /^unknown command '(?:watch|start|run|local|offline)'$/;

/** Parameters with paths; an empty one would be the working directory. */
const OF_PATHS = /^(?:source|assembly)$|file|directory/;

/** Makes a command, and those inside it, report wrong values of options and arguments with a code. */
export function withCodedValues(command: Command): Command {
  for (const option of command.options) codeValues(option, option.long ?? option.flags, OF_PATHS.test(option.flags) && option.required);
  for (const argument of command.registeredArguments) {
    codeValues(argument, argument.required ? `<${argument.name()}>` : `[${argument.name()}]`, OF_PATHS.test(argument.name()));
  }
  command.commands.forEach(withCodedValues);
  return command;
}

/** The error of a command line that commander refuses; undefined where it has printed help. */
export function usageError(refused: CommanderError): GatewayError | undefined {
  if (!refused.message.startsWith('error: ')) return undefined;
  const problem = refused.message.slice('error: '.length).replace(/\s*\((Did you mean [^]*\?)\)\s*$/, (_, guess: string) => `; d${guess.slice(1)}`).replace(/\.$/, '');
  return new GatewayError('COMMAND_LINE_INVALID', { problem: DEV_ELSEWHERE.test(problem) ? `${problem}; did you mean dev?` : problem }, { cause: refused });
}

function codeValues(parameter: Option | Argument, name: string, isPath: boolean): void {
  if (isPath && !parameter.variadic && parameter.parseArg === undefined) parameter.argParser(nonEmpty);
  const parse = parameter.parseArg?.bind(parameter);
  if (parse === undefined) return;
  parameter.parseArg = <Value>(text: string, before: Value): Value => {
    try {
      return parse(text, before);
    } catch (error) {
      if (!(error instanceof InvalidArgumentError)) throw error;
      const isSecret = parameter instanceof Option && configFormOf(parameter)?.isSecret === true;
      throw new GatewayError('OPTION_INVALID', { option: name, given: isSecret ? '(not shown)' : text, allowed: allowedBy(error) }, { cause: error });
    }
  };
}

function nonEmpty(path: string): string {
  if (path === '') throw new InvalidArgumentError('Expected a path.');
  return path;
}

/** `Expected a time.` and `Allowed choices are request, response.` in the words of the catalog. */
function allowedBy({ message }: InvalidArgumentError): string {
  return message.replace(/^Expected /, '').replace(/^Allowed choices are /, 'one of ').replace(/\.$/, '');
}
