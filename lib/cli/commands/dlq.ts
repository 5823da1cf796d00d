import { Command } from 'commander';
import { GatewayError } from '../../errors';
import {
  listDeadLetters, readDeadLetter, redriveDeadLetters, removeDeadLetters, type DeadLetterSummary, type DeadLetterSelection,
  type DeadLetter,
} from '../../runtime';
import { jsonOption, type GlobalOptions, type StateOptions } from '../options';
import { stateDirectoryOf } from '../state-directory';
import { serveFlag } from '../serve-flags';
import { colorsOf, jsonText, type Terminal, type Colors } from '../terminal';

interface DlqOptions extends GlobalOptions, StateOptions {
  readonly assembly?: string;
  readonly json?: boolean;
}

interface ChoiceOptions extends DlqOptions {
  readonly function?: string;
  readonly all?: boolean;
}

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
      terminal.out(resultText('put back into the queue', letters, options));
    });
}

function removeCommand(terminal: Terminal): Command {
  return withChoice(new Command('rm'))
    .description('delete dead letters')
    .action(async (ids: readonly string[], _: unknown, command: Command) => {
      const options = command.optsWithGlobals<ChoiceOptions>();
      const letters = await removeDeadLetters(await stateDirectoryOf(options, terminal), choiceOf(ids, options));
      terminal.out(resultText('removed', letters, options));
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

function resultText(what: string, letters: readonly DeadLetterSummary[], { json }: ChoiceOptions): string {
  if (json === true) return jsonText(letters.map(deadLetterValue));
  return `${letters.length} ${letters.length === 1 ? 'dead letter' : 'dead letters'} ${what}\n`;
}

/** One dead letter per line, oldest first: id, time of failure, function, error. */
function deadLetterListing(letters: readonly DeadLetterSummary[], colors: Colors): string {
  if (letters.length === 0) return 'no dead letters\n';
  const width = Math.max(...letters.map(({ functionName }) => functionName.length));
  return letters.map(({ id, functionName, failedAt, error }) => {
    const message = error.message === '' ? '' : colors.dim(` ${error.message.split('\n', 1)[0]}`);
    return `${id}  ${timeText(failedAt)}  ${functionName.padEnd(width)}  ${colors.red(error.type)}${message}\n`;
  }).join('');
}

/** One dead letter in full, its event last. */
function deadLetterText(letter: DeadLetter, colors: Colors): string {
  const { id, functionName, requestId, invocationId, attempts, acceptedAt, failedAt, error, undelivered } = letter;
  const lines = [
    ['id', id],
    ['function', functionName],
    ['request', requestId],
    ['lambda id', invocationId],
    ['accepted', timeText(acceptedAt)],
    ['failed', `${timeText(failedAt)} after ${attempts} ${attempts === 1 ? 'attempt' : 'attempts'}`],
    ['error', `${error.type} ${error.message}`.trimEnd()],
    ...(undelivered === undefined ? [] : [['onFailure', `${undelivered.destination} did not take the record: ${undelivered.reason}`] as const]),
  ] as const;
  return `${lines.map(([name, value]) => `${colors.dim(name.padEnd(10))}${value}\n`).join('')}\n${JSON.stringify(parsed(letter.event), undefined, 2)}\n`;
}

/** A dead letter as JSON: times as ISO 8601, the event as a value. */
function deadLetterValue({ acceptedAt, failedAt, ...letter }: DeadLetterSummary & { readonly event?: string }): unknown {
  return {
    ...letter,
    acceptedAt: new Date(acceptedAt).toISOString(),
    failedAt: new Date(failedAt).toISOString(),
    ...(letter.event === undefined ? {} : { event: parsed(letter.event) }),
  };
}

function timeText(time: number): string {
  return new Date(time).toISOString().slice(0, 19).replace('T', ' ');
}

/** It was JSON when it was accepted. */
function parsed(event: string): unknown {
  return JSON.parse(event) as unknown;
}
