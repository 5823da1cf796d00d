import { statSync } from 'node:fs';
import path from 'node:path';
import type { Log, LogEntry } from '../../runtime';

/** A place in the code of a function: as Lambda names it, or in the copy of the code that an instance runs. */
const PLACE = /(?<![^\s(])(?:file:\/\/)?(?:\/var\/task|\/[^\s()]*\/synthgate-functions-\w+\/\w+)\/([^\s()]+?):(\d+)(?=[:\s)]|$)/g;
/** The text before a file of the project in a trace, of Python and in an error's message. */
const BEFORE_PATH = ['File "', '('];
/** Longer lines are data. */
const MAX_CHARACTERS = 4_096;
/** A frame of the program that runs the function. */
const OWN_FRAME = /^\s+at .*\/synthgate-functions-\w+\/\w+\.js:\d+:\d+\)?$/;

/** Logs places of functions' code as files of the project, relative to it, so that a terminal or an editor opens them. */
export function withProjectPaths(directory: string, log: Log): Log {
  const shortened = (text: string): string => BEFORE_PATH.reduce((current, before) => current.replaceAll(`${before}${directory}${path.sep}`, before), text);
  const named = (text: string): string => shortened(text.replace(PLACE, (place, file: string, line: string) => {
    const source = sourceOf(file, directory);
    return source === undefined ? place : `${path.relative(directory, source)}:${line}`;
  }));
  return (entry) => {
    if (!mayHavePlaces(entry)) return log(entry);
    if (entry.fields?.stream !== undefined && OWN_FRAME.test(entry.message)) return;
    const { explain } = entry.fields ?? {};
    log({
      ...entry, message: named(entry.message),
      ...(typeof explain === 'string' ? { fields: { ...entry.fields, explain: named(explain) } } : {}),
    });
  };
}

/** Most entries are of requests that succeeded, or data. */
function mayHavePlaces({ message, fields }: LogEntry): boolean {
  return message === 'request' ? fields?.explain !== undefined : message.length <= MAX_CHARACTERS;
}

/** The file of a project; in a copy, its code is in `code`, and what is beside the project is beside that. */
function sourceOf(file: string, directory: string): string | undefined {
  const candidates = [file, file.replace(/^code\//, ''), `../${file}`].map((name) => path.resolve(directory, name));
  return candidates.find((candidate) => statSync(candidate, { throwIfNoEntry: false })?.isFile() === true);
}
