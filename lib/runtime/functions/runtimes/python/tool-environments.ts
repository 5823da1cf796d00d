import { execFile } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import path from 'node:path';
import { GatewayError } from '../../../../errors';
import { programInPath, remembered } from '../search';

/**
 * The tools, the file beside which a project is a tool's, and the command that prints the interpreter of its environment.
 * @see https://python-poetry.org/docs/cli/#env-info @see https://pipenv.pypa.io/en/latest/cli.html @see https://docs.astral.sh/uv/reference/cli/#uv-python-find
 */
const TOOLS = [
  { name: 'poetry', lockFile: 'poetry.lock', parameters: ['env', 'info', '--executable'] },
  { name: 'pipenv', lockFile: 'Pipfile.lock', parameters: ['--py'] },
  { name: 'uv', lockFile: 'uv.lock', parameters: ['python', 'find'] },
] as const;
type Tool = (typeof TOOLS)[number];

/** How long a tool may take: they start slowly. */
const ANSWER_MS = 10_000;

/** Receives what a search found amiss. */
export type Note = (notice: GatewayError) => void;

const queries = remembered<string | undefined>();

/**
 * Asks the tool whose lock file lies in the nearest of these directories for the interpreter of the project; an answer holds until that
 * file changes. @returns undefined if there is no such file, or if the tool does not know, which is noted
 */
export async function askTool(directories: readonly string[], note: Note): Promise<string | undefined> {
  for (const directory of directories) {
    const tool = TOOLS.find(({ lockFile }) => existsSync(path.join(directory, lockFile)));
    if (tool === undefined) continue;
    const changedAt = statSync(path.join(directory, tool.lockFile), { throwIfNoEntry: false })?.mtimeMs;
    return queries(`${tool.name} ${directory} ${changedAt}`, () => ask(tool, directory, note));
  }
  return undefined;
}

async function ask(tool: Tool, directory: string, note: Note): Promise<string | undefined> {
  const { file, reason } = await answerOf(tool, directory);
  if (reason !== undefined) note(new GatewayError('PYTHON_ENVIRONMENT_UNKNOWN', { directory, command: [tool.name, ...tool.parameters].join(' '), reason }));
  return file;
}

/** @returns the interpreter, or the reason why there is none */
function answerOf({ name, parameters }: Tool, directory: string): Promise<{ readonly file?: string; readonly reason?: string }> {
  const program = programInPath(name);
  if (program === undefined) return Promise.resolve({ reason: `${name} is not installed` });
  return new Promise((resolve) => {
    execFile(program, parameters, { cwd: directory, env: process.env, timeout: ANSWER_MS, killSignal: 'SIGKILL' }, (error, output, complaint) => {
      const file = output.trim().split('\n').at(-1) ?? '';
      if (error === null && path.isAbsolute(file) && existsSync(file)) resolve({ file });
      else resolve({ reason: error?.killed === true ? `no answer after ${ANSWER_MS} ms` : lastLine(complaint) ?? lastLine(output) ?? 'no interpreter in the answer' });
    });
  });
}

function lastLine(text: string): string | undefined {
  return text.split('\n').map((line) => line.trim()).filter((line) => line !== '').at(-1);
}
