import { Command } from 'commander';
import { GatewayError } from '../../errors';
import {
  listDeadLetters, readDeadLetter, redriveDeadLetters, removeDeadLetters, type DeadLetterSummary, type DeadLetterSelection,
} from '../../runtime';
import { deadLetterListing, deadLetterText, deadLetterValue } from '../dead-letter-listing';
import { jsonOption, type GlobalOptions, type StateOptions } from '../options';
import { stateDirectoryOf } from '../state-directory';
import { serveFlag } from '../serve-flags';
import { colorsOf, jsonText, type Terminal } from '../terminal';

interface DlqOptions extends GlobalOptions, StateOptions {
  readonly assembly?: string;
  readonly json?: boolean;
}

interface ChoiceOptions extends DlqOptions {
  readonly function?: string;
  readonly all?: boolean;
}

/** `synthgate dlq`: lists, shows, redrives and deletes dead letters. */
export function dlqCommand(terminal: Terminal): Command {
  return new Command()
    .description('list, show, redrive or delete dead-lettered events of asynchronous invocations')
    .addCommand(listCommand(terminal))
    .addCommand(showCommand(terminal))
    .addCommand(redriveCommand(terminal))
    .addCommand(removeCommand(terminal))
    .addHelpText('after', `
Examples:
  $ synthgate dlq ls
  $ synthgate dlq show 1700000000000-5b4c4f0e-9d1c-4a56-8a3e-6f0d2d6a9e01
  $ synthgate dlq redrive --function Orders`);
}

function listCommand(terminal: Terminal): Command {
  return withState(new Command('ls'))
    .description('list dead letters, the oldest first')
    .option('--function <name>', 'only dead letters of this function')
    .action(async (_: unknown, command: Command) => {
      const options = command.optsWithGlobals<ChoiceOptions>();
      const warn = ({ message }: GatewayError): void => terminal.err(`${colorsOf(terminal, options).yellow('warning:')} ${message}\n`);
      const all = await listDeadLetters(await stateDirectoryOf(options, terminal), warn);
      const letters = all.filter(({ functionName }) => options.function === undefined || functionName === options.function);
      if (options.json === true) terminal.out(jsonText(letters.map(deadLetterValue)));
      else terminal.out(deadLetterListing(letters, colorsOf(terminal, options)));
    });
}

function showCommand(terminal: Terminal): Command {
  return withState(new Command('show'))
    .description('show a dead letter and its event')
    .argument('<id>', 'id of the dead letter')
    .action(async (id: string, _: unknown, command: Command) => {
      const options = command.optsWithGlobals<DlqOptions>();
      const letter = await readDeadLetter(await stateDirectoryOf(options, terminal), id);
      terminal.out(options.json === true ? jsonText(deadLetterValue(letter)) : deadLetterText(letter, colorsOf(terminal, options)));
    });
}

function redriveCommand(terminal: Terminal): Command {
  return withChoice(new Command('redrive'))
    .description('put dead-lettered events back into the queue')
    .addHelpText('after', '\nA gateway that serves the state directory tries them within a second. If none is running, the next one to start does.')
    .action(async (ids: readonly string[], _: unknown, command: Command) => {
      const options = command.optsWithGlobals<ChoiceOptions>();
      const letters = await redriveDeadLetters(await stateDirectoryOf(options, terminal), choiceOf(ids, options), Date.now);
      tell('put back into the queue', letters, { options, terminal });
    });
}

function removeCommand(terminal: Terminal): Command {
  return withChoice(new Command('rm'))
    .description('delete dead letters')
    .action(async (ids: readonly string[], _: unknown, command: Command) => {
      const options = command.optsWithGlobals<ChoiceOptions>();
      const letters = await removeDeadLetters(await stateDirectoryOf(options, terminal), choiceOf(ids, options));
      tell('removed', letters, { options, terminal });
    });
}

function withState(command: Command): Command {
  return command
    .option('--assembly <directory or spec>', 'assembly whose state directory to use')
    .addOption(serveFlag('stateDirectory'))
    .addOption(jsonOption());
}

function withChoice(command: Command): Command {
  return withState(command)
    .argument('[ids...]', 'ids of the dead letters')
    .option('--function <name>', 'all dead letters of this function')
    .option('--all', 'all dead letters');
}

/** Nothing is done to all dead letters unless `--all` is given. @throws DEAD_LETTERS_NOT_CHOSEN */
function choiceOf(ids: readonly string[], options: ChoiceOptions): DeadLetterSelection {
  const ways = [ids.length > 0, options.function !== undefined, options.all === true].filter(Boolean).length;
  if (ways !== 1) {
    throw new GatewayError('DEAD_LETTERS_NOT_CHOSEN', { problem: ways === 0 ? 'no dead letters selected' : 'more than one selection given' });
  }
  return ids.length > 0 ? { ids } : { functionName: options.function };
}

interface Audience {
  readonly options: ChoiceOptions;
  readonly terminal: Terminal;
}

function tell(what: string, letters: readonly DeadLetterSummary[], { options, terminal }: Audience): void {
  if (options.json === true) terminal.out(jsonText(letters.map(deadLetterValue)));
  else terminal.out(`${letters.length} ${letters.length === 1 ? 'dead letter' : 'dead letters'} ${what}\n`);
}
