import path from 'node:path';
import type { FunctionCode } from '../../synth';
import type { CodeBuilder, FunctionBuild } from './code-builder';
import type { CodePlan } from './code-builders';
import type { Watched } from './file-watcher';

export interface Problem {
  readonly part: string;
  readonly code: string | undefined;
  readonly text: string;
}

interface BuiltFunction {
  /** The key of the plan that the builder follows. */
  readonly key: string;
  readonly builder: CodeBuilder;
  /** The last code that could be built. */
  readonly code: FunctionCode | undefined;
  /** Set if the last build failed. */
  readonly problem: Problem | undefined;
  readonly isUnwritten: boolean;
}

/** The code of a project's functions, built again and again. */
export class FunctionBuilds {
  readonly #functions = new Map<string, BuiltFunction>();

  /** Everything that the last builds have read. */
  public get inputs(): readonly Watched[] {
    return [...this.#functions.values()].map(({ builder }) => builder.inputs);
  }

  public get problems(): readonly Problem[] {
    return [...this.#functions.values()].flatMap(({ problem }) => problem ?? []);
  }

  /** Names of functions whose code has not been written to the output. */
  public get unwritten(): readonly string[] {
    return [...this.#functions].flatMap(([name, { isUnwritten }]) => (isUnwritten ? [name] : []));
  }

  /** The code of all functions that could be built, by name. */
  public get code(): ReadonlyMap<string, FunctionCode> {
    return new Map([...this.#functions].flatMap(([name, { code }]) => (code === undefined ? [] : [[name, code] as const])));
  }

  public problemOf(name: string): Problem | undefined {
    return this.#functions.get(name)?.problem;
  }

  public isInput(file: string): boolean {
    return this.inputs.some((inputs) => isAmong(file, inputs));
  }

  /** Forgets functions that are made otherwise from now on, or not at all. */
  public keep(plans: readonly CodePlan[]): void {
    const keys = new Map(plans.map(({ name, key }) => [name, key]));
    for (const [name, { key, builder }] of this.#functions) {
      if (keys.get(name) === key) continue;
      void builder.close();
      this.#functions.delete(name);
    }
  }

  /** Builds new functions, those that read a changed file, and those that failed before; all without files. @returns warnings */
  public async build(plans: readonly CodePlan[], changed: ReadonlySet<string> | undefined): Promise<readonly string[]> {
    const built = await Promise.all(plans.map(async ({ name, key, open }) => {
      const known = this.#functions.get(name);
      const current = known ?? { key, builder: open(), code: undefined, problem: undefined, isUnwritten: false };
      this.#functions.set(name, current);
      const isAffected = known === undefined || changed === undefined || known.problem !== undefined
        || [...changed].some((file) => isAmong(file, known.builder.inputs));
      return isAffected ? { name, current, build: await current.builder.build() } : undefined;
    }));
    return built.flatMap((each) => (each === undefined ? [] : this.#take(each.name, each.current, each.build)));
  }

  /** All code is in the output. */
  public written(): void {
    for (const [name, current] of this.#functions) this.#functions.set(name, { ...current, isUnwritten: false });
  }

  public async close(): Promise<void> {
    await Promise.all([...this.#functions.values()].map(({ builder }) => builder.close()));
  }

  #take(name: string, current: BuiltFunction, { code, text, errorCode = 'FUNCTION_BUNDLE_FAILED' }: FunctionBuild): string[] {
    if (code === undefined) {
      this.#functions.set(name, { ...current, problem: { part: `function ${name}`, code: errorCode, text } });
      return [];
    }
    const isUnwritten = current.isUnwritten || current.code?.digest !== code.digest;
    this.#functions.set(name, { ...current, code, problem: undefined, isUnwritten });
    return text === '' ? [] : [text];
  }
}

function isAmong(file: string, { files, directories }: Watched): boolean {
  return files.includes(file) || isBelow(file, directories);
}

export function isBelow(file: string, directories: readonly string[]): boolean {
  return directories.some((directory) => file.startsWith(directory + path.sep));
}
