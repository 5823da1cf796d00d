import { cpSync, existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { GatewayError } from '../../errors';
import { withMocks, type MockedMethod } from '../../openapi';
import type { AssemblyApi } from '../../runtime';
import { canonicalText, functionReferences, OWN_PROCESS_VARIABLES } from '../../spec';
import { sourceMember, writeFiles, type FunctionCode } from '../../synth';
import { messageWithoutCode } from '../error-stack';
import { warningsOf } from '../route-listing';
import type { AppTerminal, RunAppOptions } from '../run-app';
import { readAppFailure } from './app-failure';
import { AppRunner, type Definition } from './app-runner';
import type { CodeBuilder, FunctionBuild } from './code-builder';
import { codePlans, type CodePlan } from './code-builders';
import type { Watched } from './file-watcher';
import { functionsWithoutCode, mockText, withoutCode } from './mock-methods';
import { settingsOf } from './project-files';

/** The app of a project, and the options of its builds. */
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

/** The result of building what changed. */
export interface ProjectBuild {
  /** The parts that could not be built, with the reasons: the definition, or functions by name. The last good build of each stays. */
  readonly problems: readonly Problem[];
  /** Output of the app and warnings of the bundler. */
  readonly notes: readonly string[];
  /** Whether the output has another definition than before. */
  readonly isDefinitionNew: boolean;
  /** Functions whose code in the output is new. */
  readonly functions: readonly string[];
  /** Whether the output can be served: the definition has been built, and every function of it but those that are unavailable. */
  readonly isComplete: boolean;
  /** Functions that never could be built, and are served as unavailable. */
  readonly unavailable: readonly string[];
}

/** A part that could not be built. */
export interface Problem {
  readonly part: string;
  readonly code: string | undefined;
  readonly text: string;
}

/**
 * The definition and the functions of a project, built again and again: the app runs in a process of its own, functions are
 * bundled here, and only what a change affects is built anew.
 */
export class Project {
  readonly #runner: AppRunner;
  readonly #builders = new Map<string, { readonly key: string; readonly builder: CodeBuilder }>();
  readonly #code = new Map<string, FunctionCode>();
  readonly #problems = new Map<string, Problem>();
  readonly #closed = new AbortController();
  #definition: Definition | undefined;
  /** The definition in the output, and the functions whose code there is not the last. */
  #written: Definition | undefined;
  readonly #unwritten = new Set<string>();
  /** Functions that are unavailable in the output. */
  /** Functions that what is served calls. */
  readonly #isCalled = new Set<string>();
  #unavailable: readonly string[] = [];

  public constructor(private readonly options: ProjectOptions) {
    this.#runner = new AppRunner({ ...options, variables: options.mocks === true ? { [OWN_PROCESS_VARIABLES.mock]: '1' } : {} });
  }

  /** The APIs as last built. */
  public get apis(): readonly AssemblyApi[] {
    return this.#definition?.apis ?? [];
  }

  /** Everything whose change affects the project. */
  public get watched(): Watched {
    const app = this.#runner.watched;
    const ofFunctions = [...this.#builders.values()].map(({ builder }) => builder.inputs);
    const files = [...this.#settings, ...app.files, ...ofFunctions.flatMap((inputs) => inputs.files)];
    const directories = [...app.directories, ...this.#codeDirectories, ...ofFunctions.flatMap((inputs) => inputs.directories)];
    return { files: [...new Set(files)], directories: [...new Set(directories)] };
  }

  /**
   * Builds what is affected by changes of files; all without files.
   * @throws APP_MISSING, APP_NOT_FOUND at the first build; APP_BUNDLER_MISSING
   */
  public async build(changed?: ReadonlySet<string>): Promise<ProjectBuild> {
    const notes = changed === undefined ? [] : [...this.#runner.noteOutputs(changed)];
    const isAll = changed === undefined || this.#settings.some((file) => changed.has(file));
    if (isAll || this.#affectsDefinition(changed)) await this.#define(notes);
    await this.#buildFunctions(isAll ? undefined : changed, notes);
    const functions = [...this.#unwritten];
    const isDefinitionNew = this.#definition !== this.#written;
    const isComplete = this.#write(notes);
    const problems = [...this.#problems.values()].filter((problem) => !this.#isMockedFor(problem));
    return { problems, notes, isDefinitionNew, functions, isComplete, unavailable: this.#unavailable };
  }

  /** Ends a run of the app. */
  public stop(): void {
    this.#closed.abort();
  }

  /** While nothing is built. */
  public async close(): Promise<void> {
    this.stop();
    await Promise.all([this.#runner.close(), ...[...this.#builders.values()].map(({ builder }) => builder.close())]);
  }

  get #settings(): string[] {
    return settingsOf(this.options.terminal.directory);
  }

  #affectsDefinition(changed: ReadonlySet<string>): boolean {
    if (this.#problems.has('definition') || [...changed].some((file) => isBelow(file, this.#codeDirectories))) return true;
    return this.#runner.isAffected(changed, (file) => [...this.#builders.values()].some(({ builder }) => isInput(file, builder.inputs)));
  }

  /** Runs the app; an error leaves the definition as it was. */
  async #define(notes: string[]): Promise<void> {
    const { outcome, printed, notes: noted } = await this.#runner.run(this.#closed.signal);
    notes.push(...noted);
    if ('error' in outcome) {
      const { error } = outcome;
      this.#problems.set('definition', { part: 'definition', ...this.#whyFailed(error, printed, notes) });
      if (this.#definition === undefined && (error.code === 'APP_MISSING' || error.code === 'APP_NOT_FOUND')) throw error;
      return;
    }
    this.#takeDefinition(outcome.definition);
    this.#problems.delete('definition');
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
    const keys = new Map(this.#plans.map(({ name, key }) => [name, key]));
    for (const [name, { key, builder }] of this.#builders) {
      if (keys.get(name) === key) continue;
      void builder.close();
      this.#builders.delete(name);
      this.#problems.delete(`function ${name}`);
      this.#code.delete(name);
      this.#unwritten.delete(name);
    }
  }

  /** Builds new functions, those that read a changed file, and those that failed before; all without files. */
  async #buildFunctions(changed: ReadonlySet<string> | undefined, notes: string[]): Promise<void> {
    const built = await Promise.all(this.#plans.map(async ({ name, key, open }) => {
      const known = this.#builders.get(name);
      const builder = known?.builder ?? open();
      if (known === undefined) this.#builders.set(name, { key, builder });
      const isAffected = known === undefined || changed === undefined || this.#problems.has(`function ${name}`)
        || [...changed].some((file) => isInput(file, builder.inputs));
      return isAffected ? { name, build: await builder.build() } : undefined;
    }));
    for (const one of built) if (one !== undefined) this.#take(one.name, one.build, notes);
  }

  #take(name: string, { code, text, errorCode = 'FUNCTION_BUNDLE_FAILED' }: FunctionBuild, notes: string[]): void {
    const part = `function ${name}`;
    if (code === undefined) {
      this.#problems.set(part, { part, code: errorCode, text });
      return;
    }
    this.#problems.delete(part);
    if (text !== '') notes.push(text);
    if (this.#code.get(name)?.digest !== code.digest) this.#unwritten.add(name);
    this.#code.set(name, code);
  }

  /** A function that is yet to be written is no problem if its methods answer all the same, and no authorizer needs it. */
  #isMockedFor({ part }: Problem): boolean {
    const { entries = {} } = this.#definition?.sources ?? {};
    const name = part.replace(/^function /, '');
    const source = entries[name];
    return this.options.mocks === true && source !== undefined && !existsSync(source.entry) && !this.#isCalled.has(name);
  }

  /** Writes what changed to the output. @returns whether the output is complete */
  #write(notes: string[]): boolean {
    const definition = this.#definition;
    const { output } = this.options;
    if (definition === undefined) return false;
    const names = this.#plans.map(({ name }) => name);
    const missing = names.filter((name) => !this.#code.has(name));
    // what is served well is not replaced by less
    const isLess = this.#written !== undefined && missing.some((name) => !this.#unavailable.includes(name));
    if (isLess && this.options.mocks !== true) return false;
    const isNew = definition !== this.#written || missing.join() !== this.#unavailable.join();
    if (isNew) {
      rmSync(output, { recursive: true, force: true });
      cpSync(definition.directory, output, { recursive: true });
      notes.push(...mockText(this.#writeUnavailable(definition, missing)));
    }
    for (const name of isNew ? names : this.#unwritten) this.#writeCode(name);
    this.#writeCodeFile(definition, missing);
    this.#written = definition;
    this.#unavailable = missing;
    this.#unwritten.clear();
    return true;
  }

  /**
   * Functions that cannot be built say so in the definition: their methods answer 501, or by their models, and authorizers of theirs
   * refuse.
   */
  #writeUnavailable({ directory, apis }: Definition, missing: readonly string[]): readonly MockedMethod[] {
    const { mocks = false, output } = this.options;
    const names = this.#plans.map(({ name }) => name);
    this.#isCalled.clear();
    return apis.flatMap((api) => {
      const reasons = Object.fromEntries(missing.map((name) => [name, this.#reasonOf(name)]));
      const spec = withoutCode(api.spec, mocks ? { ...functionsWithoutCode(api, names), ...reasons } : reasons);
      const served = mocks ? withMocks(spec) : { spec, mocked: [] };
      functionReferences(served.spec).forEach((name) => this.#isCalled.add(name));
      if (served.spec !== api.spec) writeFileSync(path.join(output, path.relative(directory, api.file)), canonicalText(served.spec));
      return served.mocked;
    });
  }

  /** The first error of a function, in a line. */
  #reasonOf(name: string): string {
    const { text = '', code = '' } = this.#problems.get(`function ${name}`) ?? {};
    const [message = ''] = text.split('\n');
    const [, location] = /^\s*(\S+:\d+:\d+):$/m.exec(text) ?? [];
    return `${location === undefined ? '' : `${location}: `}${message.replace(/^.*\[ERROR\] /, '')} [${code}]`;
  }

  /** The gateway runs copies of the code, so only the last needs to be here. */
  #writeCode(name: string): void {
    const code = this.#code.get(name);
    if (code === undefined) return;
    const directory = path.join(this.options.output, assetOf(name));
    rmSync(directory, { recursive: true, force: true });
    writeFiles(directory, code.files);
  }

  #writeCodeFile({ directory }: Definition, missing: readonly string[]): void {
    const file = path.join(directory, 'code.json');
    const written = JSON.parse(readFileSync(file, 'utf8')) as { readonly functions: Readonly<Record<string, unknown>> }; // by our own synthesis
    const bundled = [...this.#code].map(([name, { digest, handler, sourceDirectory }]) => [
      name, { asset: assetOf(name), digest, handler, ...sourceMember(this.options.output, sourceDirectory) },
    ]);
    const fresh = path.join(this.options.output, 'code.json.new');
    const functions = Object.entries(written.functions).filter(([name]) => !missing.includes(name));
    writeFileSync(fresh, JSON.stringify({ functions: Object.fromEntries([...functions, ...bundled]) }));
    renameSync(fresh, path.join(this.options.output, 'code.json'));
  }

  /** Directories of code that is used as it is. */
  get #codeDirectories(): readonly string[] {
    return Object.values(this.#definition?.sources.directories ?? {});
  }

  /** Code of the definition's functions that is made here. */
  get #plans(): readonly CodePlan[] {
    const { sources = { entries: {}, directories: {} }, observed = {} } = this.#definition ?? {};
    return codePlans(sources, observed, this.options.isInspected === true);
  }
}

function isBelow(file: string, directories: readonly string[]): boolean {
  return directories.some((directory) => file.startsWith(directory + path.sep));
}

function isInput(file: string, { files, directories }: Watched): boolean {
  return files.includes(file) || isBelow(file, directories);
}

/** Everything that a definition says, whatever directory it was written to. */
function contentOf({ sources, observed, apis }: Definition): string {
  const code = apis.flatMap((api) => Object.entries(api.code).map(([name, { digest, handler }]) => [api.name, name, digest, handler]));
  return JSON.stringify([sources, observed, code, apis.map(({ spec, tokenValues }) => [spec, tokenValues])]);
}

/** Where the code of a function is in the output. */
function assetOf(name: string): string {
  return `assets/dev.${name}`;
}
