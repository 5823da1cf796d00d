import { readAssembly, type Log } from '../runtime';
import { warningsOf, warningText } from './route-listing';
import type { Terminal } from './terminal';

/** Says what the definition and its code warn of, once in each command that runs them. @param logAsJson - instead of `err` */
export function reportWarnings(assembly: string, { err }: Pick<Terminal, 'err'>, logAsJson?: Log): void {
  const apis = readAssembly(assembly);
  if (logAsJson === undefined) err(warningText(apis));
  else for (const message of warningsOf(apis)) logAsJson({ level: 'warn', message });
}

/** The warnings of an assembly that is written again and again: after an edit, only those that are new are reported. */
export function followWarnings(assembly: string, terminal: Pick<Terminal, 'err'>, logAsJson?: Log): () => void {
  let known = new Set(warningsOf(readAssembly(assembly)));
  return () => {
    const all = warningsOf(readAssembly(assembly));
    for (const message of all.filter((warning) => !known.has(warning))) {
      if (logAsJson === undefined) terminal.err(`${message}\n`);
      else logAsJson({ level: 'warn', message });
    }
    known = new Set(all);
  };
}
