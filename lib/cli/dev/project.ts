import { existsSync, rmSync } from 'node:fs';
import type { GatewayError } from '../../errors';
import type { AssemblyApi } from '../../runtime';
import { OWN_PROCESS_VARIABLES } from '../../spec';
import { messageWithoutCode } from '../error-stack';
import { warningsOf } from '../route-listing';
import type { AppTerminal, RunAppOptions } from '../run-app';
import { readAppFailure } from './app-failure';
import { AppRunner, type Definition } from './app-runner';
import { BuildOutput } from './build-output';
import { codePlans, type CodePlan } from './code-builders';
import type { Watched } from './file-watcher';
import { FunctionBuilds, isBelow, type Problem } from './function-builds';
import { settingsOf } from './project-files';

export interface ProjectOptions {
  /** The app: a source file or a shell command; without one, that of the configuration, which is read again for each build. */
  readonly app?: string;
  /** Absolute path of the directory for what is built; it is replaced. */
  readonly output: string;
  readonly terminal: Omit<AppTerminal, 'err'>;
  readonly templates?: RunAppOptions['templates'];
  /** Whether a debugger can attach to functions. @default false */
  readonly isInspected?: boolean;
  /** Whether methods of functions that cannot be built answer by their models. @default false */
  readonly mocks?: boolean;
}

export interface ProjectBuild {
  /** The parts that could not be built, with the reasons: the definition, or functions by name. The last good build of each stays. */
  readonly problems: readonly Problem[];
  /** Output of the app and warnings of the bundler. */
  readonly notes: readonly string[];
  readonly isDefinitionNew: boolean;
  readonly functions: readonly string[];
  /** Whether the output can be served: the definition has been built, and every function of it but those that are unavailable. */
  readonly isComplete: boolean;
  /** Functions that never could be built, and are served as unavailable. */
  readonly unavailable: readonly string[];
}

/** The definition and the functions of a project, built again and again: only what a change affects is built anew. */
export class Project {
  readonly #runner: AppRunner;
  readonly #functions = new FunctionBuilds();
  readonly #output: BuildOutput;
  readonly #closed = new AbortController();
  #definition: Definition | undefined;
  /** Set if the app failed when it ran last. */
  #problem: Problem | undefined;
  /** Parts that could not be built last, in the order in which they failed. */
  #parts: readonly string[] = [];

  public constructor(private readonly options: ProjectOptions) {
    const { output, mocks = false } = options;
    this.#runner = new AppRunner({ ...options, variables: mocks ? { [OWN_PROCESS_VARIABLES.mock]: '1' } : {} });
    this.#output = new BuildOutput(output, mocks);
  }

  public get apis(): readonly AssemblyApi[] {
    return this.#definition?.apis ?? [];
  }

