import { existsSync } from 'node:fs';
import path from 'node:path';
import { loadApis, reportRuntimes, type RuntimeReport } from '../../runtime';
import { readConfig } from '../config';
import { messageWithoutCode } from '../error-stack';
import { error, ok, warning, type Finding } from './finding';

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
