import { statSync } from 'node:fs';
import path from 'node:path';
import { readConfig } from './config';
import { findApp, isProgram } from './find-app';
import type { AppOptions } from './options';
import { sourceOfApp } from './run-app';
import type { Terminal } from './terminal';

/**
 * Warns about output of the app that is served without running the app: the app was edited since, or none was found.
 * @returns undefined if another source is served, or the output is as new as the app
 */
export async function olderSynthesis(named: string | undefined, options: AppOptions, { directory }: Pick<Terminal, 'directory'>): Promise<string | undefined> {
  if (options.app !== undefined || (named !== undefined && isProgram(named))) return undefined;
  const config = await readConfig(directory);
  const output = path.resolve(directory, options.output ?? config.output);
  if (named !== undefined && path.resolve(directory, named) !== output) return undefined;
  const writtenMs = timeOf(path.join(output, 'manifest.json'));
  if (writtenMs === undefined) return undefined;
  const app = config.app ?? findApp(directory);
  const shown = `${path.relative(directory, output)} is served as it was written at ${localTime(writtenMs)}`;
  if (app === undefined) return named === undefined ? `${shown}; no app was found to run. Name it in synthgate.json, or run: synthgate dev <app>` : undefined;
  if (named === undefined) return undefined;
  const source = sourceOfApp(app, directory);
  const isEdited = source !== undefined && (timeOf(source) ?? 0) > writtenMs;
  return isEdited ? `${shown}, and ${app} was edited since. To serve the edit: synthgate serve, or synthgate dev` : undefined;
}

function timeOf(file: string): number | undefined {
  return statSync(file, { throwIfNoEntry: false })?.mtimeMs;
}

/** `2026-11-23 14:02:11` by the clock of this machine. */
function localTime(ms: number): string {
  const local = new Date(ms - new Date(ms).getTimezoneOffset() * 60_000);
  return local.toISOString().slice(0, 19).replace('T', ' ');
}
