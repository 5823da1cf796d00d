import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { GatewayError } from '../errors';
import type { CodeFiles } from './function-code';
import { isArchive } from './java-code';
import { readArchive } from './read-archive';

const BUILD = 'dotnet publish -c Release';

/**
 * The code of a function in .NET: of a project what has been published there, of any other directory its files.
 * @param place - absolute path
 * @returns a directory whose files are the code, or the files
 * @throws FUNCTION_NOT_BUILT, SOURCE_UNREADABLE
 */
export function dotnetCode(place: string): string | CodeFiles {
  if (isArchive(place)) return readArchive(place, readFileSync(place));
  if (!isDotnetProject(place)) return place;
  const published = publishedBelow(path.join(place, 'bin'));
  if (published !== undefined) return published;
  throw new GatewayError('FUNCTION_NOT_BUILT', { path: place, tool: '.NET', command: BUILD });
}

/** Whether a directory has the source of a project. */
export function isDotnetProject(directory: string): boolean {
  return statSync(directory, { throwIfNoEntry: false })?.isDirectory() === true && readdirSync(directory).some((name) => /\.(?:cs|fs|vb)proj$/.test(name));
}

/** The latest `publish` directory, of whatever configuration, framework and machine: `bin/Release/net8.0/publish`. */
function publishedBelow(bin: string): string | undefined {
  const names = existsSync(bin) ? readdirSync(bin, { recursive: true, encoding: 'utf8' }) : [];
  const published = names.filter((name) => path.basename(name) === 'publish').map((name) => path.join(bin, name)).filter((place) => statSync(place).isDirectory());
  return published.sort((one, other) => statSync(other).mtimeMs - statSync(one).mtimeMs)[0];
}
