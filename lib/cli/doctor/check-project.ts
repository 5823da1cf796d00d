import { accessSync, constants, existsSync, statSync } from 'node:fs';
import path from 'node:path';
import { defaultStateDirectory, stateLockHolder, loadApis, reportRuntimes, type RuntimeReport } from '../../runtime';
import { readConfig } from '../config';
import { messageWithoutCode } from '../error-stack';
import { findApp, findSource } from '../find-app';
import { sourceOfApp } from '../run-app';
import { error, ok, warning, type Finding } from './finding';

const CONFIG_FILES = ['synthgate.json', 'cdk.json', 'cdk.context.json'];

/** Configuration, app and state of a project. @param state - its state directory, if that is not the default one */
export async function checkProject(directory: string, state: string | undefined): Promise<Finding[]> {
  try {
    const { app, output } = await readConfig(directory);
    const files = CONFIG_FILES.filter((file) => existsSync(path.join(directory, file)));
    return [
      ok('configuration', files.join(', ') || 'no synthgate.json or cdk.json; defaults apply'),
      checkApp(directory, app),
      ...checkState(state ?? defaultStateDirectory(path.resolve(directory, output))),
    ];
  } catch (thrown) {
    return [error('configuration', messageWithoutCode(thrown), 'Correct the file; docs/reference/cli.md lists its members.')];
  }
}

function checkApp(directory: string, configured: string | undefined): Finding {
  const app = configured ?? findApp(directory) ?? findSource(directory);
  if (app === undefined) return warning('app', 'none found', 'Name it in synthgate.json: {"app": "bin/gateway.ts"}; or make one: npx synthgate init');
  const file = sourceOfApp(app, directory);
  if (file === undefined || existsSync(file)) return ok('app', app);
  return error('app', `${app} does not exist`, 'Correct "app" in synthgate.json or cdk.json.');
}

/** Only its user may change what a gateway serves, and only one process at a time. */
function checkState(directory: string): Finding[] {
  const subject = 'state directory';
  const status = statSync(directory, { throwIfNoEntry: false });
  if (status === undefined) return [ok(subject, `${directory} does not exist yet`)];
  if (!status.isDirectory()) return [error(subject, `${directory} is not a directory`, 'Remove the file, or choose another directory with --state.')];
  if (!canWrite(directory)) return [error(subject, `${directory} cannot be written by this user`, 'Change its owner, or choose another directory with --state.')];
  const isOpen = process.platform !== 'win32' && (status.mode & 0o022) !== 0;
  const holder = stateLockHolder(directory);
  return [
    isOpen ? warning(subject, `${directory} can be written by other users`, `chmod go-w ${directory}`) : ok(subject, directory),
    holder === undefined ? ok('state lock', 'free')
      : warning('state lock', `held by ${holder}`, 'Wait for it to finish. If that process cannot be, remove the file "lock" in the state directory.'),
  ];
}

function canWrite(directory: string): boolean {
  try {
    accessSync(directory, constants.W_OK | constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** More functions are counted. */
const NAMED_FUNCTIONS = 3;

/** Checks which programs run the functions of the project, as it was last synthesized; says nothing of a project that was not. */
export async function checkRuntimes(directory: string): Promise<Finding[]> {
  // a configuration that cannot be read is reported by another check
  const config = await readConfig(directory).catch(() => undefined);
  const source = config === undefined ? undefined : path.resolve(directory, config.output);
  if (source === undefined || !existsSync(source)) return [];
  try {
    return (await reportRuntimes(loadApis({ source, ignoreDeployments: true }))).map(findingOf);
  } catch (thrown) {
    return [error('assembly', messageWithoutCode(thrown), 'Write it again: npx synthgate synth')];
  }
}

function findingOf({ runtime = 'of Node.js', functions, title, isOtherVersion, problem }: RuntimeReport): Finding {
  const subject = `runtime ${runtime}`;
  const who = functions.length > NAMED_FUNCTIONS ? `${functions.length} functions` : functions.join(', ');
  if (title === undefined) return error(subject, `${who}: ${problem ?? 'nothing runs it'}`, 'Calls of these are answered 502; all other functions run.');
  if (!isOtherVersion) return ok(subject, `${who}: ${title}`);
  return warning(subject, `${who}: ${title}`, `Install ${runtime}, or make a virtual environment with it; --strict-runtimes refuses other versions.`);
}
