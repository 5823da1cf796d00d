import { createInterface } from 'node:readline/promises';
import { ExitCode } from './exit-code';

/** As a shell has it for Ctrl-C. */
const EXIT_INTERRUPTED = 130;

/** Asks in the terminal; Ctrl-C ends the command. One word is typed, which node:readline reads as well as a library of prompts. */
export async function ask(question: string): Promise<string> {
  const reader = createInterface({ input: process.stdin, output: process.stdout });
  try {
    return await new Promise<string>((resolve, reject) => {
      reader.on('SIGINT', () => reject(new ExitCode(EXIT_INTERRUPTED)));
      reader.on('close', () => reject(new ExitCode(EXIT_INTERRUPTED)));
      reader.question(question).then((answer) => resolve(answer.trim()), reject);
    });
  } finally {
    reader.close();
  }
}