  /** Everything whose change affects the project. */
  public get watched(): Watched {
    const parts = [this.#runner.watched, ...this.#functions.inputs];
    const files = [...this.#settings, ...parts.flatMap((part) => part.files)];
    const directories = [...this.#codeDirectories, ...parts.flatMap((part) => part.directories)];
    return { files: [...new Set(files)], directories: [...new Set(directories)] };
  }

  /** Builds what changes of files affect; all without files. @throws APP_MISSING, APP_NOT_FOUND at the first build; APP_BUNDLER_MISSING */
  public async build(changed?: ReadonlySet<string>): Promise<ProjectBuild> {
    const notes = changed === undefined ? [] : [...this.#runner.noteOutputs(changed)];
    const isAll = changed === undefined || this.#settings.some((file) => changed.has(file));
    if (isAll || this.#affectsDefinition(changed)) await this.#define(notes);
    notes.push(...await this.#functions.build(this.#plans, isAll ? undefined : changed));
    const functions = this.#functions.unwritten;
    const isDefinitionNew = this.#definition !== this.#output.definition;
    const written = this.#definition && this.#output.write(this.#definition, this.#functions, this.#plans.map(({ name }) => name));
    notes.push(...written ?? []);
    const failed = this.#oldestFirst([this.#problem ?? [], this.#functions.problems].flat());
    const problems = failed.filter((problem) => !this.#isMockedFor(problem));
    return { problems, notes, isDefinitionNew, functions, isComplete: written !== undefined, unavailable: this.#output.unavailable };
  }

  /** Ends a run of the app. */
  public stop(): void {
    this.#closed.abort();
  }

  /** While nothing is built. */
  public async close(): Promise<void> {
    this.stop();
    await Promise.all([this.#runner.close(), this.#functions.close()]);
  }

  #oldestFirst(problems: readonly Problem[]): readonly Problem[] {
    const age = ({ part }: Problem): number => (this.#parts.includes(part) ? this.#parts.indexOf(part) : Infinity);
    const sorted = [...problems].sort((left, right) => (age(left) === age(right) ? 0 : age(left) - age(right)));
    this.#parts = sorted.map(({ part }) => part);
    return sorted;
  }

  get #settings(): string[] {
    return settingsOf(this.options.terminal.directory);
  }

  #affectsDefinition(changed: ReadonlySet<string>): boolean {
    if (this.#problem !== undefined || [...changed].some((file) => isBelow(file, this.#codeDirectories))) return true;
    return this.#runner.isAffected(changed, (file) => this.#functions.isInput(file));
  }

  async #define(notes: string[]): Promise<void> {
    const { outcome, printed, notes: noted } = await this.#runner.run(this.#closed.signal);
    notes.push(...noted);
    if ('error' in outcome) {
      const { error } = outcome;
      this.#problem = { part: 'definition', ...this.#whyFailed(error, printed, notes) };
      if (this.#definition === undefined && (error.code === 'APP_MISSING' || error.code === 'APP_NOT_FOUND')) throw error;
      return;
    }
    this.#takeDefinition(outcome.definition);
    this.#problem = undefined;
    if (printed.trim() !== '') notes.push(printed.trimEnd());
    notes.push(...warningsOf(outcome.definition.apis));
  }

  /** An app that fails has said why. */
  #whyFailed(error: GatewayError, printed: string, notes: string[]): Pick<Problem, 'code' | 'text'> {
    const failure = error.code === 'APP_FAILED' ? readAppFailure(printed, this.options.terminal.directory) : undefined;
    if (failure === undefined || failure.text === '') return { code: error.code, text: [printed, messageWithoutCode(error)].join('').trimEnd() };
    if (failure.output !== '') notes.push(failure.output);
    return { code: failure.code ?? error.code, text: failure.text };
  }

  /** Keeps a definition if it differs from the one before. */
  #takeDefinition(next: Definition): void {
    const isSame = this.#definition !== undefined && contentOf(next) === contentOf(this.#definition);
    const outdated = isSame ? next : this.#definition;
    if (outdated !== undefined) rmSync(outdated.directory, { recursive: true, force: true });
    if (isSame) return;
    this.#definition = next;
    this.#functions.keep(this.#plans);
  }

  /** A function that is yet to be written is no problem if its methods answer all the same, and no authorizer needs it. */
  #isMockedFor({ part }: Problem): boolean {
    const { entries = {} } = this.#definition?.sources ?? {};
    const name = part.replace(/^function /, '');
    const source = entries[name];
    return this.options.mocks === true && source !== undefined && !existsSync(source.entry) && !this.#output.isCalled(name);
  }

  /** Directories of code that is used as it is. */
  get #codeDirectories(): readonly string[] {
    return Object.values(this.#definition?.sources.directories ?? {});
  }

  get #plans(): readonly CodePlan[] {
    const { sources = { entries: {}, directories: {} }, observed = {} } = this.#definition ?? {};
    return codePlans(sources, observed, this.options.isInspected === true);
  }
}

/** Everything that a definition says, whatever directory it was written to. */
function contentOf({ sources, observed, apis }: Definition): string {
  const code = apis.flatMap((api) => Object.entries(api.code).map(([name, { digest, handler }]) => [api.name, name, digest, handler]));
  return JSON.stringify([sources, observed, code, apis.map(({ spec, tokenValues }) => [spec, tokenValues])]);
}
