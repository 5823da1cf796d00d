import { pathToFileURL } from 'node:url';
import type { HostSettings } from '../wire/assignment';

/** This program: in the build, all of it is one file. */
export const HOST_FILE = __filename;

type OwnDirectories = Pick<HostSettings, 'directory' | 'scratchDirectory'>;

const FRAME_LINE = /^\s+at /;

/** A text with Lambda's names for the directories of this process: what a client receives says nothing about this machine. */
export function withLambdaPaths(text: string, { directory, scratchDirectory }: OwnDirectories): string {
  const names = [[directory, '/var/task'], [scratchDirectory, '/tmp'], [HOST_FILE, '/var/runtime/index.mjs']] as const;
  return names.reduce((current, [own, lambda]) => current.replaceAll(own, lambda).replaceAll(pathToFileURL(own).pathname, lambda), text);
}

/** The lines of a stack without the frames of this program, and of Node that called it: they say nothing about the function. */
export function traceOf(stack: string, directories: OwnDirectories | undefined): readonly string[] {
  let isOwn = false;
  const lines = stack.split('\n').filter((line) => {
    if (!FRAME_LINE.test(line)) return true;
    if (directories !== undefined && mentions(line, directories.directory)) isOwn = false;
    else if (mentions(line, HOST_FILE)) isOwn = true;
    return !isOwn;
  });
  return directories === undefined ? lines : withLambdaPaths(lines.join('\n'), directories).split('\n');
}

function mentions(line: string, file: string): boolean {
  return line.includes(file) || line.includes(pathToFileURL(file).pathname);
}
