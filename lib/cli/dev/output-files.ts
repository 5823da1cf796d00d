import { statSync } from 'node:fs';
import path from 'node:path';

/** Number of consecutive runs in which a file must change to count as an output of the app: nobody saves it that often meanwhile. */
const RUNS_OF_AN_OUTPUT = 5;

/** Files that an app writes itself, such as compiled ones: they must not make it run again and again. */
export class OutputFiles {
  #changedInRuns: ReadonlyMap<string, number> = new Map();
  /** When the app ran last, ms since 1970. */
  #ran = { from: 0, to: 0 };

  /** @param directory - absolute path of the project */
  public constructor(private readonly directory: string) {}

  public began(): void {
    this.#ran = { from: Date.now(), to: Infinity };
  }

  public ended(): void {
    this.#ran = { ...this.#ran, to: Date.now() };
  }

  public has(file: string): boolean {
    return (this.#changedInRuns.get(file) ?? 0) >= RUNS_OF_AN_OUTPUT;
  }

  /** Counts files that changed during the last run: one that somebody saved changes in no other. @returns a line for each new output */
  public note(changed: ReadonlySet<string>): string[] {
    const written = [...changed].filter((file) => this.#isWrittenInRun(file));
    const counted = written.map((file) => [file, (this.#changedInRuns.get(file) ?? 0) + 1] as const);
    const outputs = [...this.#changedInRuns].filter(([, runs]) => runs >= RUNS_OF_AN_OUTPUT);
    this.#changedInRuns = new Map([...outputs, ...counted]);
    const fresh = counted.filter(([, runs]) => runs === RUNS_OF_AN_OUTPUT);
    return fresh.map(([file]) => `${path.relative(this.directory, file)} changes whenever the app runs, so it is not followed any more`);
  }

  #isWrittenInRun(file: string): boolean {
    const { mtimeMs } = statSync(file, { throwIfNoEntry: false }) ?? { mtimeMs: 0 };
    return mtimeMs >= this.#ran.from && mtimeMs <= this.#ran.to;
  }
}
