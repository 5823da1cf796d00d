import { spawn, type ChildProcess } from 'node:child_process';
import path from 'node:path';

const program = path.resolve(__dirname, '..', '..', 'bin', 'synthgate');

/** Shorter than the time limit of a test, whose own message does not say what was printed. */
const GIVE_UP_MS = 50_000;

/** The built command line as a process of its own. */
export interface RunningCommand {
  readonly child: ChildProcess;
  /** Everything it has printed so far, on both streams. */
  readonly printed: () => string;
  /** Resolves with the match once it has been printed. */
  readonly sees: (pattern: RegExp) => Promise<RegExpMatchArray>;
  /** Resolves with exit code or signal. */
  readonly ended: Promise<number | string>;
}

/** @param env - variables besides those of this process @param file - the program, if it is not the one built here */
export function startCommand(
  directory: string, parameters: readonly string[], env: Readonly<Record<string, string>> = {}, file = program,
): RunningCommand {
  const child = spawn(process.execPath, [file, ...parameters], { cwd: directory, env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] });
  let text = '';
  const waiting = new Set<() => void>();
  const take = (data: Buffer): void => {
    text += String(data);
    for (const look of waiting) look();
  };
  child.stdout.on('data', take);
  child.stderr.on('data', take);
  const ended = new Promise<number | string>((resolve) => { child.on('close', (code, signal) => resolve(code ?? signal ?? 'unknown')); });
  const sees = (pattern: RegExp): Promise<RegExpMatchArray> => new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`it has not printed ${pattern}:\n${text}`)), GIVE_UP_MS).unref();
    const look = (): void => {
      const match = pattern.exec(text);
      if (match === null) return;
      clearTimeout(timer);
      waiting.delete(look);
      resolve(match);
    };
    waiting.add(look);
    look();
    void ended.then((how) => reject(new Error(`ended with ${how} before it printed ${pattern}:\n${text}`)));
  });
  return { child, printed: () => text, sees, ended };
}
