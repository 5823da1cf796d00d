import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { endFramed, startFramed, type FramedFunction, type FramedProcess, type Language } from './framed-process';

export type { Frame, FramedProcess as PythonProcess } from './framed-process';

const BOOTSTRAP = path.join(__dirname, '../../../lib/runtime/functions/runtimes/python/bootstrap.py');

/** The interpreter itself: `python3` on the PATH may be a script that finds it. */
const PYTHON = execFileSync('python3', ['-c', 'import sys; print(sys.executable)'], { encoding: 'utf8' }).trim();

const LANGUAGE: Language = { command: [PYTHON, '-s', BOOTSTRAP], file: 'app.py', runtime: 'python3.12' };

/** Starts a process and assigns the function to it. */
export async function startPython(order: FramedFunction): Promise<FramedProcess> {
  return startFramed(LANGUAGE, order);
}

/** Ends all processes. */
export const endPython = endFramed;
